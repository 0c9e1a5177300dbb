/* What is known of functions that are defined elsewhere: which of them are functions of their
 * arguments and the memory that these point to, and what a trial (runtime/boxes/trial.h) would have
 * to know to find that out of the others. Three sources say something: the attributes that the
 * program's headers and LLVM (its pass inferattrs) give them, clang's DFSan ABI list, and the types
 * of their parameters in the debug information. */
#include <string.h>

#include "instrument/dfsan_list.h"
#include "base/text.h"
#include "instrument/instrument_impl.h"
#include "llvm/llvm_module.h"

/* Effects on memory as LLVM 19 encodes them: two bits for each kind of memory. */
enum {
    READS = 1,
    WRITES = 2,
    READS_ARGUMENTS = READS,
    ANY_WRITE = WRITES | WRITES << 2 | WRITES << 4,
    ANY_EFFECT = 0x3f
};

typedef struct prototype {
    LLVMValueRef function, inferred; /* `inferred`: the same in a module of its own */
    const char *name;
    size_t n;
} prototype;

typedef struct finder {
    instrumenter *x;
    unsigned memory, readonly, sret, noreturn; /* attributes */
    ir_dfsan_list list;
    LLVMModuleRef scratch;
    VEC(prototype) all;
} finder;

/* ---- Attributes */

static uint64_t effects_in(const finder *f, LLVMValueRef function)
{
    LLVMAttributeRef a =
        f->x->l.GetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, f->memory);
    return a ? f->x->l.GetEnumAttributeValue(a) & ANY_EFFECT : ANY_EFFECT;
}

static uint64_t effects_of(const finder *f, const prototype *p)
{
    return effects_in(f, p->function) & effects_in(f, p->inferred);
}

static bool has(const finder *f, const prototype *p, unsigned index, unsigned attribute)
{
    return f->x->l.GetEnumAttributeAtIndex(p->function, index, attribute) ||
           f->x->l.GetEnumAttributeAtIndex(p->inferred, index, attribute);
}

/* The pass looks at names and types of declarations; what -fno-builtin has put on them would stop
 * it, so it gets a module of its own. */
static bool infer(finder *f, char **error)
{
    instrumenter *x = f->x;
    f->scratch = x->l.ModuleCreateWithNameInContext("prototypes", x->context);
    x->l.SetTarget(f->scratch, x->l.GetTarget(x->module));
    x->l.SetModuleDataLayout(f->scratch, x->layout);
    for (size_t i = 0; i < f->all.n; i++) {
        prototype *p = &f->all.at[i];
        p->inferred = x->l.AddFunction(f->scratch, p->name, x->l.GlobalGetValueType(p->function));
    }
    return llvm_module_optimize(&x->l, f->scratch, "inferattrs", error);
}

/* ---- Signatures */

static const char *value_word(const instrumenter *x, LLVMTypeRef type)
{
    unsigned bits = ir_bits(x, type);
    switch (x->l.GetTypeKind(type)) {
    case LLVMVoidTypeKind:
        return "void";
    case LLVMPointerTypeKind:
        return "ptr";
    case LLVMFloatTypeKind:
        return "f32";
    case LLVMDoubleTypeKind:
        return "f64";
    case LLVMIntegerTypeKind:
        return !bits ? NULL : bits <= 8 ? "i8" : bits <= 16 ? "i16" : bits <= 32 ? "i32" : "i64";
    default:
        return NULL;
    }
}

/* Adds the word for the pointer in parameter i; UNTRIED: it went well. */
static tandem_origin add_pointer(const finder *f, const prototype *p, unsigned i, unsigned n,
                                 bool counted, strbuf *out)
{
    uint64_t effects = effects_of(f, p);
    ir_pointee to = ir_pointee_of(f->x, p->function, i, n);
    bool reads = to.is_const || !(effects & ANY_WRITE) || has(f, p, i + 1, f->readonly);
    if (!effects) {
        strbuf_puts(out, " ptr");
        return TANDEM_ORIGIN_UNTRIED;
    }
    switch (to.kind) {
    case IR_POINTEE_UNKNOWN:
        strbuf_puts(out, " in[1..]");
        return reads ? TANDEM_ORIGIN_UNTRIED : TANDEM_ORIGIN_NO_TYPES;
    case IR_POINTEE_FUNCTION:
        return TANDEM_ORIGIN_CALLBACK;
    case IR_POINTEE_OTHER:
        return TANDEM_ORIGIN_POINTER;
    case IR_POINTEE_POINTER:
        if (reads)
            return TANDEM_ORIGIN_POINTER;
        break;
    case IR_POINTEE_CHAR:
        if (reads && !counted) {
            strbuf_puts(out, " str");
            return TANDEM_ORIGIN_UNTRIED;
        }
        break;
    default:
        break;
    }
    strbuf_printf(out, " %s[%llu..]", reads ? "in" : "inout", (unsigned long long)to.bytes);
    return TANDEM_ORIGIN_UNTRIED;
}

/* Writes the signature; the answer is UNTRIED, or why there is none. */
static tandem_origin write_signature(const finder *f, const prototype *p, strbuf *out, bool *scalar)
{
    const instrumenter *x = f->x;
    LLVMTypeRef type = x->l.GlobalGetValueType(p->function), parameters[TANDEM_MAX_ARGS];
    unsigned n = x->l.CountParamTypes(type);
    const char *result = value_word(x, x->l.GetReturnType(type));
    *scalar = true;
    if (x->l.IsFunctionVarArg(type))
        return TANDEM_ORIGIN_VARIADIC;
    if (n > IR_SLOTS || !result)
        return TANDEM_ORIGIN_SHAPE;
    x->l.GetParamTypes(type, parameters);
    strbuf_puts(out, result);
    for (unsigned i = 0; i < n; i++) {
        const char *word = value_word(x, parameters[i]);
        if (!word || has(f, p, i + 1, x->byval) || has(f, p, i + 1, f->sret))
            return TANDEM_ORIGIN_SHAPE;
        if (strcmp(word, "ptr")) {
            strbuf_printf(out, " %s", word);
            continue;
        }
        *scalar = false;
        bool counted = i + 1 < n && x->l.GetTypeKind(parameters[i + 1]) == LLVMIntegerTypeKind;
        tandem_origin why = add_pointer(f, p, i, n, counted, out);
        if (why != TANDEM_ORIGIN_UNTRIED)
            return why;
    }
    return TANDEM_ORIGIN_UNTRIED;
}

static tandem_origin judge(const finder *f, const prototype *p, strbuf *signature)
{
    bool scalar;
    uint64_t effects = effects_of(f, p);
    tandem_origin why = write_signature(f, p, signature, &scalar);
    if (why != TANDEM_ORIGIN_UNTRIED)
        return why;
    if (!(effects & ~(uint64_t)READS_ARGUMENTS))
        return TANDEM_ORIGIN_ATTRIBUTES;
    ir_dfsan_category category = ir_dfsan_of(&f->list, p->name, p->n);
    if (effects & ANY_WRITE)
        strbuf_puts(signature, " errno");
    if (category == IR_DFSAN_FUNCTIONAL && scalar)
        return TANDEM_ORIGIN_DFSAN;
    return category == IR_DFSAN_DISCARD ? TANDEM_ORIGIN_DISCARDED : TANDEM_ORIGIN_UNTRIED;
}

/* ---- The module */

/* Functions of the runtime and of sanitizers are none of the program's. */
static bool is_wanted(const finder *f, LLVMValueRef function, const char *name)
{
    const instrumenter *x = f->x;
    return x->l.IsDeclaration(function) && x->l.GetFirstUse(function) &&
           !x->l.GetIntrinsicID(function) && *name && !text_begins(name, "__sanitizer_") &&
           !text_begins(name, "__asan_") && !text_begins(name, "__ubsan_") &&
           !text_begins(name, "tandem_") && !text_begins(name, "klee_") &&
           !x->l.GetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, f->noreturn);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const prototype *)a)->name, ((const prototype *)b)->name);
}

static void collect(finder *f)
{
    const instrumenter *x = f->x;
    for (LLVMValueRef v = x->l.GetFirstFunction(x->module); v; v = x->l.GetNextFunction(v)) {
        prototype p = {.function = v};
        p.name = x->l.GetValueName2(v, &p.n);
        if (*p.name == 1) /* an assembler name as it is */
            p.name++, p.n--;
        if (is_wanted(f, v, p.name))
            vec_push(&f->all, p);
    }
    if (f->all.n)
        qsort(f->all.at, f->all.n, sizeof *f->all.at, by_name);
}

static void describe(const finder *f, const prototype *p)
{
    instrumenter *x = f->x;
    strbuf signature = STRBUF_INIT;
    tandem_origin origin = judge(f, p, &signature);
    bool usable = origin == TANDEM_ORIGIN_UNTRIED || origin == TANDEM_ORIGIN_ATTRIBUTES ||
                  origin == TANDEM_ORIGIN_DFSAN;
    ir_prototype known = {.name = base_strndup(p->name, p->n),
                          .signature = usable ? strbuf_detach(&signature) : NULL,
                          .origin = origin};
    vec_push(&x->prototypes, known);
    strbuf_free(&signature);
}

bool ir_find_prototypes(instrumenter *x, char **error)
{
    finder f = {.x = x,
                .memory = x->l.GetEnumAttributeKindForName("memory", 6),
                .readonly = x->l.GetEnumAttributeKindForName("readonly", 8),
                .sret = x->l.GetEnumAttributeKindForName("sret", 4),
                .noreturn = x->l.GetEnumAttributeKindForName("noreturn", 8)};
    collect(&f);
    ir_dfsan_load(&f.list);
    bool good = !f.all.n || infer(&f, error);
    for (size_t i = 0; i < f.all.n && good; i++)
        describe(&f, &f.all.at[i]);
    if (f.scratch)
        x->l.DisposeModule(f.scratch);
    ir_dfsan_free(&f.list);
    vec_free(&f.all);
    return good;
}
