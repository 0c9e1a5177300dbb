/* Between the files that pose questions over integers and reals. */
#ifndef TANDEM_SOLVE_NEAR_LINEAR_IMPL_H
#define TANDEM_SOLVE_NEAR_LINEAR_IMPL_H

#include <gmp.h>

#include "base/map.h"
#include "fuzz/ranges/ranges.h"
#include "solve/near/linear.h"

/* What a term has become: of a truth value another one; of a number an integer from 0 to `most`. */
typedef struct linear_node {
    term_id term;
    mpz_t most;
} linear_node;

typedef struct linear {
    term_bank *bank;
    const question *question;
    term_vec *terms, *inputs;
    map known; /* term -> node + 1 */
    VEC(linear_node) nodes;
    map reg;        /* term -> register of the question's program + 1 */
    fuzz_range *of; /* by register: what the conditions leave; NULL: not known */
} linear;

/* NULL: nothing is known. */
static inline const fuzz_range *linear_range(const linear *l, term_id t)
{
    uint64_t reg = map_get(&l->reg, t, 0);
    return reg ? &l->of[reg - 1] : NULL;
}

static inline linear_node *linear_of(const linear *l, term_id t)
{
    return &l->nodes.at[map_get(&l->known, t, 1) - 1];
}

static inline term_id linear_arg(const linear *l, term_id t, uint32_t i)
{
    return linear_of(l, term_arg(l->bank, t, i))->term;
}

static inline uint32_t width_of(const linear *l, term_id t)
{
    return sort_bv_width(l->bank, term_sort(l->bank, t));
}

static inline term_id linear_integer(linear *l, const mpz_t n)
{
    return term_const(l->bank, value_int_mpz(l->bank, n));
}

static inline term_id linear_power(linear *l, uint32_t exponent)
{
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, exponent);
    term_id t = linear_integer(l, n);
    mpz_clear(n);
    return t;
}

static inline term_id linear_plus(linear *l, term_id a, term_id b)
{
    return term_make2(l->bank, OP_ADD, a, b);
}

static inline term_id linear_times(linear *l, term_id factor, term_id a)
{
    return term_make2(l->bank, OP_MUL, factor, a);
}

/* The integer modulo 2^width, where it may be outside; *most is then the largest of these. */
term_id linear_wrap(linear *l, term_id t, uint32_t width, bool inside, mpz_t most);
/* The integer of a number with a sign. */
term_id linear_with_sign(linear *l, term_id t);

/* A constant? Then its number. */
bool linear_is_number(const linear *l, term_id t, mpz_t n);

/* linear_truth.c: of a truth value; 0: there is none. */
term_id linear_truth(linear *l, term_id t);
/* That a number is 0, which can be said of more than what is linear. */
term_id linear_zero(linear *l, term_id t);

/* linear_real.c: floats as reals, without rounding; their comparisons; integers that are cut from them. 0: there is none. */
term_id linear_real(linear *l, term_id t);
term_id linear_real_truth(linear *l, term_id t);
term_id linear_real_cut(linear *l, term_id t, mpz_t most);

#endif
