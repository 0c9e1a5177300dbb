#include "instrument/before/plain.h"

#include "base/text.h"

typedef struct plainer {
    const llvm_api *l;
    LLVMContextRef context;
    LLVMBuilderRef builder;
} plainer;

static LLVMValueRef number(const plainer *p, LLVMValueRef like, uint64_t n)
{
    return p->l->ConstInt(p->l->TypeOf(like), n, false);
}

/* Bits of an integer of at most 64; 0: it is none. */
static unsigned width_of(const plainer *p, LLVMTypeRef type)
{
    unsigned n = p->l->GetTypeKind(type) == LLVMIntegerTypeKind ? p->l->GetIntTypeWidth(type) : 0;
    return n <= 64 ? n : 0;
}

static LLVMValueRef right(const plainer *p, LLVMValueRef x, unsigned by)
{
    return p->l->BuildLShr(p->builder, x, number(p, x, by), "");
}

static LLVMValueRef masked(const plainer *p, LLVMValueRef x, uint64_t mask)
{
    return p->l->BuildAnd(p->builder, x, number(p, x, mask), "");
}

/* ---- Classes of floating-point numbers ------------------------------------------------------------------------- */

/* In the order of the patterns of their bits without the sign. */
enum { ZERO, SUBNORMAL, NORMAL, INFINITE, SIGNALLING, QUIET, CLASSES };

/* Bits of the operand of llvm.is.fpclass. */
static const unsigned negative_bit[CLASSES] = {1 << 5, 1 << 4, 1 << 3, 1 << 2, 1 << 0, 1 << 1},
                      positive_bit[CLASSES] = {1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 0, 1 << 1};

/* A number as its sign and a key that has the order of the patterns; each class is a range of keys. */
typedef struct pattern {
    LLVMValueRef sign, key;
    uint64_t first[CLASSES + 1]; /* key of each class; the last: behind all */
} pattern;

static void short_pattern(const plainer *p, LLVMValueRef x, unsigned width, unsigned fraction,
                          pattern *out)
{
    LLVMValueRef bits =
        p->l->BuildBitCast(p->builder, x, p->l->IntTypeInContext(p->context, width), "");
    uint64_t sign = UINT64_C(1) << (width - 1), one = UINT64_C(1) << fraction,
             infinity = sign - one;
    *out = (pattern){
        .sign = p->l->BuildICmp(p->builder, LLVMIntSLT, bits, number(p, bits, 0), ""),
        .key = masked(p, bits, sign - 1),
        .first = {0, 1, one, infinity, infinity + 1, infinity + one / 2, sign},
    };
}

/* Of a long double the exponent, then whether the fraction has its first bit, then whether it has any. One whose
 * written first digit is not what the exponent says is no number. */
static void long_pattern(const plainer *p, LLVMValueRef x, pattern *out)
{
    enum { KEY_BITS = 2 };
    static const uint64_t infinity = UINT64_C(0x7fff) << KEY_BITS;
    const llvm_api *l = p->l;
    LLVMTypeRef i64 = l->Int64TypeInContext(p->context);
    LLVMValueRef bits = l->BuildBitCast(p->builder, x, l->IntTypeInContext(p->context, 80), "");
    LLVMValueRef low = l->BuildTrunc(p->builder, bits, i64, "");
    LLVMValueRef high = l->BuildTrunc(p->builder, right(p, bits, 64), i64, "");
    LLVMValueRef zero = number(p, low, 0), exponent = masked(p, high, 0x7fff);
    LLVMValueRef digit = l->BuildICmp(p->builder, LLVMIntSLT, low, zero, "");
    LLVMValueRef large = l->BuildICmp(p->builder, LLVMIntNE, exponent, zero, "");
    LLVMValueRef fraction = masked(p, low, INT64_MAX);
    LLVMValueRef any = l->BuildICmp(p->builder, LLVMIntNE, fraction, zero, "");
    LLVMValueRef key = l->BuildShl(p->builder, exponent, number(p, low, KEY_BITS), "");
    LLVMValueRef quiet = masked(p, right(p, fraction, 61), 2);
    key = l->BuildOr(p->builder, key, quiet, "");
    key = l->BuildOr(p->builder, key, l->BuildZExt(p->builder, any, i64, ""), "");
    LLVMValueRef good = l->BuildICmp(p->builder, LLVMIntEQ, digit, large, "");
    *out = (pattern){
        .sign = l->BuildICmp(p->builder, LLVMIntNE, masked(p, high, 0x8000), zero, ""),
        .key = l->BuildSelect(p->builder, good, key, number(p, low, infinity + 2), ""),
        .first = {0, 1, 1 << KEY_BITS, infinity, infinity + 1, infinity + 2, infinity + 4},
    };
}

static LLVMValueRef either(const plainer *p, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : p->l->BuildOr(p->builder, a, b, "");
}

/* Whether it is in one of a set of classes; NULL: the set is empty. */
static LLVMValueRef in_classes(const plainer *p, const pattern *of, const bool *wanted)
{
    LLVMValueRef found = NULL;
    for (int c = 0; c < CLASSES; c++) {
        int begin = c;
        while (c < CLASSES && wanted[c])
            c++;
        if (c == begin)
            continue;
        LLVMValueRef from = number(p, of->key, of->first[begin]);
        LLVMValueRef room = number(p, of->key, of->first[c] - of->first[begin]);
        LLVMValueRef off = p->l->BuildSub(p->builder, of->key, from, "");
        found = either(p, found, p->l->BuildICmp(p->builder, LLVMIntULT, off, room, ""));
    }
    return found;
}

/* One of two sets by the sign; NULL: both are empty. */
static LLVMValueRef with_sign(const plainer *p, const pattern *of, LLVMValueRef positive,
                              LLVMValueRef negative)
{
    if (negative)
        negative = p->l->BuildAnd(p->builder, of->sign, negative, "");
    if (positive)
        positive =
            p->l->BuildAnd(p->builder, p->l->BuildNot(p->builder, of->sign, ""), positive, "");
    return either(p, positive, negative);
}

static LLVMValueRef float_class(const plainer *p, LLVMValueRef call)
{
    LLVMValueRef x = p->l->GetOperand(call, 0);
    uint64_t test = p->l->ConstIntGetZExtValue(p->l->GetOperand(call, 1));
    pattern of;
    switch (p->l->GetTypeKind(p->l->TypeOf(x))) {
    case LLVMFloatTypeKind:
        short_pattern(p, x, 32, 23, &of);
        break;
    case LLVMDoubleTypeKind:
        short_pattern(p, x, 64, 52, &of);
        break;
    case LLVMX86_FP80TypeKind:
        long_pattern(p, x, &of);
        break;
    default:
        return NULL;
    }
    bool both[CLASSES], positive[CLASSES], negative[CLASSES];
    for (int c = 0; c < CLASSES; c++) {
        bool plus = test & positive_bit[c], minus = test & negative_bit[c];
        both[c] = plus && minus;
        positive[c] = plus && !minus;
        negative[c] = minus && !plus;
    }
    LLVMValueRef found =
        either(p, in_classes(p, &of, both),
               with_sign(p, &of, in_classes(p, &of, positive), in_classes(p, &of, negative)));
    return found ? found : p->l->ConstNull(p->l->TypeOf(call));
}

/* ---- Integers -------------------------------------------------------------------------------------------------- */

static LLVMValueRef reversed(const plainer *p, LLVMValueRef call)
{
    LLVMValueRef x = p->l->GetOperand(call, 0);
    unsigned width = width_of(p, p->l->TypeOf(x));
    if (!width || width & (width - 1))
        return NULL;
    for (unsigned n = 1; n < width; n *= 2) { /* neighbours of n bits change places */
        uint64_t mask = UINT64_MAX / ((UINT64_C(1) << n) + 1) >> (64 - width);
        LLVMValueRef down = masked(p, right(p, x, n), mask);
        LLVMValueRef up = p->l->BuildShl(p->builder, masked(p, x, mask), number(p, x, n), "");
        x = p->l->BuildOr(p->builder, down, up, "");
    }
    return x;
}

/* Signed: an overflow has the sign of a, and the limit of that side is the result. */
static LLVMValueRef saturated(const plainer *p, LLVMValueRef call, bool minus)
{
    const llvm_api *l = p->l;
    LLVMValueRef a = l->GetOperand(call, 0), b = l->GetOperand(call, 1);
    unsigned width = width_of(p, l->TypeOf(a));
    if (!width)
        return NULL;
    LLVMValueRef exact =
        minus ? l->BuildSub(p->builder, a, b, "") : l->BuildAdd(p->builder, a, b, "");
    LLVMValueRef turned = l->BuildXor(p->builder, a, exact, "");
    LLVMValueRef sides = l->BuildXor(p->builder, b, minus ? a : exact, "");
    LLVMValueRef over = l->BuildAnd(p->builder, turned, sides, "");
    over = l->BuildICmp(p->builder, LLVMIntSLT, over, number(p, a, 0), "");
    LLVMValueRef limit = l->BuildAShr(p->builder, a, number(p, a, width - 1), "");
    limit = l->BuildXor(p->builder, limit, number(p, a, (UINT64_C(1) << (width - 1)) - 1), "");
    return l->BuildSelect(p->builder, over, limit, exact, "");
}

static LLVMValueRef plus(const plainer *p, LLVMValueRef call)
{
    return saturated(p, call, false);
}

static LLVMValueRef minus(const plainer *p, LLVMValueRef call)
{
    return saturated(p, call, true);
}

/* -1, 0 or 1. */
static LLVMValueRef compared(const plainer *p, LLVMValueRef call, LLVMIntPredicate more,
                             LLVMIntPredicate less)
{
    const llvm_api *l = p->l;
    LLVMValueRef a = l->GetOperand(call, 0), b = l->GetOperand(call, 1);
    LLVMTypeRef type = l->TypeOf(call);
    if (!width_of(p, l->TypeOf(a)) || !width_of(p, type))
        return NULL;
    LLVMValueRef above = l->BuildICmp(p->builder, more, a, b, "");
    LLVMValueRef below = l->BuildICmp(p->builder, less, a, b, "");
    return l->BuildSub(p->builder, l->BuildZExt(p->builder, above, type, ""),
                       l->BuildZExt(p->builder, below, type, ""), "");
}

static LLVMValueRef compared_signed(const plainer *p, LLVMValueRef call)
{
    return compared(p, call, LLVMIntSGT, LLVMIntSLT);
}

static LLVMValueRef compared_unsigned(const plainer *p, LLVMValueRef call)
{
    return compared(p, call, LLVMIntUGT, LLVMIntULT);
}

/* ---- All of them ----------------------------------------------------------------------------------------------- */

/* By their names up to the type; each gives the value that stands for the call, or NULL: it stays. */
static const struct {
    const char *name;
    LLVMValueRef (*make)(const plainer *p, LLVMValueRef call);
} made[] = {
    {"llvm.is.fpclass.", float_class}, {"llvm.bitreverse.", reversed},
    {"llvm.sadd.sat.", plus},          {"llvm.ssub.sat.", minus},
    {"llvm.scmp.", compared_signed},   {"llvm.ucmp.", compared_unsigned},
};

static void replace_calls(const plainer *p, LLVMValueRef f,
                          LLVMValueRef (*make)(const plainer *p, LLVMValueRef call))
{
    LLVMUseRef next;
    for (LLVMUseRef u = p->l->GetFirstUse(f); u; u = next) {
        LLVMValueRef call = p->l->GetUser(u);
        next = p->l->GetNextUse(u);
        p->l->PositionBuilderBefore(p->builder, call);
        p->l->SetCurrentDebugLocation2(p->builder, p->l->InstructionGetDebugLoc(call));
        LLVMValueRef value = make(p, call);
        if (!value)
            continue;
        p->l->ReplaceAllUsesWith(call, value);
        p->l->InstructionEraseFromParent(call);
    }
}

void ir_make_plain(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module)
{
    plainer p = {.l = l, .context = context, .builder = l->CreateBuilderInContext(context)};
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f)) {
        size_t n;
        const char *name = l->GetValueName2(f, &n);
        for (size_t i = 0; i < sizeof made / sizeof *made; i++)
            if (text_begins(name, made[i].name))
                replace_calls(&p, f, made[i].make);
    }
    l->DisposeBuilder(p.builder);
}
