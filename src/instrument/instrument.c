/* One module: what is linked in, which functions are changed, and what is made of the result. */
#include "instrument/instrument.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "instrument/before/branches.h"
#include "instrument/before/plain.h"
#include "instrument/counts.h"
#include "instrument/embedded.h"
#include "instrument/inline_bitcode.h"
#include "instrument/instrument_impl.h"
#include "llvm/llvm_module.h"

static void prepare_types(instrumenter *x)
{
    x->i1 = x->l.Int1TypeInContext(x->context);
    x->i8 = x->l.Int8TypeInContext(x->context);
    x->i32 = x->l.Int32TypeInContext(x->context);
    x->i64 = x->l.Int64TypeInContext(x->context);
    x->pointer = x->l.PointerTypeInContext(x->context, 0);
    x->zero = x->l.ConstInt(x->i32, 0, false);
    x->layout = x->l.GetModuleDataLayout(x->module);
    x->nosanitize = x->l.GetMDKindIDInContext(x->context, "nosanitize", 10);
    x->tbaa = x->l.GetMDKindIDInContext(x->context, "tbaa", 4);
    x->memory = x->l.GetEnumAttributeKindForName("memory", 6);
    x->byval = x->l.GetEnumAttributeKindForName("byval", 5);
    x->elementtype = x->l.GetEnumAttributeKindForName("elementtype", 11);
    x->returns_twice = x->l.GetEnumAttributeKindForName("returns_twice", 13);
    x->builder = x->l.CreateBuilderInContext(x->context);
}

/* ---- The functions of runtime/core/inline.c */

static const char *const inline_names[] = {
#define INLINE(name) "tandem_i_" #name,
#include "instrument/inline.def"
#undef INLINE
};

static bool link_inlines(instrumenter *x, char **error)
{
    LLVMModuleRef inlines = llvm_module_read(&x->l, x->context, (const char *)ir_inline_bitcode,
                                             ir_inline_bitcode_size, error);
    if (!inlines)
        return false;
    if (x->l.LinkModules2(x->module, inlines)) {
        *error = base_strdup("the module cannot be linked with the runtime's inline functions");
        return false;
    }
    for (int i = 0; i < INLINE_COUNT; i++) {
        LLVMValueRef f = x->l.GetNamedFunction(x->module, inline_names[i]);
        x->l.SetLinkage(f, LLVMInternalLinkage);
        x->inlines[i].function = f;
        x->inlines[i].type = x->l.GlobalGetValueType(f);
    }
    return true;
}

/* ---- The functions of the module */

static bool has_attribute(const instrumenter *x, LLVMValueRef f, const char *name)
{
    unsigned kind = x->l.GetEnumAttributeKindForName(name, strlen(name));
    return x->l.GetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Resolvers of indirect functions run before there are thread-local variables. */
static bool is_resolver(const instrumenter *x, LLVMValueRef f)
{
    for (LLVMValueRef i = x->l.GetFirstGlobalIFunc(x->module); i; i = x->l.GetNextGlobalIFunc(i))
        if (x->l.GetGlobalIFuncResolver(i) == f)
            return true;
    return false;
}

/* Before anything was linked in. */
static void choose_functions(instrumenter *x)
{
    for (LLVMValueRef f = x->l.GetFirstFunction(x->module); f; f = x->l.GetNextFunction(f)) {
        size_t n;
        const char *name = x->l.GetValueName2(f, &n);
        if (x->l.IsDeclaration(f) || text_begins(name, "sancov.") ||
            x->l.GetLinkage(f) == LLVMAvailableExternallyLinkage || has_attribute(x, f, "naked") ||
            is_resolver(x, f))
            continue;
        map_put(&x->instrumented, (uintptr_t)f, IR_UNDECIDED);
        const char *section = x->l.GetSection(f);
        if (!section || !*section)
            x->l.SetSection(f, "tandem_text");
    }
}

/* What the compiler has found out about effects is not true any more: there are the runtime's
 * thread-local variables. The same goes for functions elsewhere. */
static void drop_promises(instrumenter *x)
{
    for (LLVMValueRef f = x->l.GetFirstFunction(x->module); f; f = x->l.GetNextFunction(f)) {
        if (!x->l.GetIntrinsicID(f))
            x->l.RemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, x->memory);
        /* it was for the optimiser; now machine code may have tables */
        x->l.RemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, "no-jump-tables", 14);
        for (LLVMBasicBlockRef b = x->l.GetFirstBasicBlock(f); b; b = x->l.GetNextBasicBlock(b))
            for (LLVMValueRef i = x->l.GetFirstInstruction(b); i; i = x->l.GetNextInstruction(i))
                if (x->l.IsACallInst(i))
                    x->l.RemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, x->memory);
    }
}

/* The target's main gets another name and is called by the runtime. False: there is none. */
static bool wrap_main(instrumenter *x)
{
    LLVMValueRef f = x->l.GetNamedFunction(x->module, "main");
    if (!f || x->l.IsDeclaration(f))
        return false;
    x->l.SetValueName2(f, IR_RENAMED_MAIN, strlen(IR_RENAMED_MAIN));
    x->l.SetLinkage(f, LLVMInternalLinkage);
    LLVMTypeRef parameters[] = {x->i32, x->pointer, x->pointer};
    LLVMTypeRef type = x->l.FunctionType(x->i32, parameters, 3, false);
    LLVMValueRef wrapper = x->l.AddFunction(x->module, "tandem_target_main", type);
    x->l.PositionBuilderAtEnd(x->builder, x->l.AppendBasicBlockInContext(x->context, wrapper, ""));
    LLVMTypeRef main_type = x->l.GlobalGetValueType(f);
    LLVMValueRef arguments[3];
    unsigned n = x->l.CountParams(f);
    for (unsigned i = 0; i < n && i < 3; i++) {
        LLVMTypeRef wanted = x->l.TypeOf(x->l.GetParam(f, i));
        arguments[i] = wanted == parameters[i] ? x->l.GetParam(wrapper, i) : x->l.GetUndef(wanted);
    }
    LLVMValueRef result = x->l.BuildCall2(x->builder, main_type, f, arguments, n < 3 ? n : 3, "");
    bool number = x->l.GetReturnType(main_type) == x->i32;
    x->l.BuildRet(x->builder, number ? result : x->zero);
    return true;
}

/* A main that is the runtime's, in the module that had one: libraries may bring others (libfl), and the linker takes
 * what it finds first. Nothing in it is traced. */
static void make_main(instrumenter *x)
{
    LLVMTypeRef parameters[] = {x->i32, x->pointer, x->pointer};
    LLVMTypeRef type = x->l.FunctionType(x->i32, parameters, 3, false);
    LLVMValueRef own = x->l.AddFunction(x->module, "main", type);
    LLVMValueRef runtime = x->l.AddFunction(x->module, "tandem_main", type);
    LLVMValueRef arguments[] = {x->l.GetParam(own, 0), x->l.GetParam(own, 1),
                                x->l.GetParam(own, 2)};
    x->l.PositionBuilderAtEnd(x->builder, x->l.AppendBasicBlockInContext(x->context, own, ""));
    x->l.BuildRet(x->builder, x->l.BuildCall2(x->builder, type, runtime, arguments, 3, ""));
}

static void instrument_functions(instrumenter *x)
{
    VEC(LLVMValueRef) functions = {0}; /* in the order of the module */
    for (LLVMValueRef f = x->l.GetFirstFunction(x->module); f; f = x->l.GetNextFunction(f))
        if (ir_is_instrumented(x, f))
            vec_push(&functions, f);
    for (size_t i = 0; i < functions.n; i++)
        ir_is_local(x, functions.at[i]); /* while all calls are still in their places */
    for (size_t i = 0; i < functions.n; i++)
        ir_instrument_function(x, functions.at[i]);
    vec_free(&functions);
}

static void carry_file(strbuf *text, const char *letters, const char *path)
{
    strbuf_printf(text, ".ascii \"%s\"\n.quad 2f-1f\n1:\n.incbin \"", letters);
    for (const char *c = path; *c; c++) {
        if (*c == '"' || *c == '\\')
            strbuf_putc(text, '\\');
        strbuf_putc(text, *c);
    }
    strbuf_puts(text, "\"\n2:\n.p2align 3\n");
}

/* In a section that is not loaded, one record behind the other (instrument/embedded.h). */
static void carry(instrumenter *x, const ir_instrument_options *options)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, ".section .tandem_bc,\"\",@progbits\n.p2align 3\n");
    carry_file(&text, "TANDEMBC", options->carry);
    if (options->carry_early)
        carry_file(&text, "TANDEMEB", options->carry_early);
    strbuf_puts(&text, ".text\n");
    x->l.AppendModuleInlineAsm(x->module, text.text, text.n);
    strbuf_free(&text);
}

/* Code of a program, not of a shared object: the runtime is linked into the same file. */
static bool is_for_program(const instrumenter *x)
{
    return x->l.GetModuleFlag(x->module, "PIE Level", 9) ||
           !x->l.GetModuleFlag(x->module, "PIC Level", 9);
}

static void make_near(instrumenter *x, LLVMValueRef global)
{
    size_t n;
    if (!x->l.IsDeclaration(global) || !text_begins(x->l.GetValueName2(global, &n), "tandem_"))
        return;
    if (x->l.IsAGlobalVariable(global) && x->l.IsThreadLocal(global))
        x->l.SetThreadLocalMode(global, LLVMLocalExecTLSModel);
    else if (x->l.GetFirstUse(global))
        x->l.SetVisibility(global, LLVMProtectedVisibility);
}

/* What the runtime defines is then found without a table of addresses; shared objects still find it there. */
static void make_runtime_near(instrumenter *x)
{
    if (!is_for_program(x))
        return;
    for (LLVMValueRef f = x->l.GetFirstFunction(x->module); f; f = x->l.GetNextFunction(f))
        make_near(x, f);
    for (LLVMValueRef g = x->l.GetFirstGlobal(x->module); g; g = x->l.GetNextGlobal(g))
        make_near(x, g);
}

/* The last one: what looks at expressions again where it is known that there are none. */
#define PASSES "always-inline,globaldce,function(early-cse,jump-threading)"

/* What the object carries is the module as it is before instrumentation. */
static bool write_carried(instrumenter *x, const char *path, char **error)
{
    strbuf bitcode = STRBUF_INIT;
    llvm_module_write(&x->l, x->module, &bitcode);
    bool good = folder_write(path, bitcode.text, bitcode.n);
    if (!good)
        *error = base_strdup("the bitcode that the object carries cannot be written");
    strbuf_free(&bitcode);
    return good;
}

/* Types of the debug information are used first, and dropped before there is much to do for them. */
static bool prepare(instrumenter *x, const ir_instrument_options *options, char **error)
{
    if (!ir_find_prototypes(x, error) ||
        (options->only_lines &&
         !llvm_module_optimize(&x->l, x->module, "strip-nonlinetable-debuginfo", error)) ||
        (options->early && options->carry_early &&
         !write_carried(x, options->carry_early, error)) ||
        (options->early && !ir_mark_branches(&x->l, x->context, x->module, error)))
        return false;
    return !options->carry || !(options->only_lines || options->early) ||
           write_carried(x, options->carry, error);
}

/* They are followed element by element. */
static bool has_vectors(const instrumenter *x)
{
    for (LLVMValueRef f = x->l.GetFirstFunction(x->module); f; f = x->l.GetNextFunction(f))
        for (LLVMBasicBlockRef b = x->l.GetFirstBasicBlock(f); b; b = x->l.GetNextBasicBlock(b))
            for (LLVMValueRef i = x->l.GetFirstInstruction(b); i; i = x->l.GetNextInstruction(i))
                if (x->l.GetTypeKind(x->l.TypeOf(i)) == LLVMVectorTypeKind ||
                    (x->l.GetInstructionOpcode(i) == LLVMStore &&
                     x->l.GetTypeKind(x->l.TypeOf(x->l.GetOperand(i, 0))) == LLVMVectorTypeKind))
                    return true;
    return false;
}

static bool change(instrumenter *x, const ir_instrument_options *options, char **error)
{
    prepare_types(x);
    if (!prepare(x, options, error))
        return false;
    if (has_vectors(x) && !llvm_module_optimize(&x->l, x->module, "function(scalarizer)", error))
        return false;
    ir_make_plain(&x->l, x->context, x->module);
    bool has_main = wrap_main(x);
    choose_functions(x);
    if (has_main)
        make_main(x);
    drop_promises(x);
    if (!link_inlines(x, error))
        return false;
    x->l.SetIsNewDbgInfoFormat(x->module, false); /* what describes variables moves with the code */
    ir_stretch_prepare(x);
    instrument_functions(x);
    ir_count_marks(&x->l, x->context, x->module, false);
    ir_describe_module(x);
    if (options->carry)
        carry(x, options);
    if (!llvm_module_verify(&x->l, x->module, error) ||
        !llvm_module_optimize(&x->l, x->module, PASSES, error))
        return false;
    make_runtime_near(x);
    return true;
}

static void instrumenter_release(instrumenter *x)
{
    vec_free(&x->sites);
    for (size_t i = 0; i < x->prototypes.n; i++) {
        free(x->prototypes.at[i].name);
        free(x->prototypes.at[i].signature);
    }
    vec_free(&x->prototypes);
    vec_free(&x->leaves);
    vec_free(&x->phis);
    vec_free(&x->all_phis);
    map_free(&x->tails);
    ir_stretch_release(x);
    map_free(&x->instrumented);
    map_free(&x->names);
    map_free(&x->symbolic);
    map_free(&x->shadows);
    map_free(&x->locals);
    if (x->builder)
        x->l.DisposeBuilder(x->builder);
    if (x->module)
        x->l.DisposeModule(x->module);
    if (x->context)
        x->l.ContextDispose(x->context);
}

static bool start(instrumenter *x, const char *bitcode, size_t n, char **error)
{
    if (!llvm_api_load_target(&x->l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    x->context = x->l.ContextCreate();
    x->module = llvm_module_read(&x->l, x->context, bitcode, n, error);
    return x->module != NULL;
}

bool ir_rename_main(const char *bitcode, size_t n, strbuf *out, char **error)
{
    instrumenter x = {0};
    bool good = start(&x, bitcode, n, error);
    if (good) {
        prepare_types(&x);
        if (wrap_main(&x))
            make_main(&x);
        llvm_module_write(&x.l, x.module, out);
    }
    instrumenter_release(&x);
    return good;
}

bool ir_instrument(const strbuf *bitcode, const ir_instrument_options *options, strbuf *out,
                   char **error)
{
    instrumenter x = {0};
    bool good = start(&x, bitcode->text, bitcode->n, error) && change(&x, options, error);
    if (good)
        llvm_module_write(&x.l, x.module, out);
    instrumenter_release(&x);
    return good;
}

bool ir_instrument_emit(const strbuf *bitcode, const ir_instrument_options *options,
                        ir_output output, const char *path, char **error)
{
    instrumenter x = {0};
    bool good =
        start(&x, bitcode->text, bitcode->n, error) && change(&x, options, error) &&
        llvm_module_emit(&x.l, x.module, output == IR_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile,
                         output == IR_QUICK_OBJECT, path, error);
    if (good && !ir_open_maps(path, output == IR_ASSEMBLY)) {
        *error = base_strdup(strerror(errno));
        good = false;
    }
    instrumenter_release(&x);
    return good;
}
