#include "instrument/builds/compares.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "instrument/counts.h"
#include "llvm/llvm_module.h"

typedef struct tracer {
    llvm_api l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i64, pointer, nothing;
} tracer;

static void call(tracer *t, const char *name, LLVMTypeRef type, LLVMValueRef *arguments)
{
    LLVMValueRef f = t->l.GetNamedFunction(t->module, name);
    if (!f)
        f = t->l.AddFunction(t->module, name, type);
    t->l.BuildCall2(t->builder, type, f, arguments, 2, "");
}

/* 0: none that there is a function for. */
static unsigned bytes_of(const tracer *t, LLVMValueRef value)
{
    LLVMTypeRef type = t->l.TypeOf(value);
    unsigned width = t->l.GetTypeKind(type) == LLVMIntegerTypeKind ? t->l.GetIntTypeWidth(type) : 0;
    return width == 8 || width == 16 || width == 32 || width == 64 ? width / 8 : 0;
}

static void before(tracer *t, LLVMValueRef i)
{
    t->l.PositionBuilderBefore(t->builder, i);
    t->l.SetCurrentDebugLocation2(t->builder, t->l.InstructionGetDebugLoc(i));
}

/* A constant comes first. */
static void compare(tracer *t, LLVMValueRef i)
{
    LLVMValueRef v[2] = {t->l.GetOperand(i, 0), t->l.GetOperand(i, 1)};
    unsigned bytes = bytes_of(t, v[0]);
    bool constant[2] = {t->l.IsConstant(v[0]), t->l.IsConstant(v[1])};
    if (!bytes || (constant[0] && constant[1]))
        return;
    if (constant[1]) {
        LLVMValueRef swapped = v[0];
        v[0] = v[1];
        v[1] = swapped;
    }
    LLVMTypeRef types[2] = {t->l.TypeOf(v[0]), t->l.TypeOf(v[0])};
    strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "__sanitizer_cov_trace_%scmp%u",
                  constant[0] || constant[1] ? "const_" : "", bytes);
    before(t, i);
    call(t, name.text, t->l.FunctionType(t->nothing, types, 2, false), v);
    strbuf_free(&name);
}

/* The number of cases, the width of the value, then they themselves. */
static void cases(tracer *t, LLVMValueRef i)
{
    LLVMValueRef value = t->l.GetOperand(i, 0);
    unsigned n = t->l.GetNumSuccessors(i) - 1, bytes = bytes_of(t, value);
    if (!bytes || t->l.IsConstant(value))
        return;
    VEC(LLVMValueRef) numbers = {0};
    vec_push(&numbers, t->l.ConstInt(t->i64, n, false));
    vec_push(&numbers, t->l.ConstInt(t->i64, 8 * bytes, false));
    for (unsigned k = 0; k < n; k++) /* operands: the value, the default, then pairs */
        vec_push(
            &numbers,
            t->l.ConstInt(t->i64, t->l.ConstIntGetZExtValue(t->l.GetOperand(i, 2 + 2 * k)), false));
    LLVMValueRef table = t->l.AddGlobal(t->module, t->l.ArrayType2(t->i64, numbers.n), "");
    t->l.SetInitializer(table, t->l.ConstArray2(t->i64, numbers.at, numbers.n));
    t->l.SetLinkage(table, LLVMPrivateLinkage);
    t->l.SetGlobalConstant(table, true);
    vec_free(&numbers);
    before(t, i);
    LLVMTypeRef types[2] = {t->i64, t->pointer};
    LLVMValueRef arguments[2] = {t->l.BuildZExt(t->builder, value, t->i64, ""), table};
    call(t, "__sanitizer_cov_trace_switch", t->l.FunctionType(t->nothing, types, 2, false),
         arguments);
}

static void change(tracer *t)
{
    t->builder = t->l.CreateBuilderInContext(t->context);
    t->i64 = t->l.Int64TypeInContext(t->context);
    t->pointer = t->l.PointerTypeInContext(t->context, 0);
    t->nothing = t->l.VoidTypeInContext(t->context);
    for (LLVMValueRef f = t->l.GetFirstFunction(t->module); f; f = t->l.GetNextFunction(f))
        for (LLVMBasicBlockRef b = t->l.GetFirstBasicBlock(f); b; b = t->l.GetNextBasicBlock(b))
            for (LLVMValueRef i = t->l.GetFirstInstruction(b); i; i = t->l.GetNextInstruction(i)) {
                if (t->l.GetInstructionOpcode(i) == LLVMICmp)
                    compare(t, i);
                else if (t->l.GetInstructionOpcode(i) == LLVMSwitch)
                    cases(t, i);
            }
    t->l.DisposeBuilder(t->builder);
}

bool ir_trace_compares(const char *bitcode, size_t n, strbuf *out, char **error)
{
    tracer t = {0};
    if (!llvm_api_load_target(&t.l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    t.context = t.l.ContextCreate();
    t.module = llvm_module_read(&t.l, t.context, bitcode, n, error);
    if (t.module) {
        change(&t);
        ir_count_marks(&t.l, t.context, t.module, true);
        llvm_module_write(&t.l, t.module, out);
        t.l.DisposeModule(t.module);
    }
    t.l.ContextDispose(t.context);
    return t.module != NULL;
}
