/* BitVec operators of the evaluator, judged by the standard's own definitions on strings of bits,
 * least significant first. */
#include "eval_num.h"

#include <string.h>

/* ---- BitVec: strings of bits, least significant first, and the definitions of the standard --- */

enum { MAX_WIDTH = 600 };
typedef struct bits {
    uint32_t n;
    bool at[MAX_WIDTH];
} bits;

static bits zero_bits(uint32_t n)
{
    bits r = {.n = n};
    return r;
}

static bits bits_not(bits x)
{
    for (uint32_t i = 0; i < x.n; i++)
        x.at[i] = !x.at[i];
    return x;
}

static bits bits_add(const bits *x, const bits *y)
{
    bits r = zero_bits(x->n);
    int carry = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        int sum = x->at[i] + y->at[i] + carry;
        r.at[i] = sum & 1;
        carry = sum >> 1;
    }
    return r;
}

static bits bits_neg(const bits *x)
{
    bits r = bits_not(*x), one = zero_bits(x->n);
    one.at[0] = true;
    return bits_add(&r, &one);
}

static bits bits_extend(const bits *x, uint32_t n, bool is_signed)
{
    bits r = zero_bits(n);
    for (uint32_t i = 0; i < n; i++)
        r.at[i] = i < x->n ? x->at[i] : is_signed && x->at[x->n - 1];
    return r;
}

static bits bits_shl(const bits *x, uint32_t by)
{
    bits r = zero_bits(x->n);
    for (uint32_t i = by; i < x->n; i++)
        r.at[i] = x->at[i - by];
    return r;
}

static bool bits_ult(const bits *x, const bits *y)
{
    for (uint32_t i = x->n; i-- > 0;)
        if (x->at[i] != y->at[i])
            return y->at[i];
    return false;
}

static bits bits_mul(const bits *x, const bits *y)
{
    bits r = zero_bits(x->n);
    for (uint32_t i = 0; i < x->n; i++)
        if (y->at[i]) {
            bits shifted = bits_shl(x, i);
            r = bits_add(&r, &shifted);
        }
    return r;
}

static bool bits_zero(const bits *x)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (x->at[i])
            return false;
    return true;
}

static bits bits_udivrem(const bits *x, const bits *y, bits *rest)
{
    bits q = zero_bits(x->n), r = zero_bits(x->n + 1);
    if (bits_zero(y)) {
        *rest = *x;
        return bits_not(q);
    }
    bits divisor = bits_extend(y, x->n + 1, false), minus = bits_neg(&divisor);
    for (uint32_t i = x->n; i-- > 0;) {
        r = bits_shl(&r, 1);
        r.at[0] = x->at[i];
        if (!bits_ult(&r, &divisor)) {
            r = bits_add(&r, &minus);
            q.at[i] = true;
        }
    }
    *rest = bits_extend(&r, x->n, false);
    return q;
}

/* bvsdiv, bvsrem, bvsmod as the standard writes them. */
static bits bits_signed_division(term_op op, const bits *x, const bits *y)
{
    bool msb_x = x->at[x->n - 1], msb_y = y->at[y->n - 1];
    bits abs_x = msb_x ? bits_neg(x) : *x, abs_y = msb_y ? bits_neg(y) : *y, u;
    bits q = bits_udivrem(&abs_x, &abs_y, &u), minus_u = bits_neg(&u);
    if (op == OP_BVSDIV)
        return msb_x == msb_y ? q : bits_neg(&q);
    if (op == OP_BVSREM)
        return msb_x ? minus_u : u;
    if (bits_zero(&u) || (!msb_x && !msb_y))
        return u;
    if (msb_x && !msb_y)
        return bits_add(&minus_u, y);
    if (!msb_x && msb_y)
        return bits_add(&u, y);
    return minus_u;
}

static bits bits_shift(term_op op, const bits *x, const bits *y)
{
    uint64_t by = 0;
    for (uint32_t i = 0; i < y->n; i++)
        if (y->at[i])
            by = i < 12 ? by | UINT64_C(1) << i : MAX_WIDTH * 8;
    bits r = zero_bits(x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        if (op == OP_BVSHL)
            r.at[i] = by <= i && x->at[i - by];
        else
            r.at[i] = i + by < x->n ? x->at[i + by] : op == OP_BVASHR && x->at[x->n - 1];
    }
    return r;
}

static bits bits_bitwise(term_op op, const bits *x, const bits *y)
{
    bits r = zero_bits(x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        bool a = x->at[i], b = y->at[i];
        r.at[i] = op == OP_BVAND    ? a && b
                  : op == OP_BVOR   ? a || b
                  : op == OP_BVXOR  ? a != b
                  : op == OP_BVNAND ? !(a && b)
                  : op == OP_BVNOR  ? !(a || b)
                                    : a == b;
    }
    return r;
}

static bits bits_binary(term_op op, const bits *x, const bits *y)
{
    bits rest, minus = bits_neg(y), quotient;
    switch (op) {
    case OP_BVADD:
        return bits_add(x, y);
    case OP_BVSUB:
        return bits_add(x, &minus);
    case OP_BVMUL:
        return bits_mul(x, y);
    case OP_BVUDIV:
        return bits_udivrem(x, y, &rest);
    case OP_BVUREM:
        quotient = bits_udivrem(x, y, &rest);
        (void)quotient;
        return rest;
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD:
        return bits_signed_division(op, x, y);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        return bits_shift(op, x, y);
    default:
        return bits_bitwise(op, x, y);
    }
}

static bool bits_slt(bits x, bits y)
{
    x.at[x.n - 1] = !x.at[x.n - 1];
    y.at[y.n - 1] = !y.at[y.n - 1];
    return bits_ult(&x, &y);
}

/* An operation overflows when doing it at twice the width gives another number. */
static bool bits_overflow(term_op op, const bits *x, const bits *y)
{
    bool is_signed = op != OP_BVUADDO && op != OP_BVUMULO && op != OP_BVUSUBO;
    bits a = bits_extend(x, 2 * x->n + 2, is_signed), b = bits_extend(y, 2 * y->n + 2, is_signed);
    bits minus = bits_neg(&b), r;
    if (op == OP_BVUADDO || op == OP_BVSADDO)
        r = bits_add(&a, &b);
    else if (op == OP_BVUSUBO || op == OP_BVSSUBO)
        r = bits_add(&a, &minus);
    else if (op == OP_BVNEGO)
        r = bits_neg(&a);
    else if (op == OP_BVSDIVO && bits_zero(&b))
        return false;
    else if (op == OP_BVSDIVO)
        r = bits_signed_division(OP_BVSDIV, &a, &b);
    else
        r = bits_mul(&a, &b);
    bits cut = bits_extend(&r, x->n, false), back = bits_extend(&cut, r.n, is_signed);
    return memcmp(r.at, back.at, r.n) != 0;
}

static bool bits_predicate(term_op op, const bits *x, const bits *y)
{
    switch (op) {
    case OP_BVULT:
        return bits_ult(x, y);
    case OP_BVULE:
        return !bits_ult(y, x);
    case OP_BVUGT:
        return bits_ult(y, x);
    case OP_BVUGE:
        return !bits_ult(x, y);
    case OP_BVSLT:
        return bits_slt(*x, *y);
    case OP_BVSLE:
        return !bits_slt(*y, *x);
    case OP_BVSGT:
        return bits_slt(*y, *x);
    case OP_BVSGE:
        return !bits_slt(*x, *y);
    default:
        return bits_overflow(op, x, y);
    }
}

static value_id bits_value(const bits *x)
{
    mpz_t z;
    mpz_init(z);
    for (uint32_t i = 0; i < x->n; i++)
        if (x->at[i])
            mpz_setbit(z, i);
    value_id v = value_bv_mpz(bank, x->n, z);
    mpz_clear(z);
    return v;
}

static bits random_bits(rng *random, uint32_t n)
{
    bits r = zero_bits(n);
    uint64_t shape = rng_below(random, 8);
    for (uint32_t i = 0; i < n; i++)
        r.at[i] = shape > 1 ? rng_one_in(random, 2) : shape; /* all zeros, all ones, random */
    if (shape == 2 || shape == 3)                            /* small, or small and negative */
        for (uint32_t i = (uint32_t)rng_below(random, n < 8 ? n : 8); i < n; i++)
            r.at[i] = shape == 3;
    if (shape == 4) { /* one bit: the least signed number among them */
        r = zero_bits(n);
        r.at[rng_one_in(random, 2) ? n - 1 : rng_below(random, n)] = true;
    }
    return r;
}

static uint32_t random_width(rng *random)
{
    static const uint32_t corners[] = {1, 2, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 192};
    return rng_one_in(random, 2) ? corners[rng_below(random, sizeof corners / sizeof corners[0])]
                                 : 1 + (uint32_t)rng_below(random, 140);
}

static const term_op bv_binary[] = {OP_BVAND,  OP_BVOR,   OP_BVXOR, OP_BVNAND, OP_BVNOR,  OP_BVXNOR,
                                    OP_BVADD,  OP_BVMUL,  OP_BVSUB, OP_BVUDIV, OP_BVUREM, OP_BVSDIV,
                                    OP_BVSREM, OP_BVSMOD, OP_BVSHL, OP_BVLSHR, OP_BVASHR};
static const term_op bv_predicates[] = {
    OP_BVULT,   OP_BVULE,   OP_BVUGT,   OP_BVUGE,   OP_BVSLT,   OP_BVSLE,   OP_BVSGT,   OP_BVSGE,
    OP_BVUADDO, OP_BVSADDO, OP_BVUMULO, OP_BVSMULO, OP_BVUSUBO, OP_BVSSUBO, OP_BVSDIVO, OP_BVNEGO};

static void check_bv_pair(const bits *x, const bits *y)
{
    value_id args[2] = {bits_value(x), bits_value(y)};
    sort_id sort = sort_bv(bank, x->n);
    for (size_t k = 0; k < sizeof bv_binary / sizeof bv_binary[0]; k++) {
        bits wanted = bits_binary(bv_binary[k], x, y);
        CHECK_MSG(run(eval_bv, bv_binary[k], 0, 0, sort, args, 2) == bits_value(&wanted),
                  "%s at width %u", term_op_text(bv_binary[k]), x->n);
    }
    for (size_t k = 0; k < sizeof bv_predicates / sizeof bv_predicates[0]; k++) {
        term_op op = bv_predicates[k];
        value_id got = run(eval_bv, op, 0, 0, SORT_ID_BOOL, args, op == OP_BVNEGO ? 1 : 2);
        CHECK_MSG(got == value_bool(bits_predicate(op, x, y)), "%s at width %u", term_op_text(op),
                  x->n);
    }
    bits unary = bits_not(*x);
    CHECK(run(eval_bv, OP_BVNOT, 0, 0, sort, args, 1) == bits_value(&unary));
    unary = bits_neg(x);
    CHECK(run(eval_bv, OP_BVNEG, 0, 0, sort, args, 1) == bits_value(&unary));
    CHECK(run(eval_bv, OP_BVCOMP, 0, 0, sort_bv(bank, 1), args, 2) ==
          value_bv_u64(bank, 1, !memcmp(x->at, y->at, x->n)));
}

TEST(bitvectors_of_any_width)
{
    open_bank();
    rng random;
    rng_seed(&random, 3);
    for (uint64_t i = 0; i < test_count(6000); i++) {
        uint32_t n = random_width(&random);
        bits x = random_bits(&random, n), y = random_bits(&random, n);
        check_bv_pair(&x, &y);
    }
    close_bank();
}

TEST(bitvectors_of_four_bits_all)
{
    open_bank();
    for (unsigned a = 0; a < 16; a++)
        for (unsigned b = 0; b < 16; b++) {
            bits x = zero_bits(4), y = zero_bits(4);
            for (int i = 0; i < 4; i++) {
                x.at[i] = a >> i & 1;
                y.at[i] = b >> i & 1;
            }
            check_bv_pair(&x, &y);
        }
    close_bank();
}

static bits bits_slice(const bits *x, uint32_t low, uint32_t n)
{
    bits r = zero_bits(n);
    memcpy(r.at, x->at + low, n);
    return r;
}

static bits bits_concat(const bits *high, const bits *low)
{
    bits r = zero_bits(high->n + low->n);
    memcpy(r.at, low->at, low->n);
    memcpy(r.at + low->n, high->at, high->n);
    return r;
}

static void check_reshaping(rng *random, const bits *x, value_id v)
{
    uint32_t low = (uint32_t)rng_below(random, x->n),
             high = low + (uint32_t)rng_below(random, x->n - low);
    bits r = bits_slice(x, low, high - low + 1);
    CHECK(run(eval_bv, OP_EXTRACT, high, low, sort_bv(bank, r.n), &v, 1) == bits_value(&r));
    uint32_t more = (uint32_t)rng_below(random, 70);
    r = bits_extend(x, x->n + more, false);
    CHECK(run(eval_bv, OP_ZERO_EXTEND, more, 0, sort_bv(bank, r.n), &v, 1) == bits_value(&r));
    r = bits_extend(x, x->n + more, true);
    CHECK(run(eval_bv, OP_SIGN_EXTEND, more, 0, sort_bv(bank, r.n), &v, 1) == bits_value(&r));
    uint32_t turn = (uint32_t)rng_below(random, 3 * x->n);
    for (uint32_t i = 0; i < x->n; i++)
        r.at[(i + turn) % x->n] = x->at[i];
    r.n = x->n;
    CHECK(run(eval_bv, OP_ROTATE_LEFT, turn, 0, sort_bv(bank, r.n), &v, 1) == bits_value(&r));
    value_id turned = bits_value(&r);
    CHECK(run(eval_bv, OP_ROTATE_RIGHT, turn, 0, sort_bv(bank, r.n), &turned, 1) == v);
    uint32_t times = 1 + (uint32_t)rng_below(random, 3);
    r = *x;
    for (uint32_t i = 1; i < times; i++)
        r = bits_concat(&r, x);
    CHECK(run(eval_bv, OP_REPEAT, times, 0, sort_bv(bank, r.n), &v, 1) == bits_value(&r));
}

static void check_integers(const bits *x, value_id v)
{
    mpz_t z;
    mpz_init(z);
    for (uint32_t i = 0; i < x->n; i++)
        if (x->at[i])
            mpz_setbit(z, i);
    value_id number = value_int_mpz(bank, z);
    CHECK(run(eval_bv, OP_UBV_TO_INT, 0, 0, SORT_ID_INT, &v, 1) == number);
    CHECK(run(eval_bv, OP_INT_TO_BV, x->n, 0, sort_bv(bank, x->n), &number, 1) == v);
    if (x->at[x->n - 1]) {
        mpz_t modulus;
        mpz_init(modulus);
        mpz_setbit(modulus, x->n);
        mpz_sub(z, z, modulus);
        mpz_clear(modulus);
    }
    number = value_int_mpz(bank, z);
    CHECK(run(eval_bv, OP_SBV_TO_INT, 0, 0, SORT_ID_INT, &v, 1) == number);
    CHECK(run(eval_bv, OP_INT_TO_BV, x->n, 0, sort_bv(bank, x->n), &number, 1) == v);
    mpz_setbit(z, x->n + 70); /* more than the width: taken modulo */
    number = value_int_mpz(bank, z);
    CHECK(run(eval_bv, OP_INT_TO_BV, x->n, 0, sort_bv(bank, x->n), &number, 1) == v);
    mpz_clear(z);
}

TEST(bitvectors_change_shape)
{
    open_bank();
    rng random;
    rng_seed(&random, 4);
    for (uint64_t i = 0; i < test_count(30000); i++) {
        bits x = random_bits(&random, random_width(&random));
        value_id v = bits_value(&x);
        check_reshaping(&random, &x, v);
        check_integers(&x, v);
        value_id parts[3] = {v};
        bits whole = x;
        for (int k = 1; k < 3; k++) {
            bits y = random_bits(&random, 1 + (uint32_t)rng_below(&random, 90));
            parts[k] = bits_value(&y);
            whole = bits_concat(&whole, &y);
        }
        CHECK(run(eval_bv, OP_CONCAT, 0, 0, sort_bv(bank, whole.n), parts, 3) ==
              bits_value(&whole));
    }
    close_bank();
}

TEST(bitvectors_of_many_arguments)
{
    open_bank();
    static const term_op ops[] = {OP_BVAND, OP_BVOR,  OP_BVXOR, OP_BVXNOR,
                                  OP_BVADD, OP_BVSUB, OP_BVMUL};
    rng random;
    rng_seed(&random, 6);
    for (uint64_t i = 0; i < test_count(2000); i++) {
        uint32_t n = random_width(&random);
        term_op op = ops[i % (sizeof ops / sizeof ops[0])];
        bits x = random_bits(&random, n);
        value_id args[5] = {bits_value(&x)};
        for (int k = 1; k < 5; k++) {
            bits y = random_bits(&random, n);
            args[k] = bits_value(&y);
            x = bits_binary(op, &x, &y);
        }
        CHECK(run(eval_bv, op, 0, 0, sort_bv(bank, n), args, 5) == bits_value(&x));
    }
    close_bank();
}
