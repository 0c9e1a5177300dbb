/* Calls of LLVM's intrinsic functions. */
#include <string.h>

#include "ir/instrument_impl.h"

static bool begins(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* They say something to the compiler and compute nothing. */
static const char *const silent[] = {
    "llvm.dbg.",
    "llvm.lifetime.",
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

/* The result is the first argument. */
static void same(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef e = ir_shadow(x, x->l.GetOperand(i, 0), 0);
    if (!ir_is_zero(x, e))
        ir_shadow_set(x, i, e);
}

void ir_instrument_intrinsic(instrumenter *x, LLVMValueRef i, const char *name)
{
    for (size_t k = 0; k < sizeof silent / sizeof *silent; k++)
        if (begins(name, silent[k]))
            return;
    if (begins(name, "llvm.memcpy.") || begins(name, "llvm.memmove.")) {
        copy(x, i);
    } else if (begins(name, "llvm.memset.")) {
        fill(x, i);
    } else if (begins(name, "llvm.expect.") && ir_bits(x, x->l.TypeOf(i))) {
        same(x, i);
    } else {
        for (unsigned k = 0; k < x->l.GetNumArgOperands(i); k++)
            ir_concretize(x, i, x->l.GetOperand(i, k), TANDEM_WHY_INTRINSIC);
    }
}
