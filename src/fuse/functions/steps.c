#include "fuse/functions/steps.h"

enum {
    STEP_ADD,  /* t + c */
    STEP_FROM, /* c - t */
    STEP_NEGATE,
    STEP_TIMES,  /* c * t; back: divided by c */
    STEP_ZIGZAG, /* to the naturals: 0, -1, 1, -2, … */
    STEP_BV_ADD,
    STEP_BV_XOR,
    STEP_BV_NOT,
    STEP_BV_NEGATE,
    STEP_BV_TIMES,
    STEP_BV_ROTATE,
    STEP_BV_HALVES, /* exchanged */
    STEP_BEFORE,    /* a text before it */
    STEP_AFTER,
    STEP_NOT,
    STEP_XOR
};

void step_odd_pair(fusion_builder *f, uint32_t width, term_id pair[2])
{
    mpz_t number, modulus;
    mpz_inits(number, modulus, NULL);
    mpz_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, width);
    mpz_set_ui(number, rng_next(f->r) >> (rng_one_in(f->r, 2) ? 60 : 32) | 1);
    mpz_fdiv_r_2exp(number, number, width);
    pair[0] = term_const(f->bank, value_bv_mpz(f->bank, width, number));
    mpz_invert(number, number, modulus);
    pair[1] = term_const(f->bank, value_bv_mpz(f->bank, width, number));
    mpz_clears(number, modulus, NULL);
}

static void choose_bv(fusion_builder *f, uint32_t width, invertible_step *s)
{
    s->kind = STEP_BV_ADD + (uint32_t)rng_below(f->r, 7);
    if (s->kind == STEP_BV_HALVES && width < 2)
        s->kind = STEP_BV_NOT;
    if (s->kind == STEP_BV_TIMES)
        step_odd_pair(f, width, s->constants);
    else
        s->constants[0] = fusion_bv(f, width);
    s->number = s->kind == STEP_BV_ROTATE ? (uint32_t)rng_below(f->r, width) : width / 2;
}

invertible_step step_choose(fusion_builder *f, sort_id sort)
{
    invertible_step s = {0};
    switch (sort_kind_of(f->bank, sort)) {
    case SORT_INT:
        s.kind = STEP_ADD + (uint32_t)rng_below(f->r, 5);
        s.constants[0] = fusion_int(f->bank, fusion_coefficient(f->r));
        break;
    case SORT_REAL:
        s.kind = STEP_ADD + (uint32_t)rng_below(f->r, 4);
        s.constants[0] = fusion_real(f);
        break;
    case SORT_BV:
        choose_bv(f, sort_bv_width(f->bank, sort), &s);
        break;
    case SORT_STRING:
        s.kind = STEP_BEFORE + (uint32_t)rng_below(f->r, 2);
        s.constants[0] = fusion_text(f);
        break;
    default:
        s.kind = STEP_NOT + (uint32_t)rng_below(f->r, 2);
        s.constants[0] = term_bool(rng_one_in(f->r, 2));
        break;
    }
    return s;
}

static term_id rotate(term_bank *b, term_op op, uint32_t by, term_id t)
{
    return term_make(b, op, &by, 1, &t, 1);
}

/* The low `low` bits go to the front. */
static term_id exchange(term_bank *b, term_id t, uint32_t low)
{
    uint32_t width = sort_bv_width(b, term_sort(b, t));
    term_id front = term_make(b, OP_EXTRACT, (uint32_t[]){low - 1, 0}, 2, &t, 1);
    term_id behind = term_make(b, OP_EXTRACT, (uint32_t[]){width - 1, low}, 2, &t, 1);
    return term_make2(b, OP_CONCAT, front, behind);
}

static term_id zigzag(term_bank *b, term_id t)
{
    term_id two = fusion_int(b, 2), zero = fusion_int(b, 0);
    term_id minus = term_make2(b, OP_MUL, fusion_int(b, -2), t);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, t, zero), term_make2(b, OP_MUL, two, t),
                      term_make2(b, OP_SUB, minus, fusion_int(b, 1)));
}

static term_id unzigzag(term_bank *b, term_id t)
{
    term_id two = fusion_int(b, 2), zero = fusion_int(b, 0);
    term_id even = term_eq(b, term_make2(b, OP_MOD, t, two), zero);
    term_id more = term_make2(b, OP_ADD, t, fusion_int(b, 1));
    return term_make3(b, OP_ITE, even, term_make2(b, OP_IDIV, t, two),
                      term_make1(b, OP_NEG, term_make2(b, OP_IDIV, more, two)));
}

term_id step_forward(term_bank *b, const invertible_step *s, term_id t)
{
    term_id c = s->constants[0];
    switch (s->kind) {
    case STEP_ADD:
        return term_make2(b, OP_ADD, t, c);
    case STEP_FROM:
        return term_make2(b, OP_SUB, c, t);
    case STEP_NEGATE:
        return term_make1(b, OP_NEG, t);
    case STEP_TIMES:
        return term_make2(b, OP_MUL, c, t);
    case STEP_ZIGZAG:
        return zigzag(b, t);
    case STEP_BV_ADD:
        return term_make2(b, OP_BVADD, t, c);
    case STEP_BV_XOR:
        return term_make2(b, OP_BVXOR, t, c);
    case STEP_BV_NOT:
        return term_make1(b, OP_BVNOT, t);
    case STEP_BV_NEGATE:
        return term_make1(b, OP_BVNEG, t);
    case STEP_BV_TIMES:
        return term_make2(b, OP_BVMUL, t, c);
    case STEP_BV_ROTATE:
        return rotate(b, OP_ROTATE_LEFT, s->number, t);
    case STEP_BV_HALVES:
        return exchange(b, t, s->number);
    case STEP_BEFORE:
        return term_make2(b, OP_STR_CONCAT, c, t);
    case STEP_AFTER:
        return term_make2(b, OP_STR_CONCAT, t, c);
    case STEP_NOT:
        return term_make1(b, OP_NOT, t);
    default:
        return term_make2(b, OP_XOR, t, c);
    }
}

/* `t` without the text of the step at its front or end. */
static term_id strip(term_bank *b, const invertible_step *s, term_id t)
{
    term_id n = term_make1(b, OP_STR_LEN, s->constants[0]);
    term_id rest = term_make2(b, OP_SUB, term_make1(b, OP_STR_LEN, t), n);
    return term_make3(b, OP_STR_SUBSTR, t, s->kind == STEP_BEFORE ? n : fusion_int(b, 0), rest);
}

term_id step_back(term_bank *b, const invertible_step *s, term_id t)
{
    term_id c = s->constants[0];
    switch (s->kind) {
    case STEP_ADD:
        return term_make2(b, OP_SUB, t, c);
    case STEP_TIMES:
        return term_make2(b, term_sort(b, t) == SORT_ID_INT ? OP_IDIV : OP_DIV, t, c);
    case STEP_ZIGZAG:
        return unzigzag(b, t);
    case STEP_BV_ADD:
        return term_make2(b, OP_BVSUB, t, c);
    case STEP_BV_TIMES:
        return term_make2(b, OP_BVMUL, t, s->constants[1]);
    case STEP_BV_ROTATE:
        return rotate(b, OP_ROTATE_RIGHT, s->number, t);
    case STEP_BV_HALVES:
        return exchange(b, t, sort_bv_width(b, term_sort(b, t)) - s->number);
    case STEP_BEFORE:
    case STEP_AFTER:
        return strip(b, s, t);
    default: /* the rest undo themselves */
        return step_forward(b, s, t);
    }
}
