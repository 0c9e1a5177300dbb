#include "prove/native/prepare.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "llvm/llvm_module.h"

#define LAYOUT_64 "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
enum { MAX_DEPTH = 32 };

typedef struct preparing {
    const llvm_api *l;
    LLVMContextRef context;
    LLVMModuleRef module;
    const char *entry;
    bool ilp32;
    strbuf *text;
    native_stubs *stubs;
    const char *why;
} preparing;

static bool refuse(preparing *p, const char *why)
{
    p->why = p->why ? p->why : why;
    return false;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *const renamed[][2] = {
    {"malloc", "tandem_malloc"},
    {"calloc", "tandem_calloc"},
    {"realloc", "tandem_realloc"},
    {"free", "tandem_free"},
    {"abort", "tandem_end"},
    {"exit", "tandem_end"},
    {"_exit", "tandem_end"},
    {"printf", "tandem_output"},
    {"puts", "tandem_output"},
    {"putchar", "tandem_output"},
    {"__assert_fail", "tandem_assert_fail"},
};

static void rename_declared(preparing *p, LLVMValueRef f, const char *name)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (strcmp(name, renamed[i][0]))
            continue;
        /* Two may become one. */
        LLVMValueRef other = p->l->GetNamedFunction(p->module, renamed[i][1]);
        if (other)
            p->l->ReplaceAllUsesWith(f, other);
        else
            p->l->SetValueName2(f, renamed[i][1], strlen(renamed[i][1]));
        return;
    }
}

/* ---- Stubs ----------------------------------------------------------------------------------- */

static bool is_unsigned_name(const char *name)
{
    static const char verifier[] = "__VERIFIER_nondet_";
    const char *type = name + sizeof verifier - 1;
    return text_begins(name, verifier) &&
           (*type == 'u' || text_begins(type, "bool") || text_begins(type, "size"));
}

static const char *c_type(const native_stub *s)
{
    if (s->real)
        return s->width == 32 ? "float" : "double";
    switch (s->width) {
    case 1:
        return "_Bool";
    case 8:
        return s->is_unsigned ? "uint8_t" : "int8_t";
    case 16:
        return s->is_unsigned ? "uint16_t" : "int16_t";
    case 32:
        return s->is_unsigned ? "uint32_t" : "int32_t";
    case 64:
        return s->is_unsigned ? "uint64_t" : "int64_t";
    default:
        return NULL;
    }
}

/* Of a value from outside; its width is 0 where there is no input of that type. */
static native_stub stub_of(const preparing *p, LLVMTypeRef type, const char *name)
{
    LLVMTypeKind kind = p->l->GetTypeKind(type);
    native_stub s = {.is_unsigned = is_unsigned_name(name)};
    s.real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    s.width = kind == LLVMIntegerTypeKind ? p->l->GetIntTypeWidth(type)
              : kind == LLVMFloatTypeKind ? 32
              : s.real                    ? 64
                                          : 0;
    return s;
}

/* Such a value as a C expression. */
static bool put_input(preparing *p, native_stub s, const char *name)
{
    if (!c_type(&s))
        return refuse(p, "an input that is no number");
    if (s.real)
        strbuf_printf(p->text, "(%s)tandem_real(%zu, HERE)", c_type(&s), p->stubs->n);
    else
        strbuf_printf(p->text, "(%s)tandem_input(%zu, %u, HERE)", c_type(&s), p->stubs->n, s.width);
    s.name = base_strdup(name);
    vec_push(p->stubs, s);
    return true;
}

static bool put_stub(preparing *p, LLVMValueRef f, const char *name)
{
    native_stub s = stub_of(p, p->l->GetReturnType(p->l->GlobalGetValueType(f)), name);
    strbuf_printf(p->text, "%s %s(void) { return ", c_type(&s) ? c_type(&s) : "", name);
    bool good = put_input(p, s, name);
    strbuf_puts(p->text, "; }\n");
    return good;
}

/* Of main with two parameters the first is how many arguments there are: one. */
static bool put_call(preparing *p, LLVMValueRef f)
{
    unsigned n = p->l->CountParams(f);
    bool arguments = n > 1 && !strcmp(p->entry, "main");
    strbuf_puts(p->text, "extern void tandem_main();\nvoid tandem_program(void)\n{\n"
                         "    static char *argv[] = {(char *)\"program\", 0, 0};\n"
                         "    ((void (*)(");
    for (unsigned k = 0; k < n; k++) {
        native_stub s = stub_of(p, p->l->TypeOf(p->l->GetParam(f, k)), "");
        const char *c = arguments && k ? "char **" : c_type(&s);
        if (!c)
            return refuse(p, "a parameter that is no number");
        strbuf_printf(p->text, "%s%s", k ? ", " : "", c);
    }
    strbuf_puts(p->text, n ? "))tandem_main)(" : "void))tandem_main)(");
    for (unsigned k = 0; k < n; k++) {
        size_t length;
        LLVMValueRef parameter = p->l->GetParam(f, k);
        const char *name = p->l->GetValueName2(parameter, &length);
        native_stub s = stub_of(p, p->l->TypeOf(parameter), name);
        s.parameter = true;
        strbuf_puts(p->text, k ? ", " : "");
        if (arguments)
            strbuf_puts(p->text, !k ? "1" : k == 1 ? "argv" : "argv + 1");
        else if (!put_input(p, s, name))
            return false;
    }
    strbuf_puts(p->text, ");\n}\n");
    return true;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A call of a function that is only declared, or an access whose place is computed. */
static bool may_go_wrong(const llvm_api *l, LLVMValueRef i)
{
    LLVMOpcode op = l->GetInstructionOpcode(i);
    if (op == LLVMLoad || op == LLVMStore) {
        LLVMValueRef place = l->GetOperand(i, op == LLVMStore);
        return !l->IsAAllocaInst(place) && l->GetValueKind(place) != LLVMGlobalVariableValueKind;
    }
    if (op != LLVMCall)
        return false;
    size_t n;
    LLVMValueRef callee = l->GetCalledValue(i);
    if (l->GetValueKind(callee) != LLVMFunctionValueKind)
        return true;
    const char *name = l->GetValueName2(callee, &n);
    return l->IsDeclaration(callee) &&
           (!text_begins(name, "llvm.") || text_begins(name, "llvm.mem"));
}

/* Before each of these its line is noted. */
static void note_lines(preparing *p, LLVMValueRef f, LLVMValueRef line, LLVMBuilderRef builder)
{
    const llvm_api *l = p->l;
    LLVMTypeRef number = l->Int32TypeInContext(p->context);
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i)) {
            if (!may_go_wrong(l, i) || !l->GetDebugLocLine(i))
                continue;
            l->PositionBuilderBefore(builder, i);
            l->BuildStore(builder, l->ConstInt(number, l->GetDebugLocLine(i), 0), line);
        }
}

static bool holds_pointer(const preparing *p, LLVMTypeRef type, int depth)
{
    const llvm_api *l = p->l;
    LLVMTypeKind kind = l->GetTypeKind(type);
    if (kind == LLVMPointerTypeKind || depth > MAX_DEPTH)
        return true;
    if (kind == LLVMArrayTypeKind)
        return holds_pointer(p, l->GetElementType(type), depth + 1);
    for (unsigned k = 0; kind == LLVMStructTypeKind && k < l->CountStructElementTypes(type); k++)
        if (holds_pointer(p, l->StructGetTypeAtIndex(type, k), depth + 1))
            return true;
    return false;
}

/* ---- Variables that are not initialised ------------------------------------------------------ */

static bool uses(const llvm_api *l, LLVMValueRef i, LLVMValueRef value)
{
    for (int k = 0; k < l->GetNumOperands(i); k++)
        if (l->GetOperand(i, (unsigned)k) == value)
            return true;
    return false;
}

/* The first use of a variable in the text, behind the beginning of its scope, does not write all of it. */
static bool may_be_read(const llvm_api *l, LLVMValueRef start, LLVMValueRef variable)
{
    LLVMBasicBlockRef b = l->GetInstructionParent(start);
    for (LLVMValueRef i = l->GetNextInstruction(start); b;) {
        for (; i; i = l->GetNextInstruction(i)) {
            size_t n;
            LLVMOpcode op = l->GetInstructionOpcode(i);
            if (!uses(l, i, variable))
                continue;
            if (op == LLVMStore)
                return l->GetOperand(i, 1) != variable;
            if (op != LLVMCall)
                return true;
            const char *name = l->GetValueName2(l->GetCalledValue(i), &n);
            if (text_begins(name, "llvm.mem"))
                return false;
            if (!text_begins(name, "llvm."))
                return true;
        }
        b = l->GetNextBasicBlock(b);
        i = b ? l->GetFirstInstruction(b) : NULL;
    }
    return false;
}

static uint64_t unit_of(const preparing *p, LLVMTypeRef type)
{
    const llvm_api *l = p->l;
    LLVMTypeKind kind = l->GetTypeKind(type);
    while (kind == LLVMArrayTypeKind ||
           (kind == LLVMStructTypeKind && l->CountStructElementTypes(type))) {
        type =
            kind == LLVMArrayTypeKind ? l->GetElementType(type) : l->StructGetTypeAtIndex(type, 0);
        kind = l->GetTypeKind(type);
    }
    return kind == LLVMIntegerTypeKind ? (l->GetIntTypeWidth(type) + 7) / 8 : 4;
}

/* They may hold anything: inputs, when they come into scope. Pointers are left alone. */
static void fill_variables(preparing *p, LLVMValueRef f, LLVMBuilderRef builder)
{
    const llvm_api *l = p->l;
    LLVMTypeRef number = l->Int64TypeInContext(p->context);
    LLVMTypeRef types[] = {l->PointerTypeInContext(p->context, 0), number, number};
    LLVMTypeRef type = l->FunctionType(l->VoidTypeInContext(p->context), types, 3, 0);
    LLVMValueRef garbage = l->GetNamedFunction(p->module, "tandem_garbage");
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i)) {
            size_t n;
            if (l->GetInstructionOpcode(i) != LLVMCall ||
                !text_begins(l->GetValueName2(l->GetCalledValue(i), &n), "llvm.lifetime.start"))
                continue;
            LLVMValueRef variable = l->GetOperand(i, 1);
            if (!l->IsAAllocaInst(variable) || !may_be_read(l, i, variable))
                continue;
            LLVMTypeRef held = l->GetAllocatedType(variable);
            if (holds_pointer(p, held, 0))
                continue;
            if (!garbage)
                garbage = l->AddFunction(p->module, "tandem_garbage", type);
            LLVMValueRef args[] = {
                variable,
                l->ConstInt(number, l->ABISizeOfType(l->GetModuleDataLayout(p->module), held), 0),
                l->ConstInt(number, unit_of(p, held), 0)};
            l->PositionBuilderBefore(builder, l->GetNextInstruction(i));
            i = l->BuildCall2(builder, type, garbage, args, 3, "");
        }
}

/* ---- 32 bits --------------------------------------------------------------------------------- */

/* Pointers have 64 bits here: where they lie in memory beside others, sizes would be wrong. */
static bool fits_64(const preparing *p, LLVMValueRef f)
{
    const llvm_api *l = p->l;
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i)) {
            LLVMOpcode op = l->GetInstructionOpcode(i);
            LLVMTypeRef type = op == LLVMAlloca          ? l->GetAllocatedType(i)
                               : op == LLVMGetElementPtr ? l->GetGEPSourceElementType(i)
                                                         : NULL;
            bool alone = op == LLVMAlloca && l->GetTypeKind(type) == LLVMPointerTypeKind;
            if (type && !alone && holds_pointer(p, type, 0))
                return false;
        }
    return true;
}

static void become_64(preparing *p, LLVMValueRef f)
{
    static const char *const attributes[] = {"target-cpu", "target-features", "tune-cpu"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        p->l->RemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, attributes[i],
                                           (unsigned)strlen(attributes[i]));
}

/* ---- All ------------------------------------------------------------------------------------- */

static void prepare_function(preparing *p, LLVMValueRef f, LLVMValueRef line,
                             LLVMBuilderRef builder)
{
    static const char red_zones[] = "sanitize_address";
    unsigned kind = p->l->GetEnumAttributeKindForName(red_zones, sizeof red_zones - 1);
    fill_variables(p, f, builder);
    note_lines(p, f, line, builder);
    p->l->AddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                              p->l->CreateEnumAttribute(p->context, kind, 0));
}

static bool prepare_module(preparing *p)
{
    const llvm_api *l = p->l;
    LLVMValueRef entry = l->GetNamedFunction(p->module, p->entry);
    if (!entry || l->IsDeclaration(entry))
        return refuse(p, "there is no function to start with");
    LLVMValueRef line = l->AddGlobal(p->module, l->Int32TypeInContext(p->context), "tandem_line");
    LLVMBuilderRef builder = l->CreateBuilderInContext(p->context);
    native_stub garbage = {
        .name = base_strdup("uninitialised memory"), .width = 64, .parameter = true};
    vec_push(p->stubs, garbage);
    bool good = true;
    for (LLVMValueRef f = l->GetFirstFunction(p->module), next; f && good; f = next) {
        size_t n;
        const char *name = l->GetValueName2(f, &n);
        next = l->GetNextFunction(f);
        if (p->ilp32)
            become_64(p, f);
        if (p->ilp32 && !fits_64(p, f))
            good = refuse(p, "pointers of 32 bits in memory");
        else if (!l->IsDeclaration(f))
            prepare_function(p, f, line, builder);
        else if (text_begins(name, "unknown") || text_begins(name, "__VERIFIER_nondet_"))
            good = put_stub(p, f, name);
        else
            rename_declared(p, f, name);
    }
    l->DisposeBuilder(builder);
    good = good && put_call(p, entry);
    l->SetLinkage(entry, LLVMExternalLinkage);
    l->SetValueName2(entry, "tandem_main", strlen("tandem_main"));
    if (p->ilp32) {
        l->SetTarget(p->module, "x86_64-pc-linux-gnu");
        l->SetDataLayout(p->module, LAYOUT_64);
    }
    return good;
}

static void be_silent(LLVMDiagnosticInfoRef info, void *context) {}

bool native_prepare(strbuf *bitcode, const char *entry, bool ilp32, strbuf *text,
                    native_stubs *stubs, char **why)
{
    llvm_api l;
    if (!llvm_api_load(&l)) {
        *why = base_strdup("LLVM 19 cannot be loaded");
        return false;
    }
    preparing p = {.l = &l, .entry = entry, .ilp32 = ilp32, .text = text, .stubs = stubs};
    p.context = l.ContextCreate();
    l.ContextSetDiagnosticHandler(p.context, be_silent, NULL);
    p.module = llvm_module_read(&l, p.context, bitcode->text, bitcode->n, why);
    bool good = p.module && prepare_module(&p);
    if (good) {
        strbuf_clear(bitcode);
        llvm_module_write(&l, p.module, bitcode);
    } else if (p.why) {
        *why = base_strdup(p.why);
    }
    if (p.module)
        l.DisposeModule(p.module);
    l.ContextDispose(p.context);
    return good;
}

void native_stubs_free(native_stubs *stubs)
{
    for (size_t i = 0; i < stubs->n; i++)
        free(stubs->at[i].name);
    vec_free(stubs);
}
