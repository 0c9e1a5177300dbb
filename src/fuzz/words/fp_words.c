#include "fuzz/words/fp_words.h"

#include <math.h>
#include <string.h>

#include "term/float/fp_fast.h"

static double get64(uint64_t w)
{
    double x;
    memcpy(&x, &w, 8);
    return x;
}

static float get32(uint64_t w)
{
    uint32_t low = (uint32_t)w;
    float x;
    memcpy(&x, &low, 4);
    return x;
}

/* Comparisons and classes are the same for a Float32 and the double it becomes, but for
 * subnormals. */
static double get(uint64_t w, unsigned width)
{
    return width == 64 ? get64(w) : (double)get32(w);
}

static uint64_t one_nan(uint64_t bits, unsigned width)
{
    if (width == 64)
        return (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000) ? UINT64_C(0x7ff8000000000000)
                                                                 : bits;
    return (bits & INT32_MAX) > 0x7f800000 ? 0x7fc00000 : bits;
}

static fp_format format_of(uint64_t width)
{
    return width == 64 ? (fp_format){11, 53} : (fp_format){8, 24};
}

static term_op op_of(uint16_t op)
{
    static const term_op ops[FUZZ_OP_COUNT] = {
        [FUZZ_FP_ADD] = OP_FP_ADD, [FUZZ_FP_SUB] = OP_FP_SUB,    [FUZZ_FP_MUL] = OP_FP_MUL,
        [FUZZ_FP_DIV] = OP_FP_DIV, [FUZZ_FP_SQRT] = OP_FP_SQRT,  [FUZZ_FP_FMA] = OP_FP_FMA,
        [FUZZ_FP_REM] = OP_FP_REM, [FUZZ_FP_ROUND] = OP_FP_ROUND};
    return ops[op];
}

/* What the hardware cannot do (rounding to nearest away), exactly and slowly. */
static uint64_t slow_arithmetic(uint16_t op, fp_format f, fp_rounding rm, const uint64_t *words)
{
    softfp x[3], r, t;
    mpz_t bits;
    mpz_init(bits);
    softfp_init(&r);
    softfp_init(&t);
    for (int i = 0; i < 3; i++) {
        mpz_set_ui(bits, words[i]);
        softfp_init(&x[i]);
        softfp_unpack(&x[i], f, bits);
    }
    uint32_t precision = f.significand + 2;
    switch (op) {
    case FUZZ_FP_SUB:
        x[1].negative = !x[1].negative;
        softfp_add(&r, &x[0], &x[1], rm, precision);
        break;
    case FUZZ_FP_ADD:
        softfp_add(&r, &x[0], &x[1], rm, precision);
        break;
    case FUZZ_FP_MUL:
        softfp_mul(&r, &x[0], &x[1]);
        break;
    case FUZZ_FP_DIV:
        softfp_div(&r, &x[0], &x[1], precision);
        break;
    case FUZZ_FP_SQRT:
        softfp_sqrt(&r, &x[0], precision);
        break;
    case FUZZ_FP_FMA:
        softfp_mul(&t, &x[0], &x[1]);
        softfp_add(&r, &t, &x[2], rm, precision);
        break;
    default:
        softfp_to_integral(&r, &x[0], rm);
    }
    softfp_round(f, rm, &r, bits);
    uint64_t result = mpz_get_ui(bits);
    for (int i = 0; i < 3; i++)
        softfp_clear(&x[i]);
    softfp_clear(&r);
    softfp_clear(&t);
    mpz_clear(bits);
    return result;
}

static uint64_t slow_round(fp_format f, fp_rounding rm, softfp *x)
{
    mpz_t bits;
    mpz_init(bits);
    softfp_round(f, rm, x, bits);
    uint64_t result = mpz_get_ui(bits);
    mpz_clear(bits);
    softfp_clear(x);
    return result;
}

static uint64_t convert(fp_format from, fp_format to, fp_rounding rm, uint64_t word)
{
    uint64_t result;
    if (fp_fast_convert(from, to, rm, word, &result))
        return result;
    softfp x;
    mpz_t bits;
    softfp_init(&x);
    mpz_init_set_ui(bits, word);
    softfp_unpack(&x, from, bits);
    mpz_clear(bits);
    return slow_round(to, rm, &x);
}

static uint64_t from_integer(const fuzz_insn *insn, fp_rounding rm, uint64_t word)
{
    bool is_signed = insn->op == FUZZ_FP_FROM_SBV;
    fp_format f = format_of(insn->width);
    uint64_t result;
    if (is_signed)
        word = (uint64_t)((int64_t)(word << (64 - insn->imm)) >> (64 - insn->imm));
    if (fp_fast_from_integer(f, rm, word, is_signed, &result))
        return result;
    softfp x;
    mpz_t number;
    softfp_init(&x);
    if (is_signed)
        mpz_init_set_si(number, (int64_t)word);
    else
        mpz_init_set_ui(number, word);
    softfp_from_integer(&x, number);
    mpz_clear(number);
    return slow_round(f, rm, &x);
}

static uint64_t to_integer(const fuzz_insn *insn, fp_rounding rm, uint64_t word, bool *trap)
{
    uint64_t result = 0;
    bool in_range = false;
    bool known = fp_fast_to_integer(format_of(insn->imm), rm, word, insn->width,
                                    insn->op == FUZZ_FP_TO_SBV, &result, &in_range);
    *trap = !known || !in_range;
    return result & (UINT64_MAX >> (64 - insn->width)); /* it comes sign-extended */
}

static uint64_t rounded(const fuzz_insn *insn, fp_rounding rm, const uint64_t *words, bool *trap)
{
    uint64_t result;
    fp_format f = format_of(insn->width);
    switch (insn->op) {
    case FUZZ_FP_CONVERT:
        return convert(format_of(insn->imm), f, rm, words[0]);
    case FUZZ_FP_FROM_SBV:
    case FUZZ_FP_FROM_UBV:
        return from_integer(insn, rm, words[0]);
    case FUZZ_FP_TO_SBV:
    case FUZZ_FP_TO_UBV:
        return to_integer(insn, rm, words[0], trap);
    default:
        if (fp_fast_arith(op_of(insn->op), f, rm, words, &result))
            return result;
        return slow_arithmetic(insn->op, f, rm, words);
    }
}

static uint64_t classify(uint16_t op, int class, bool negative)
{
    switch (op) {
    case FUZZ_FP_IS_NORMAL:
        return class == FP_NORMAL;
    case FUZZ_FP_IS_SUBNORMAL:
        return class == FP_SUBNORMAL;
    case FUZZ_FP_IS_ZERO:
        return class == FP_ZERO;
    case FUZZ_FP_IS_INFINITE:
        return class == FP_INFINITE;
    case FUZZ_FP_IS_NAN:
        return class == FP_NAN;
    case FUZZ_FP_IS_NEGATIVE:
        return class != FP_NAN && negative;
    default:
        return class != FP_NAN && !negative;
    }
}

static uint64_t extremum(const fuzz_insn *insn, uint64_t a, uint64_t b, bool *trap)
{
    double x = get(a, insn->width), y = get(b, insn->width);
    *trap = x == 0 && y == 0 && a != b;
    bool first = insn->op == FUZZ_FP_MIN ? x <= y : x >= y;
    return first || isnan(y) ? a : b;
}

static bool is_conversion_to_bits(uint16_t op)
{
    return op == FUZZ_FP_TO_SBV || op == FUZZ_FP_TO_UBV;
}

uint64_t fp_words_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                        bool *trap)
{
    unsigned width = insn->width;
    uint64_t sign = UINT64_C(1) << (width - 1), words[3] = {b, c, d};
    switch (insn->op) {
    case FUZZ_FP_NEG:
        return one_nan(a ^ sign, width);
    case FUZZ_FP_ABS:
        return one_nan(a & ~sign, width);
    case FUZZ_FP_CANONICAL:
        return one_nan(a, width);
    case FUZZ_FP_MIN:
    case FUZZ_FP_MAX:
        return extremum(insn, a, b, trap);
    case FUZZ_FP_LT:
        return get(a, width) < get(b, width);
    case FUZZ_FP_LE:
        return get(a, width) <= get(b, width);
    case FUZZ_FP_EQ:
        return get(a, width) == get(b, width);
    case FUZZ_FP_IS_NORMAL:
    case FUZZ_FP_IS_SUBNORMAL:
    case FUZZ_FP_IS_ZERO:
    case FUZZ_FP_IS_INFINITE:
    case FUZZ_FP_IS_NAN:
    case FUZZ_FP_IS_NEGATIVE:
    case FUZZ_FP_IS_POSITIVE:
        return classify(insn->op, width == 64 ? fpclassify(get64(a)) : fpclassify(get32(a)),
                        a & sign);
    case FUZZ_FP_REM: /* the only one without a rounding mode */
        words[0] = a;
        words[1] = b;
        a = RM_RNE;
        break;
    default:
        break;
    }
    uint64_t result = rounded(insn, (fp_rounding)a, words, trap);
    return is_conversion_to_bits(insn->op) ? result : one_nan(result, width);
}
