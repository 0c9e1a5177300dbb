#include "term/eval/eval_bv_wide.h"

#include <string.h>

#include "base/alloc.h"

_Static_assert(GMP_NUMB_BITS == 64, "limbs are taken for 64-bit words");

/* An argument, read without copying. */
typedef struct operand {
    mpz_t bits;
    value_scratch scratch;
    uint32_t width;
} operand;

static void load(const eval_call *c, uint32_t i, operand *x)
{
    value_mpz(c->bank, c->args[i], x->bits, &x->scratch);
    x->width = sort_bv_width(c->bank, value_sort(c->bank, c->args[i]));
}

static bool is_negative(const operand *x)
{
    return mpz_tstbit(x->bits, x->width - 1);
}

static void get_signed(mpz_t r, const operand *x)
{
    if (is_negative(x)) {
        mpz_set_ui(r, 0);
        mpz_setbit(r, x->width);
        mpz_sub(r, x->bits, r);
    } else {
        mpz_set(r, x->bits);
    }
}

/* Results of words laid side by side: the first words on the stack, more on the heap. */
typedef struct words {
    mp_limb_t *at;
    size_t n;
    mp_limb_t few[16];
} words;

static void words_init(words *w, uint64_t bits)
{
    w->n = bits / 64 + 2; /* one more than needed, so that `lay` may write a zero carry */
    w->at = w->n <= 16 ? w->few : base_alloc(w->n * sizeof(mp_limb_t));
    memset(w->at, 0, w->n * sizeof(mp_limb_t));
}

static value_id words_finish(words *w, const eval_call *c, uint32_t width)
{
    mpz_t bits;
    mpz_roinit_n(bits, w->at, (mp_size_t)w->n);
    value_id v = value_bv_mpz(c->bank, width, bits);
    if (w->at != w->few)
        free(w->at);
    return v;
}

static void lay(words *w, const mpz_t bits, uint64_t offset)
{
    const mp_limb_t *limbs = mpz_limbs_read(bits);
    size_t n = mpz_size(bits), place = offset / 64;
    unsigned shift = offset % 64;
    for (size_t i = 0; i < n; i++) {
        w->at[place + i] |= limbs[i] << shift;
        if (shift)
            w->at[place + i + 1] |= limbs[i] >> (64 - shift);
    }
}

static value_id concatenated(const eval_call *c, uint32_t width)
{
    words w;
    words_init(&w, width);
    uint64_t offset = width;
    for (uint32_t i = 0; i < c->n; i++) {
        operand x;
        load(c, i, &x);
        offset -= x.width;
        lay(&w, x.bits, offset);
    }
    return words_finish(&w, c, width);
}

static value_id repeated(const eval_call *c, uint32_t width)
{
    words w;
    words_init(&w, width);
    operand x;
    load(c, 0, &x);
    for (uint64_t offset = 0; offset < width; offset += x.width)
        lay(&w, x.bits, offset);
    return words_finish(&w, c, width);
}

static value_id extracted(const eval_call *c, uint32_t width)
{
    operand x;
    load(c, 0, &x);
    uint32_t low = c->indices[1];
    if (width <= 64) {
        mp_limb_t bits = mpz_getlimbn(x.bits, low / 64) >> low % 64;
        if (low % 64)
            bits |= mpz_getlimbn(x.bits, low / 64 + 1) << (64 - low % 64);
        return value_bv_u64(c->bank, width, bits & UINT64_MAX >> (64 - width));
    }
    mpz_t r;
    mpz_init(r);
    mpz_tdiv_q_2exp(r, x.bits, low);
    value_id v = value_bv_mpz(c->bank, width, r);
    mpz_clear(r);
    return v;
}

static void rotate(mpz_t r, const operand *x, uint32_t left)
{
    mpz_t high;
    mpz_init(high);
    mpz_tdiv_q_2exp(high, x->bits, x->width - left);
    mpz_mul_2exp(r, x->bits, left);
    mpz_add(r, r, high); /* the low bits of r are zero; those above the width are cut off later */
    mpz_clear(high);
}

/* Division by zero as the standard derives it from bvudiv and bvurem. */
static void divide(term_op op, mpz_t r, const mpz_t x, const mpz_t y)
{
    if (mpz_sgn(y) == 0) {
        if (op == OP_BVUDIV || op == OP_BVSDIV)
            mpz_set_si(r, mpz_sgn(x) < 0 ? 1 : -1);
        else
            mpz_set(r, x);
    } else if (op == OP_BVUDIV || op == OP_BVSDIV) {
        mpz_tdiv_q(r, x, y);
    } else if (op == OP_BVSMOD) {
        mpz_fdiv_r(r, x, y);
    } else {
        mpz_tdiv_r(r, x, y);
    }
}

static void divide_signed(term_op op, mpz_t r, const operand *x, const operand *y)
{
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    get_signed(a, x);
    get_signed(b, y);
    divide(op, r, a, b);
    mpz_clears(a, b, NULL);
}

static void shift(term_op op, mpz_t r, const operand *x, const operand *y)
{
    uint32_t width = x->width;
    uint64_t amount = mpz_cmp_ui(y->bits, width) < 0 ? mpz_get_ui(y->bits) : width;
    if (op == OP_BVSHL) {
        mpz_tdiv_r_2exp(r, x->bits, width - amount);
        mpz_mul_2exp(r, r, amount);
    } else if (op == OP_BVLSHR) {
        mpz_tdiv_q_2exp(r, x->bits, amount);
    } else {
        get_signed(r, x);
        mpz_fdiv_q_2exp(r, r, amount);
    }
}

/* r = r op y; the result may leave [0, 2^width), and is then right modulo 2^width. */
static void step(term_op op, mpz_t r, const operand *y)
{
    switch (op) {
    case OP_BVAND:
    case OP_BVNAND:
        mpz_and(r, r, y->bits);
        break;
    case OP_BVOR:
    case OP_BVNOR:
        mpz_ior(r, r, y->bits);
        break;
    case OP_BVXOR:
    case OP_BVXNOR:
        mpz_xor(r, r, y->bits);
        break;
    case OP_BVADD:
        mpz_add(r, r, y->bits);
        break;
    case OP_BVSUB:
        mpz_sub(r, r, y->bits);
        break;
    case OP_BVMUL:
        mpz_mul(r, r, y->bits);
        mpz_fdiv_r_2exp(r, r, y->width);
        break;
    default:
        break;
    }
    if (op == OP_BVNAND || op == OP_BVNOR || op == OP_BVXNOR)
        mpz_com(r, r);
}

static void compute(const eval_call *c, mpz_t r)
{
    operand x, y;
    load(c, 0, &x);
    if (c->n > 1)
        load(c, 1, &y);
    switch (c->op) {
    case OP_BVNOT:
        mpz_com(r, x.bits);
        break;
    case OP_BVNEG:
        mpz_neg(r, x.bits);
        break;
    case OP_ZERO_EXTEND:
        mpz_set(r, x.bits);
        break;
    case OP_SIGN_EXTEND:
        get_signed(r, &x);
        break;
    case OP_ROTATE_LEFT:
        rotate(r, &x, c->indices[0] % x.width);
        break;
    case OP_ROTATE_RIGHT:
        rotate(r, &x, x.width - c->indices[0] % x.width);
        break;
    case OP_BVUDIV:
    case OP_BVUREM:
        divide(c->op, r, x.bits, y.bits);
        break;
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD:
        divide_signed(c->op, r, &x, &y);
        break;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        shift(c->op, r, &x, &y);
        break;
    default:
        mpz_set(r, x.bits);
        for (uint32_t i = 1; i < c->n; i++) {
            load(c, i, &y);
            step(c->op, r, &y);
        }
        break;
    }
}

/* Whether a number that should have been a signed one of this width is not. */
static bool leaves_signed_range(const mpz_t x, uint32_t width)
{
    if (mpz_sgn(x) >= 0)
        return mpz_sizeinbase(x, 2) > width - 1;
    /* two's complement: x needs as many bits as -1 - x */
    return mpz_sizeinbase(x, 2) > width - 1 &&
           !(mpz_sizeinbase(x, 2) == width && mpz_scan1(x, 0) == width - 1);
}

static bool overflows(term_op op, const operand *x, const operand *y)
{
    bool is_signed = op == OP_BVSADDO || op == OP_BVSMULO || op == OP_BVSSUBO;
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    if (is_signed) {
        get_signed(a, x);
        get_signed(b, y);
    } else {
        mpz_set(a, x->bits);
        mpz_set(b, y->bits);
    }
    if (op == OP_BVSADDO || op == OP_BVUADDO)
        mpz_add(a, a, b);
    else if (op == OP_BVSMULO || op == OP_BVUMULO)
        mpz_mul(a, a, b);
    else
        mpz_sub(a, a, b);
    bool over = is_signed ? leaves_signed_range(a, x->width)
                          : mpz_sgn(a) < 0 || mpz_sizeinbase(a, 2) > x->width;
    mpz_clears(a, b, NULL);
    return over;
}

static int compare_signed(const operand *x, const operand *y)
{
    if (is_negative(x) != is_negative(y))
        return is_negative(x) ? -1 : 1;
    return mpz_cmp(x->bits, y->bits);
}

static bool is_least(const operand *x)
{
    return is_negative(x) && mpz_scan1(x->bits, 0) == x->width - 1;
}

static bool decide(const eval_call *c)
{
    operand x, y;
    load(c, 0, &x);
    if (c->op == OP_BVNEGO)
        return is_least(&x);
    load(c, 1, &y);
    switch (c->op) {
    case OP_BVULT:
        return mpz_cmp(x.bits, y.bits) < 0;
    case OP_BVULE:
        return mpz_cmp(x.bits, y.bits) <= 0;
    case OP_BVUGT:
        return mpz_cmp(x.bits, y.bits) > 0;
    case OP_BVUGE:
        return mpz_cmp(x.bits, y.bits) >= 0;
    case OP_BVSLT:
        return compare_signed(&x, &y) < 0;
    case OP_BVSLE:
        return compare_signed(&x, &y) <= 0;
    case OP_BVSGT:
        return compare_signed(&x, &y) > 0;
    case OP_BVSGE:
        return compare_signed(&x, &y) >= 0;
    case OP_BVSDIVO:
        return is_least(&x) && mpz_popcount(y.bits) == y.width;
    default:
        return overflows(c->op, &x, &y);
    }
}

static value_id to_int(const eval_call *c)
{
    operand x;
    load(c, 0, &x);
    if (c->op == OP_UBV_TO_INT || !is_negative(&x))
        return value_int_mpz(c->bank, x.bits);
    mpz_t r;
    mpz_init(r);
    get_signed(r, &x);
    value_id v = value_int_mpz(c->bank, r);
    mpz_clear(r);
    return v;
}

value_id eval_bv_wide(const eval_call *c)
{
    if (c->sort == SORT_ID_BOOL)
        return value_bool(decide(c));
    if (c->op == OP_UBV_TO_INT || c->op == OP_SBV_TO_INT)
        return to_int(c);
    uint32_t to = sort_bv_width(c->bank, c->sort);
    if (c->op == OP_CONCAT)
        return concatenated(c, to);
    if (c->op == OP_REPEAT)
        return repeated(c, to);
    if (c->op == OP_EXTRACT)
        return extracted(c, to);
    mpz_t r;
    mpz_init(r);
    compute(c, r);
    value_id v = value_bv_mpz(c->bank, to, r);
    mpz_clear(r);
    return v;
}
