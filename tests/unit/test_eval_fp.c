/* FloatingPoint operators of the evaluator, judged by the compiler's own types. The arithmetic has
 * its test in test_softfp.c. */
#include "eval_num.h"

#include <math.h>
#include <string.h>

static value_id f64(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return value_fp_u64(bank, sort_fp(bank, 11, 53), word);
}

static value_id f32(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return value_fp_u64(bank, sort_fp(bank, 8, 24), word);
}

static value_id f128(__float128 x)
{
    mp_limb_t words[2];
    memcpy(words, &x, sizeof words);
    mpz_t image;
    mpz_roinit_n(image, words, 2);
    return value_fp_mpz(bank, sort_fp(bank, 15, 113), image);
}

static value_id fp_rm(term_op op, sort_id sort, fp_rounding rm, const value_id *x, uint32_t n)
{
    value_id args[4] = {value_rm(bank, rm)};
    for (uint32_t i = 0; i < n; i++)
        args[i + 1] = x[i];
    return run(eval_fp, op, 0, 0, sort, args, n + 1);
}

static double random_double(rng *random)
{
    static const double corners[] = {
        0.0,       -0.0,      1.0,          -1.0,      0.5,
        INFINITY,  -INFINITY, NAN,          0x1p-1074, 0x1.fffffffffffffp1023,
        0x1p-1022, 3.0,       2147483648.0, -0.5,      1.5,
        2.5};
    if (rng_one_in(random, 4))
        return corners[rng_below(random, sizeof corners / sizeof corners[0])];
    double x = ldexp(rng_unit(random) - 0.5, (int)rng_below(random, 130) - 60);
    return rng_one_in(random, 3) ? rint(x) : x;
}

TEST(doubles_through_the_evaluator)
{
    open_bank();
    rng random;
    rng_seed(&random, 7);
    sort_id sort = sort_fp(bank, 11, 53);
    for (uint64_t i = 0; i < test_count(100000); i++) {
        double a = random_double(&random), b = random_double(&random), c = random_double(&random);
        value_id x[3] = {f64(a), f64(b), f64(c)};
        CHECK(fp_rm(OP_FP_ADD, sort, RM_RNE, x, 2) == f64(a + b));
        CHECK(fp_rm(OP_FP_SUB, sort, RM_RNE, x, 2) == f64(a - b));
        CHECK(fp_rm(OP_FP_MUL, sort, RM_RNE, x, 2) == f64(a * b));
        CHECK(fp_rm(OP_FP_DIV, sort, RM_RNE, x, 2) == f64(a / b));
        CHECK(fp_rm(OP_FP_FMA, sort, RM_RNE, x, 3) == f64(fma(a, b, c)));
        CHECK(fp_rm(OP_FP_SQRT, sort, RM_RNE, x, 1) == f64(sqrt(a)));
        CHECK(run(eval_fp, OP_FP_REM, 0, 0, sort, x, 2) == f64(remainder(a, b)));
        CHECK(fp_rm(OP_FP_ROUND, sort, RM_RTN, x, 1) == f64(floor(a)));
        CHECK(fp_rm(OP_FP_ROUND, sort, RM_RTP, x, 1) == f64(ceil(a)));
        CHECK(fp_rm(OP_FP_ROUND, sort, RM_RTZ, x, 1) == f64(trunc(a)));
        CHECK(fp_rm(OP_FP_ROUND, sort, RM_RNA, x, 1) == f64(round(a)));
        CHECK(fp_rm(OP_FP_FROM_FP, sort_fp(bank, 8, 24), RM_RNE, x, 1) == f32((float)a));
        CHECK(fp_rm(OP_FP_FROM_FP, sort, RM_RNE, x, 1) == x[0]);
    }
    close_bank();
}

static void check_order(sort_id sort, const value_id x[2], __float128 a, __float128 b)
{
    static const term_op relations[] = {OP_FP_LEQ, OP_FP_LT, OP_FP_GEQ, OP_FP_GT, OP_FP_EQ};
    bool wanted[] = {a <= b, a<b, a >= b, a> b, a == b};
    for (int k = 0; k < 5; k++)
        CHECK(run(eval_fp, relations[k], 0, 0, SORT_ID_BOOL, x, 2) == value_bool(wanted[k]));
    bool zeros = a == 0 && b == 0 && x[0] != x[1];
    value_id least = run(eval_fp, OP_FP_MIN, 0, 0, sort, x, 2);
    CHECK(zeros ? !least && why == EVAL_UNDERSPECIFIED : least == (b != b || a <= b ? x[0] : x[1]));
    value_id most = run(eval_fp, OP_FP_MAX, 0, 0, sort, x, 2);
    CHECK(zeros ? !most && why == EVAL_UNDERSPECIFIED : most == (b != b || a >= b ? x[0] : x[1]));
    bool nan = a != a, negative = __builtin_signbit((double)a);
    CHECK(run(eval_fp, OP_FP_IS_NAN, 0, 0, SORT_ID_BOOL, x, 1) == value_bool(nan));
    CHECK(run(eval_fp, OP_FP_IS_ZERO, 0, 0, SORT_ID_BOOL, x, 1) == value_bool(a == 0));
    CHECK(run(eval_fp, OP_FP_IS_INFINITE, 0, 0, SORT_ID_BOOL, x, 1) ==
          value_bool(!nan && a - a != 0));
    CHECK(run(eval_fp, OP_FP_IS_NEGATIVE, 0, 0, SORT_ID_BOOL, x, 1) ==
          value_bool(!nan && negative));
    CHECK(run(eval_fp, OP_FP_IS_POSITIVE, 0, 0, SORT_ID_BOOL, x, 1) ==
          value_bool(!nan && !negative));
}

TEST(quads_through_the_evaluator)
{
    open_bank();
    rng random;
    rng_seed(&random, 8);
    sort_id sort = sort_fp(bank, 15, 113), narrow = sort_fp(bank, 11, 53);
    for (uint64_t i = 0; i < test_count(40000); i++) {
        double p = random_double(&random), q = random_double(&random);
        __float128 a = p, b = q;
        if (rng_one_in(&random, 2)) {
            a += (__float128)random_double(&random) / 3;
            b *= (__float128)random_double(&random) / 7;
        }
        value_id x[2] = {f128(a), f128(b)};
        CHECK(fp_rm(OP_FP_ADD, sort, RM_RNE, x, 2) == f128(a + b));
        CHECK(fp_rm(OP_FP_SUB, sort, RM_RNE, x, 2) == f128(a - b));
        CHECK(fp_rm(OP_FP_MUL, sort, RM_RNE, x, 2) == f128(a * b));
        CHECK(fp_rm(OP_FP_DIV, sort, RM_RNE, x, 2) == f128(a / b));
        CHECK(fp_rm(OP_FP_FROM_FP, narrow, RM_RNE, x, 1) == f64((double)a));
        CHECK(run(eval_fp, OP_FP_NEG, 0, 0, sort, x, 1) == f128(-a));
        CHECK(run(eval_fp, OP_FP_ABS, 0, 0, sort, x, 1) ==
              f128(__builtin_signbit((double)a) ? -a : a));
        check_order(sort, x, a, b);
        value_id small[2] = {f64(p), f64(q)};
        check_order(narrow, small, p, q);
        CHECK(fp_rm(OP_FP_FROM_FP, sort, RM_RNE, small, 1) == f128(p));
    }
    close_bank();
}

/* Each number in three formats, so that the hardware and the exact way both answer. */
TEST(floats_to_integers)
{
    open_bank();
    rng random;
    rng_seed(&random, 10);
    sort_id formats[3] = {sort_fp(bank, 11, 53), sort_fp(bank, 15, 64), sort_fp(bank, 12, 60)};
    for (uint64_t i = 0; i < test_count(100000); i++) {
        double a = random_double(&random);
        fp_rounding rm = (fp_rounding)rng_below(&random, 5);
        double whole = rm == RM_RNE   ? rint(a)
                       : rm == RM_RNA ? round(a)
                       : rm == RM_RTP ? ceil(a)
                       : rm == RM_RTN ? floor(a)
                                      : trunc(a);
        uint32_t width = 1 + (uint32_t)rng_below(&random, 64);
        value_id x = f64(a),
                 wide = fp_rm(OP_FP_FROM_FP, formats[rng_below(&random, 3)], RM_RTZ, &x, 1);
        sort_id sort = sort_bv(bank, width);
        bool fits = whole >= 0 && whole < ldexp(1, (int)width);
        value_id got = fp_rm(OP_FP_TO_UBV, sort, rm, &wide, 1);
        CHECK(fits ? got == value_bv_u64(bank, width, (uint64_t)whole)
                   : !got && why == EVAL_UNDERSPECIFIED);
        fits = whole >= -ldexp(1, (int)width - 1) && whole < ldexp(1, (int)width - 1);
        got = fp_rm(OP_FP_TO_SBV, sort, rm, &wide, 1);
        uint64_t mask = UINT64_MAX >> (64 - width);
        CHECK(fits ? got == value_bv_u64(bank, width, (uint64_t)(int64_t)whole & mask)
                   : !got && why == EVAL_UNDERSPECIFIED);
    }
    close_bank();
}

TEST(integers_to_floats)
{
    open_bank();
    rng random;
    rng_seed(&random, 12);
    sort_id quad = sort_fp(bank, 15, 113), narrow = sort_fp(bank, 11, 53);
    for (uint64_t i = 0; i < test_count(50000); i++) {
        uint64_t n = rng_next(&random) >> rng_below(&random, 64);
        value_id x = value_bv_u64(bank, 64, n), y = value_bv_u64(bank, 32, n & UINT32_MAX);
        CHECK(fp_rm(OP_FP_FROM_UBV, narrow, RM_RNE, &x, 1) == f64((double)n));
        CHECK(fp_rm(OP_FP_FROM_SBV, narrow, RM_RNE, &x, 1) == f64((double)(int64_t)n));
        CHECK(fp_rm(OP_FP_FROM_SBV, narrow, RM_RTP, &y, 1) == f64((int32_t)n));
        CHECK(fp_rm(OP_FP_FROM_UBV, quad, RM_RNE, &x, 1) == f128(n));
        CHECK(fp_rm(OP_FP_FROM_SBV, quad, RM_RNE, &x, 1) == f128((int64_t)n));
        CHECK(fp_rm(OP_FP_FROM_SBV, quad, RM_RNA, &y, 1) == f128((int32_t)n));
        double a = random_double(&random);
        value_id d = f64(a), real = run(eval_fp, OP_FP_TO_REAL, 0, 0, SORT_ID_REAL, &d, 1);
        CHECK(isfinite(a) ? real != 0 : !real && why == EVAL_UNDERSPECIFIED);
        if (isfinite(a) && a != 0) {
            mpq_t q;
            mpq_init(q);
            value_get_mpq(bank, real, q);
            CHECK(mpq_get_d(q) == a);
            mpq_clear(q);
            CHECK(fp_rm(OP_FP_FROM_REAL, narrow, RM_RNA, &real, 1) == d);
        }
    }
    close_bank();
}

TEST(float_bits_and_corners)
{
    open_bank();
    sort_id half = sort_fp(bank, 5, 11), quad = sort_fp(bank, 15, 113),
            single = sort_fp(bank, 8, 24);
    value_id parts[3] = {value_bv_u64(bank, 1, 1), value_bv_u64(bank, 5, 15),
                         value_bv_u64(bank, 10, 512)};
    value_id x = run(eval_fp, OP_FP, 0, 0, half, parts, 3);
    CHECK(x == value_fp_u64(bank, half, 0xbe00));
    CHECK(run(eval_fp, OP_FP_TO_BITS, 0, 0, sort_bv(bank, 16), &x, 1) ==
          value_bv_u64(bank, 16, 0xbe00));
    CHECK(run(eval_fp, OP_FP_TO_REAL, 0, 0, SORT_ID_REAL, &x, 1) == real_of("-3/2"));
    value_id word = value_bv_u64(bank, 16, 0xfc01), nan = value_fp_u64(bank, half, 0x7e00);
    CHECK(run(eval_fp, OP_FP_FROM_BITS, 5, 11, half, &word, 1) == nan);
    CHECK(!run(eval_fp, OP_FP_TO_BITS, 0, 0, sort_bv(bank, 16), &nan, 1) &&
          why == EVAL_UNDERSPECIFIED);
    CHECK(run(eval_fp, OP_FP_NEG, 0, 0, half, &nan, 1) == nan);
    value_id wide_parts[3] = {value_bv_u64(bank, 1, 1), value_bv_u64(bank, 15, 16383),
                              value_bv_u64(bank, 112, 0)};
    value_id minus_one = run(eval_fp, OP_FP, 0, 0, quad, wide_parts, 3);
    CHECK(minus_one == f128(-1));
    value_id image = run(eval_fp, OP_FP_TO_BITS, 0, 0, sort_bv(bank, 128), &minus_one, 1);
    CHECK(run(eval_fp, OP_FP_FROM_BITS, 15, 113, quad, &image, 1) == minus_one);
    /* chains */
    value_id chain[4] = {f32(1), f32(2), f32(2), f32(3)}, zeros[3] = {f32(0), f32(-0.0f), f32(0)};
    CHECK(run(eval_fp, OP_FP_LEQ, 0, 0, SORT_ID_BOOL, chain, 4) == value_bool(true));
    CHECK(run(eval_fp, OP_FP_LT, 0, 0, SORT_ID_BOOL, chain, 4) == value_bool(false));
    CHECK(run(eval_fp, OP_FP_EQ, 0, 0, SORT_ID_BOOL, zeros, 3) == value_bool(true));
    value_id nans[2] = {f32(NAN), f32(NAN)}, one_nan[2] = {f32(NAN), f32(5)};
    CHECK(run(eval_fp, OP_FP_EQ, 0, 0, SORT_ID_BOOL, nans, 2) == value_bool(false));
    CHECK(run(eval_fp, OP_FP_MIN, 0, 0, single, one_nan, 2) == f32(5));
    CHECK(run(eval_fp, OP_FP_MAX, 0, 0, single, nans, 2) == f32(NAN));
    CHECK(!run(eval_fp, OP_FP_MIN, 0, 0, single, zeros, 2) && why == EVAL_UNDERSPECIFIED);
    /* classes */
    value_id least = f32(0x1p-149f), normal = f32(0x1p-126f), deep = value_fp_u64(bank, half, 1);
    CHECK(run(eval_fp, OP_FP_IS_SUBNORMAL, 0, 0, SORT_ID_BOOL, &least, 1) == value_bool(true));
    CHECK(run(eval_fp, OP_FP_IS_NORMAL, 0, 0, SORT_ID_BOOL, &normal, 1) == value_bool(true));
    CHECK(run(eval_fp, OP_FP_IS_SUBNORMAL, 0, 0, SORT_ID_BOOL, &deep, 1) == value_bool(true));
    CHECK(run(eval_fp, OP_FP_IS_NORMAL, 0, 0, SORT_ID_BOOL, &minus_one, 1) == value_bool(true));
    close_bank();
}

TEST(float_rounding_corners)
{
    open_bank();
    sort_id single = sort_fp(bank, 8, 24), tiny = sort_fp(bank, 3, 5);
    value_id tie = real_of("16777217/16777216"); /* 1 + 2^-24: half way */
    static const float up = 1.0f + 0x1p-23f;
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RNE, &tie, 1) == f32(1));
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RNA, &tie, 1) == f32(up));
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RTP, &tie, 1) == f32(up));
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RTN, &tie, 1) == f32(1));
    value_id minus = real_of("-16777217/16777216");
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RTN, &minus, 1) == f32(-up));
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RTZ, &minus, 1) == f32(-1));
    CHECK(fp_rm(OP_FP_FROM_REAL, single, RM_RNA, &minus, 1) == f32(-up));
    value_id pair[2] = {f32(1), f32(0x1p-24f)}, same[2] = {f32(7), f32(7)};
    CHECK(fp_rm(OP_FP_ADD, single, RM_RNA, pair, 2) == f32(up));
    CHECK(fp_rm(OP_FP_ADD, single, RM_RNE, pair, 2) == f32(1));
    CHECK(fp_rm(OP_FP_SUB, single, RM_RNE, same, 2) == f32(0));
    CHECK(fp_rm(OP_FP_SUB, single, RM_RTN, same, 2) == f32(-0.0f));
    CHECK(fp_rm(OP_FP_SUB, single, RM_RNA, same, 2) == f32(0));
    /* 15.5 is the largest of (3,5): as a whole number it is one too many */
    value_id most = value_fp_u64(bank, tiny, 0x6f);
    CHECK(fp_rm(OP_FP_ROUND, tiny, RM_RNE, &most, 1) == value_fp_u64(bank, tiny, 0x70));
    CHECK(fp_rm(OP_FP_ROUND, tiny, RM_RTZ, &most, 1) == value_fp_u64(bank, tiny, 0x6e));
    value_id below[1] = {f32(-0.25f)}, at[1] = {f32(-0.5f)};
    CHECK(fp_rm(OP_FP_TO_UBV, sort_bv(bank, 8), RM_RNE, below, 1) == value_bv_u64(bank, 8, 0));
    CHECK(!fp_rm(OP_FP_TO_UBV, sort_bv(bank, 8), RM_RNA, at, 1) && why == EVAL_UNDERSPECIFIED);
    value_id parts[2] = {f32(-6), f32(3)}, five[2] = {f32(5), f32(2)};
    CHECK(run(eval_fp, OP_FP_REM, 0, 0, single, parts, 2) == f32(-0.0f));
    CHECK(run(eval_fp, OP_FP_REM, 0, 0, single, five, 2) == f32(1)); /* 5/2: to the even 2 */
    close_bank();
}

TEST(huge_floats_become_no_huge_numbers)
{
    open_bank();
    sort_id f = sort_fp(bank, 30, 8);
    value_id top = value_fp_u64(bank, f, ((UINT64_C(1) << 30) - 2) << 7);
    CHECK(!run(eval_fp, OP_FP_TO_REAL, 0, 0, SORT_ID_REAL, &top, 1) && why == EVAL_FUEL);
    value_id args[2] = {value_rm(bank, RM_RNE), top};
    CHECK(!run(eval_fp, OP_FP_TO_UBV, 64, 0, sort_bv(bank, 64), args, 2) &&
          why == EVAL_UNDERSPECIFIED);
    CHECK(run(eval_fp, OP_FP_ROUND, 0, 0, f, args, 2) == top);
    close_bank();
}

TEST(irrational_numbers_become_no_floats)
{
    open_bank();
    value_id polynomial[3] = {value_int(bank, -2), value_int(bank, 0), value_int(bank, 1)};
    value_id root = value_algebraic(bank, polynomial, 3, 2);
    value_id args[2] = {value_rm(bank, RM_RNE), root};
    CHECK(!run(eval_fp, OP_FP_FROM_REAL, 8, 24, sort_fp(bank, 8, 24), args, 2) &&
          why == EVAL_ALGEBRAIC);
    close_bank();
}
