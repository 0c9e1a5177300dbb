/* Fusion functions of bit-vectors, Booleans and floats. Floats are fused by their bits: a fresh
 * bit-vector whose meaning as a float is the float itself, which exists for every float (NaN has
 * many; the model takes the one that we print). */
#include "fuse/functions/steps.h"

enum { WIDEST = 4096 };

static term_id two(fusion_builder *f, term_op op, term_id a, term_id c)
{
    return term_make2(f->bank, op, a, c);
}

static uint32_t width_of(fusion_builder *f, term_id t)
{
    return sort_bv_width(f->bank, term_sort(f->bank, t));
}

static term_id extract(fusion_builder *f, term_id t, uint32_t high, uint32_t low)
{
    return term_make(f->bank, OP_EXTRACT, (uint32_t[]){high, low}, 2, &t, 1);
}

static term_id rotate(fusion_builder *f, term_op op, uint32_t by, term_id t)
{
    return term_make(f->bank, op, &by, 1, &t, 1);
}

/* z = forward(x, y), x = backward(z, y), y = other(…). */
static bool simple(fusion_builder *f, term_op forward, term_op back_x, term_op back_y, bool flip)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = two(f, forward, x, y);
    term_id z = fusion_constant(f, term_sort(f->bank, x), value);
    return fusion_done(f, z, value, two(f, back_x, z, y),
                       flip ? two(f, back_y, x, z) : two(f, back_y, z, x), true);
}

bool fusion_bv_xor(fusion_builder *f)
{
    return simple(f, OP_BVXOR, OP_BVXOR, OP_BVXOR, false);
}

bool fusion_bv_add(fusion_builder *f)
{
    return simple(f, OP_BVADD, OP_BVSUB, OP_BVSUB, false);
}

bool fusion_bv_subtract(fusion_builder *f)
{
    return simple(f, OP_BVSUB, OP_BVADD, OP_BVSUB, true);
}

bool fusion_bv_multiply_odd(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y, c[2], d[2];
    step_odd_pair(f, width_of(f, x), c);
    step_odd_pair(f, width_of(f, x), d);
    term_id cx = two(f, OP_BVMUL, c[0], x), dy = two(f, OP_BVMUL, d[0], y);
    term_id value = two(f, OP_BVADD, cx, dy);
    term_id z = fusion_constant(f, term_sort(f->bank, x), value);
    return fusion_done(f, z, value, two(f, OP_BVMUL, two(f, OP_BVSUB, z, dy), c[1]),
                       two(f, OP_BVMUL, two(f, OP_BVSUB, z, cx), d[1]), true);
}

bool fusion_bv_rotate(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    uint32_t by = (uint32_t)rng_below(f->r, width_of(f, x));
    term_id turned = rotate(f, OP_ROTATE_LEFT, by, x);
    term_id value = two(f, OP_BVXOR, turned, y);
    term_id z = fusion_constant(f, term_sort(f->bank, x), value);
    return fusion_done(f, z, value, rotate(f, OP_ROTATE_RIGHT, by, two(f, OP_BVXOR, z, y)),
                       two(f, OP_BVXOR, z, turned), true);
}

bool fusion_bv_concat(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    uint32_t wx = width_of(f, x), wy = width_of(f, y);
    if (wx > WIDEST || wy > WIDEST)
        return false;
    term_id value = two(f, OP_CONCAT, x, y);
    term_id z = fusion_constant(f, sort_bv(f->bank, wx + wy), value);
    return fusion_done(f, z, value, extract(f, z, wx + wy - 1, wy), extract(f, z, wy - 1, 0), true);
}

/* z = y * 2^width + x. */
bool fusion_bv_int(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    uint32_t width = width_of(f, x);
    mpz_t power;
    mpz_init_set_ui(power, 1);
    mpz_mul_2exp(power, power, width);
    term_id base = term_const(b, value_int_mpz(b, power));
    mpz_clear(power);
    term_id value = two(f, OP_ADD, two(f, OP_MUL, base, y), term_make1(b, OP_UBV_TO_INT, x));
    term_id z = fusion_constant(f, SORT_ID_INT, value);
    term_id rx = term_make(b, OP_INT_TO_BV, &width, 1, &z, 1);
    return fusion_done(f, z, value, rx, two(f, OP_IDIV, z, base), true);
}

bool fusion_bool_xor(fusion_builder *f)
{
    return simple(f, OP_XOR, OP_XOR, OP_XOR, false);
}

bool fusion_bool_equal(fusion_builder *f)
{
    return simple(f, OP_EQ, OP_EQ, OP_EQ, false);
}

static term_id same_or_not(fusion_builder *f, term_id condition, term_id t)
{
    return term_make3(f->bank, OP_ITE, condition, t, term_make1(f->bank, OP_NOT, t));
}

bool fusion_bool_ite(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = same_or_not(f, x, y);
    term_id z = fusion_constant(f, SORT_ID_BOOL, value);
    return fusion_done(f, z, value, same_or_not(f, y, z), same_or_not(f, x, z), true);
}

/* The float that the bits mean, in the format of `like`. */
static term_id as_float(fusion_builder *f, term_id bits, term_id like)
{
    sort_id sort = term_sort(f->bank, like);
    uint32_t format[] = {sort_fp_exponent(f->bank, sort), sort_fp_significand(f->bank, sort)};
    return term_make(f->bank, OP_FP_FROM_BITS, format, 2, &bits, 1);
}

term_id fusion_bits(fusion_builder *f, term_id x)
{
    sort_id sort = term_sort(f->bank, x);
    uint64_t width = (uint64_t)sort_fp_exponent(f->bank, sort) + sort_fp_significand(f->bank, sort);
    term_id bits = fusion_constant(f, sort_bv(f->bank, width), x);
    f->out->fresh[f->out->n_fresh - 1].bits = true;
    fusion_constraint(f, term_eq(f->bank, x, as_float(f, bits, x)));
    return bits;
}

static bool fp_simple(fusion_builder *f, term_op forward, term_op backward)
{
    term_id x = f->out->x, y = f->out->y;
    term_id bx = fusion_bits(f, x), by = fusion_bits(f, y);
    term_id value = two(f, forward, bx, by);
    term_id z = fusion_constant(f, term_sort(f->bank, bx), value);
    return fusion_done(f, z, value, as_float(f, two(f, backward, z, by), x),
                       as_float(f, two(f, backward, z, bx), y), true);
}

bool fusion_fp_bits_xor(fusion_builder *f)
{
    return fp_simple(f, OP_BVXOR, OP_BVXOR);
}

bool fusion_fp_bits_add(fusion_builder *f)
{
    return fp_simple(f, OP_BVADD, OP_BVSUB);
}

bool fusion_fp_bits_concat(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    term_id bx = fusion_bits(f, x), by = fusion_bits(f, y);
    uint32_t wx = width_of(f, bx), wy = width_of(f, by);
    term_id value = two(f, OP_CONCAT, bx, by);
    term_id z = fusion_constant(f, sort_bv(f->bank, (uint64_t)wx + wy), value);
    return fusion_done(f, z, value, as_float(f, extract(f, z, wx + wy - 1, wy), x),
                       as_float(f, extract(f, z, wy - 1, 0), y), true);
}

bool fusion_fp_bv(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y, bx = fusion_bits(f, x);
    term_id value = two(f, OP_BVXOR, bx, y);
    term_id z = fusion_constant(f, term_sort(f->bank, y), value);
    return fusion_done(f, z, value, as_float(f, two(f, OP_BVXOR, z, y), x), two(f, OP_BVXOR, z, bx),
                       true);
}
