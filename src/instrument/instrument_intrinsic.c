/* Calls of LLVM's intrinsic functions. */
#include <string.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "instrument/instrument_impl.h"

/* They say something to the compiler and compute nothing. */
static const char *const silent[] = {
    "llvm.dbg.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.objectsize.",
    "llvm.is.constant",
    "llvm.prefetch",
    "llvm.stacksave",
    "llvm.invariant.",
    "llvm.trap",
    "llvm.ubsantrap",
    "llvm.debugtrap",
    "llvm.stackrestore",
    "llvm.frameaddress",
    "llvm.returnaddress",
    "llvm.experimental.noalias",
    "llvm.threadlocal.address",
    "llvm.va_end",
    "llvm.annotation.",
    "llvm.var.annotation",
    "llvm.eh.",
    "llvm.readcyclecounter",
    "llvm.pseudoprobe",
    "llvm.sideeffect",
};

static void copy(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef to = x->l.GetOperand(i, 0), from = x->l.GetOperand(i, 1),
                 n = x->l.GetOperand(i, 2);
    ir_before(x, i);
    INLINE_CALL(x, memcpy, to, from, ir_pattern(x, n), ir_shadow(x, to, 0), ir_shadow(x, from, 0),
                ir_shadow(x, n, 0));
}

static void fill(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef to = x->l.GetOperand(i, 0), byte = x->l.GetOperand(i, 1),
                 n = x->l.GetOperand(i, 2);
    ir_before(x, i);
    INLINE_CALL(x, memset, to, ir_pattern(x, byte), ir_pattern(x, n), ir_shadow(x, to, 0),
                ir_shadow(x, byte, 0), ir_shadow(x, n, 0));
}

/* Functions that are composed from the log's operators: by their names up to the type. */
static const struct {
    const char *name;
    tandem_i_function function;
    unsigned operands;
} composed[] = {
    {"llvm.smin.", TANDEM_I_SMIN, 2},         {"llvm.smax.", TANDEM_I_SMAX, 2},
    {"llvm.umin.", TANDEM_I_UMIN, 2},         {"llvm.umax.", TANDEM_I_UMAX, 2},
    {"llvm.abs.", TANDEM_I_ABS, 1},           {"llvm.ctpop.", TANDEM_I_ONES, 1},
    {"llvm.ctlz.", TANDEM_I_LEADING, 1},      {"llvm.cttz.", TANDEM_I_TRAILING, 1},
    {"llvm.bswap.", TANDEM_I_SWAP_BYTES, 1},  {"llvm.fshl.", TANDEM_I_FUNNEL_LEFT, 3},
    {"llvm.fshr.", TANDEM_I_FUNNEL_RIGHT, 3}, {"llvm.uadd.sat.", TANDEM_I_UADD_SAT, 2},
    {"llvm.usub.sat.", TANDEM_I_USUB_SAT, 2}, {"llvm.copysign.", TANDEM_I_COPYSIGN, 2},
};

/* These give the result and whether it is not the exact one. */
static const struct {
    const char *name;
    tandem_op op;
    tandem_i_function overflow;
} overflowing[] = {
    {"llvm.uadd.with.overflow.", TANDEM_ADD, TANDEM_I_UADD_OVERFLOW},
    {"llvm.sadd.with.overflow.", TANDEM_ADD, TANDEM_I_SADD_OVERFLOW},
    {"llvm.usub.with.overflow.", TANDEM_SUB, TANDEM_I_USUB_OVERFLOW},
    {"llvm.ssub.with.overflow.", TANDEM_SUB, TANDEM_I_SSUB_OVERFLOW},
    {"llvm.umul.with.overflow.", TANDEM_MUL, TANDEM_I_UMUL_OVERFLOW},
    {"llvm.smul.with.overflow.", TANDEM_MUL, TANDEM_I_SMUL_OVERFLOW},
};

/* NULL: nothing of it depends on inputs. */
static LLVMValueRef compose(instrumenter *x, LLVMValueRef i, tandem_i_function function,
                            unsigned operands)
{
    uint32_t registers[3] = {0};
    unsigned width = ir_bits(x, x->l.TypeOf(x->l.GetOperand(i, 0)));
    bool any = false;
    for (unsigned k = 0; k < operands; k++)
        any |= !ir_is_zero(x, ir_shadow(x, x->l.GetOperand(i, k), 0));
    for (unsigned k = 0; k < operands && any; k++)
        registers[k] = ir_register_of(x, x->l.GetOperand(i, k));
    return any ? ir_step(x, TANDEM_STEP_COMPOSE, width, registers[0], registers[1],
                         registers[2] | (uint32_t)function << 8)
               : NULL;
}

static bool try_composed(instrumenter *x, LLVMValueRef i, const char *name)
{
    unsigned width = ir_bits(x, x->l.TypeOf(i));
    if (!width)
        return text_begins(name, "llvm.fsh") &&
               ir_wide_funnel(x, i, text_begins(name, "llvm.fshl."));
    for (size_t k = 0; k < sizeof composed / sizeof *composed; k++) {
        if (!text_begins(name, composed[k].name) ||
            (composed[k].operands == 3 && width & (width - 1)))
            continue;
        ir_behind(x, i);
        LLVMValueRef e = compose(x, i, composed[k].function, composed[k].operands);
        if (e)
            ir_shadow_set(x, i, e);
        return true;
    }
    return false;
}

static bool try_overflowing(instrumenter *x, LLVMValueRef i, const char *name)
{
    if (ir_leaves(x, x->l.TypeOf(i)) != 2)
        return false;
    for (size_t k = 0; k < sizeof overflowing / sizeof *overflowing; k++) {
        if (!text_begins(name, overflowing[k].name))
            continue;
        ir_behind(x, i);
        LLVMValueRef overflow = compose(x, i, overflowing[k].overflow, 2);
        if (overflow) {
            LLVMValueRef result =
                ir_binary(x, overflowing[k].op, x->l.GetOperand(i, 0), x->l.GetOperand(i, 1));
            LLVMValueRef *leaves = ir_shadow_new(x, i);
            leaves[0] = result;
            leaves[1] = overflow;
        }
        return true;
    }
    return false;
}

static bool try_float(instrumenter *x, LLVMValueRef i, const char *name)
{
    unsigned width = ir_bits(x, x->l.TypeOf(i));
    tandem_op op = text_begins(name, "llvm.fabs.")   ? TANDEM_FABS
                   : text_begins(name, "llvm.sqrt.") ? TANDEM_FSQRT
                                                     : TANDEM_NONE;
    if (!width || op == TANDEM_NONE)
        return false;
    LLVMValueRef a = x->l.GetOperand(i, 0), e = ir_shadow(x, a, 0);
    ir_behind(x, i);
    if (!ir_is_zero(x, e))
        ir_shadow_set(x, i, ir_unary(x, op, width, width, a, e));
    return true;
}

/* A multiplication and an addition, where the machine does not do them as one. */
static bool try_multiply_add(instrumenter *x, LLVMValueRef i, const char *name)
{
    bool wide = ir_wide(x, x->l.TypeOf(i)) != 0;
    if (!text_begins(name, "llvm.fmuladd.") || (!ir_bits(x, x->l.TypeOf(i)) && !wide) ||
        ir_has_feature(x, x->function, "+fma"))
        return false;
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1), c = x->l.GetOperand(i, 2);
    ir_behind(x, i);
    if (wide)
        return ir_wide_multiply_add(x, i);
    LLVMValueRef e = ir_binary(x, TANDEM_FMUL, a, b), e_c = ir_shadow(x, c, 0);
    if (ir_is_zero(x, e) && ir_is_zero(x, e_c))
        return true;
    LLVMValueRef product = x->l.BuildFMul(x->builder, a, b, "");
    unsigned width = ir_bits(x, x->l.TypeOf(i));
    ir_shadow_set(
        x, i,
        ir_step(x, TANDEM_FADD, width, ir_register_with(x, product, e), ir_register_of(x, c), 0));
    return true;
}

/* The list itself is no input; the arguments are found through it. */
static bool try_variable(instrumenter *x, LLVMValueRef i, const char *name)
{
    enum { LIST_BYTES = 24 };
    LLVMValueRef list = x->l.GetOperand(i, 0);
    if (text_begins(name, "llvm.va_start")) {
        ir_behind(x, i);
        INLINE_CALL(x, forget, list, ir_number64(x, LIST_BYTES));
        INLINE_CALL(x, va_start, list, x->kept, ir_number(x, x->fixed_slots));
    } else if (text_begins(name, "llvm.va_copy")) {
        ir_before(x, i);
        INLINE_CALL(x, memcpy, list, x->l.GetOperand(i, 1), ir_number64(x, LIST_BYTES), x->zero,
                    x->zero, x->zero);
    } else {
        return false;
    }
    return true;
}

/* The result is the first argument. */
static void same(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef e = ir_shadow(x, x->l.GetOperand(i, 0), 0);
    if (!ir_is_zero(x, e))
        ir_shadow_set(x, i, e);
}

void ir_instrument_intrinsic(instrumenter *x, LLVMValueRef i, const char *name)
{
    if (ir_instrument_lifetime(x, i, name))
        return;
    for (size_t k = 0; k < sizeof silent / sizeof *silent; k++)
        if (text_begins(name, silent[k]))
            return;
    if (text_begins(name, "llvm.memcpy.") || text_begins(name, "llvm.memmove.")) {
        copy(x, i);
    } else if (text_begins(name, "llvm.memset.")) {
        fill(x, i);
    } else if (text_begins(name, "llvm.expect.") && ir_bits(x, x->l.TypeOf(i))) {
        same(x, i);
    } else if (!try_composed(x, i, name) && !try_overflowing(x, i, name) &&
               !try_float(x, i, name) && !try_multiply_add(x, i, name) &&
               !try_variable(x, i, name)) {
        for (unsigned k = 0; k < x->l.GetNumArgOperands(i); k++)
            ir_concretize(x, i, x->l.GetOperand(i, k), TANDEM_WHY_INTRINSIC);
    }
}

/* Rounding and the like are functions of libm for the log, as they are for the machine unless it
 * has instructions for them. */
static const struct {
    const char *name, *function;
} library[] = {
    {"floor", "floor"},
    {"ceil", "ceil"},
    {"trunc", "trunc"},
    {"rint", "rint"},
    {"nearbyint", "nearbyint"},
    {"round", "round"},
    {"roundeven", "roundeven"},
    {"minnum", "fmin"},
    {"maxnum", "fmax"},
    {"fma", "fma"},
    {"sin", "sin"},
    {"cos", "cos"},
    {"exp", "exp"},
    {"exp2", "exp2"},
    {"log", "log"},
    {"log2", "log2"},
    {"log10", "log10"},
    {"pow", "pow"},
    {"lrint", "lrint"},
    {"lround", "lround"},
    {"llrint", "llrint"},
    {"llround", "llround"},
    {"tan", "tan"},
};

/* The function of libm for an intrinsic; false: there is none. */
static bool library_name(const instrumenter *x, LLVMValueRef i, const char *name, strbuf *out)
{
    LLVMTypeKind kind = x->l.GetTypeKind(x->l.TypeOf(x->l.GetOperand(i, 0)));
    if (!text_begins(name, "llvm.") || (kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind))
        return false;
    for (size_t k = 0; k < sizeof library / sizeof *library; k++) {
        size_t n = strlen(library[k].name);
        if (strncmp(name + 5, library[k].name, n) || name[5 + n] != '.')
            continue;
        strbuf_printf(out, "%s%s", library[k].function, kind == LLVMFloatTypeKind ? "f" : "");
        return true;
    }
    return false;
}

static void replace_by_library(instrumenter *x, LLVMValueRef i, const char *name)
{
    LLVMTypeRef type = x->l.GetCalledFunctionType(i);
    LLVMValueRef f = x->l.GetNamedFunction(x->module, name);
    if (!f)
        f = x->l.AddFunction(x->module, name, type);
    if (x->l.GlobalGetValueType(f) != type)
        return;
    LLVMValueRef arguments[3];
    unsigned n = x->l.GetNumArgOperands(i);
    for (unsigned k = 0; k < n && k < 3; k++)
        arguments[k] = x->l.GetOperand(i, k);
    ir_before(x, i);
    LLVMValueRef call = x->l.BuildCall2(x->builder, type, f, arguments, n < 3 ? n : 3, "");
    x->l.ReplaceAllUsesWith(i, call);
    x->l.InstructionEraseFromParent(i);
}

void ir_use_library(instrumenter *x, LLVMValueRef function)
{
    if (ir_has_feature(x, function, "+sse4.1")) /* -lm may not be there */
        return;
    for (LLVMBasicBlockRef b = x->l.GetFirstBasicBlock(function); b; b = x->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = x->l.GetFirstInstruction(b), next; i; i = next) {
            next = x->l.GetNextInstruction(i);
            if (!x->l.IsACallInst(i) || !x->l.IsAFunction(x->l.GetCalledValue(i)) ||
                !x->l.GetNumArgOperands(i))
                continue;
            size_t n;
            strbuf name = STRBUF_INIT;
            if (library_name(x, i, x->l.GetValueName2(x->l.GetCalledValue(i), &n), &name))
                replace_by_library(x, i, name.text);
            strbuf_free(&name);
        }
}
