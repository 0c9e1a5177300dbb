/* Conjuncts of sketches: their truth at a state, and as terms. */
#include <stdlib.h>

#include "prove/run/sketch.h"

/* A column's value; *crashed tells why there is none. */
static bool column(steps *s, size_t c, word *value, bool *crashed)
{
    bool good = steps_value(s, c, value);
    *crashed = !good && s->crashed;
    return good;
}

static truth condition_holds(const vocabulary *v, steps *s, uint32_t i)
{
    word holds;
    bool crashed;
    if (!column(s, v->columns.n + i, &holds, &crashed))
        return crashed ? TRUTH_FALSE : TRUTH_NO_VALUE;
    return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

/* On the side of its split where it says nothing. */
static bool is_off(const vocabulary *v, steps *s, const conjunct *c)
{
    return c->split != NO_SPLIT &&
           condition_holds(v, s, c->split) != (c->side ? TRUTH_TRUE : TRUTH_FALSE);
}

static truth equation_sum(const vocabulary *v, steps *s, const conjunct *c, __int128 *sum)
{
    *sum = c->coefficients[0];
    for (size_t i = 0; i < v->n_linear; i++) {
        word value;
        bool crashed;
        if (!c->coefficients[i + 1])
            continue;
        if (!column(s, i, &value, &crashed))
            return crashed ? TRUTH_FALSE : TRUTH_NO_VALUE;
        /* Coefficients have at most 40 bits, so products of 104 and their sums fit. */
        *sum += (__int128)c->coefficients[i + 1] * value;
    }
    return *sum ? TRUTH_FALSE : TRUTH_TRUE;
}

static truth match_difference(steps *s, const conjunct *c, __int128 *difference)
{
    word x, y;
    bool crashed;
    if (!column(s, c->i, &x, &crashed) || !column(s, c->k, &y, &crashed))
        return crashed ? TRUTH_FALSE : TRUTH_NO_VALUE;
    *difference = (__int128)x - y;
    return x == y ? TRUTH_TRUE : TRUTH_FALSE;
}

static __int128 excess(const vocabulary *v, steps *s, const conjunct *c)
{
    const direction *d = &v->directions.at[c->i];
    word x = 0, y = 0;
    steps_value(s, d->x, &x); /* variables have a value */
    steps_value(s, d->y, &y);
    __int128 value = (__int128)d->a * x + (d->b ? (__int128)d->b * y : 0);
    return value > c->bound ? value - c->bound : 0;
}

conjunct conjunct_of_condition(const vocabulary *v, uint32_t cut, uint32_t condition)
{
    uint32_t left = v->fixed_columns.n ? v->fixed_columns.at[condition] : UINT32_MAX;
    bool match = left != UINT32_MAX;
    return (conjunct){.kind = match ? CONJUNCT_MATCH : CONJUNCT_CLAUSE,
                      .cut = cut,
                      .i = match ? left : condition,
                      .k = match ? left + 1 : condition,
                      .split = NO_SPLIT};
}

truth conjunct_holds(const vocabulary *v, steps *s, const conjunct *c)
{
    __int128 distance;
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        return is_off(v, s, c) ? TRUTH_TRUE : equation_sum(v, s, c, &distance);
    case CONJUNCT_MATCH:
        return match_difference(s, c, &distance);
    case CONJUNCT_BOUND:
        return excess(v, s, c) ? TRUTH_FALSE : TRUTH_TRUE;
    case CONJUNCT_NEVER:
        return TRUTH_FALSE;
    default: {
        truth first = condition_holds(v, s, c->i);
        truth second = c->i == c->k || first == TRUTH_TRUE ? first : condition_holds(v, s, c->k);
        if (first == TRUTH_TRUE || second == TRUTH_TRUE)
            return TRUTH_TRUE;
        return first == TRUTH_NO_VALUE || second == TRUTH_NO_VALUE ? TRUTH_NO_VALUE : TRUTH_FALSE;
    }
    }
}

bool conjunct_residual(const vocabulary *v, steps *s, const conjunct *c, word *residual)
{
    __int128 distance = 0;
    bool crash_or_none = false;
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        if (!is_off(v, s, c))
            crash_or_none = equation_sum(v, s, c, &distance) != TRUTH_TRUE && !distance;
        break;
    case CONJUNCT_MATCH:
        crash_or_none = match_difference(s, c, &distance) != TRUTH_TRUE && !distance;
        break;
    case CONJUNCT_BOUND:
        distance = excess(v, s, c);
        break;
    default:
        return false;
    }
    *residual = (word)distance;
    return !crash_or_none && distance == *residual;
}

/* ---- As terms -------------------------------------------------------------------------------- */

static term_id number(term_bank *b, word n)
{
    return term_const(b, value_int(b, n));
}

static term_id sum_of(term_bank *b, const term_vec *summands)
{
    if (!summands->n)
        return number(b, 0);
    return summands->n == 1 ? summands->at[0]
                            : term_make(b, OP_ADD, NULL, 0, summands->at, (uint32_t)summands->n);
}

/* Positive summands on the left, the others on the right. */
static term_id equation_term(const vocabulary *v, const conjunct *c)
{
    term_bank *b = v->system->program->bank;
    size_t n = v->n_linear + 1;
    term_vec sides[2] = {{0}, {0}};
    for (size_t at = 1; at <= n; at++) { /* the constant comes last */
        size_t i = at % n;
        word k = c->coefficients[i];
        if (!k)
            continue;
        term_id size = number(b, k < 0 ? -k : k);
        term_id summand = !i                  ? size
                          : k == 1 || k == -1 ? v->columns.at[i - 1]
                                              : term_make2(b, OP_MUL, size, v->columns.at[i - 1]);
        vec_push(&sides[k < 0], summand);
    }
    term_id t = term_eq(b, sum_of(b, &sides[0]), sum_of(b, &sides[1]));
    vec_free(&sides[0]);
    vec_free(&sides[1]);
    if (c->split == NO_SPLIT)
        return t;
    term_id guard = v->conditions.at[c->split];
    term_id either[] = {c->side ? term_not(b, guard) : guard, t};
    return term_or(b, either, 2);
}

/* Without negative coefficients where that is possible. */
static term_id bound_term(const vocabulary *v, const direction *d, word c)
{
    term_bank *b = v->system->program->bank;
    term_id x = v->columns.at[d->x], y = v->columns.at[d->y];
    if (!d->b)
        return d->a > 0 ? term_make2(b, OP_LE, x, number(b, c))
                        : term_make2(b, OP_GE, x, number(b, -c));
    if (d->a == d->b) {
        term_id sum = term_make2(b, OP_ADD, y, x);
        return d->a > 0 ? term_make2(b, OP_LE, sum, number(b, c))
                        : term_make2(b, OP_GE, sum, number(b, -c));
    }
    term_id low = d->a > 0 ? x : y, high = d->a > 0 ? y : x; /* low - high <= c */
    if (c < 0)
        return term_make2(b, OP_LE, term_make2(b, OP_ADD, low, number(b, -c)), high);
    return term_make2(b, OP_LE, low, c ? term_make2(b, OP_ADD, high, number(b, c)) : high);
}

term_id conjunct_term(const vocabulary *v, const conjunct *c)
{
    term_bank *b = v->system->program->bank;
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        return equation_term(v, c);
    case CONJUNCT_MATCH:
        return term_eq(b, v->columns.at[c->i], v->columns.at[c->k]);
    case CONJUNCT_BOUND:
        return bound_term(v, &v->directions.at[c->i], c->bound);
    case CONJUNCT_NEVER:
        return TERM_ID_FALSE;
    default: {
        term_id two[] = {v->conditions.at[c->k], v->conditions.at[c->i]};
        return c->i == c->k ? two[0] : term_or(b, two, 2);
    }
    }
}

unsigned conjunct_cost(const vocabulary *v, const conjunct *c)
{
    unsigned cost = 0;
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        for (size_t i = 0; i <= v->n_linear; i++)
            cost += c->coefficients[i] ? 2 : 0;
        return cost + (c->split == NO_SPLIT ? 0 : 8);
    case CONJUNCT_MATCH:
        return c->k < v->n_plain ? 3 : 5;
    case CONJUNCT_BOUND:
        return v->directions.at[c->i].b ? 4 : 2;
    case CONJUNCT_NEVER:
        return 1;
    default:
        return c->i == c->k ? 3 : 7;
    }
}

conjunct conjunct_copy(const vocabulary *v, const conjunct *c)
{
    conjunct copy = *c;
    if (c->coefficients) {
        copy.coefficients = base_alloc((v->n_linear + 1) * sizeof *copy.coefficients);
        memcpy(copy.coefficients, c->coefficients, (v->n_linear + 1) * sizeof *c->coefficients);
    }
    return copy;
}
