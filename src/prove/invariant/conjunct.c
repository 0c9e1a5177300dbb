#include "prove/invariant/conjunct.h"

#include <stdlib.h>

static truth without_value(read_result why)
{
    return why == READ_CRASHED ? TRUTH_FALSE : TRUTH_NO_VALUE;
}

static truth condition_holds(reading *r, uint32_t i)
{
    bool holds;
    read_result result = r->kind->condition(r, i, &holds);
    if (result != READ_VALUE)
        return without_value(result);
    return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

/* On the side of its split where it says nothing. */
static bool is_off(reading *r, const conjunct *c)
{
    return c->split != NO_SPLIT &&
           condition_holds(r, c->split) != (c->side ? TRUTH_TRUE : TRUTH_FALSE);
}

static truth equation_sum(reading *r, const conjunct *c, __int128 *sum)
{
    unsigned unused = 64 - r->v->ring_width;
    *sum = c->coefficients[0];
    for (size_t i = 0; i < r->v->n_linear; i++) {
        word value;
        if (!c->coefficients[i + 1])
            continue;
        read_result result = r->kind->column(r, i, &value);
        if (result != READ_VALUE) {
            *sum = 0;
            return without_value(result);
        }
        /* Coefficients have at most 40 bits, so products of 104 and their sums fit. */
        *sum += r->v->ring_width ? (word)((uint64_t)c->coefficients[i + 1] * (uint64_t)value)
                                 : (__int128)c->coefficients[i + 1] * value;
    }
    if (r->v->ring_width)
        *sum = (word)((uint64_t)*sum << unused) >> unused;
    return *sum ? TRUTH_FALSE : TRUTH_TRUE;
}

static truth match_difference(reading *r, const conjunct *c, __int128 *difference)
{
    word x, y = 0;
    read_result result = r->kind->column(r, c->i, &x);
    if (result == READ_VALUE)
        result = r->kind->column(r, c->k, &y);
    if (result != READ_VALUE)
        return without_value(result);
    *difference = (__int128)x - y;
    return x == y ? TRUTH_TRUE : TRUTH_FALSE;
}

static truth excess(reading *r, const conjunct *c, __int128 *more)
{
    const direction *d = &r->v->directions.at[c->i];
    word x = 0, y = 0;
    read_result result = r->kind->number(r, d->x, &x);
    if (result == READ_VALUE && d->b)
        result = r->kind->number(r, d->y, &y);
    if (result != READ_VALUE)
        return without_value(result);
    __int128 value = (__int128)d->a * x + (d->b ? (__int128)d->b * y : 0);
    *more = value > c->bound ? value - c->bound : 0;
    return *more ? TRUTH_FALSE : TRUTH_TRUE;
}

/* Of machine numbers C's remainder, of others that which is not negative. */
static truth rest_difference(reading *r, const conjunct *c, __int128 *difference)
{
    word x, modulus = r->v->moduli.at[c->k];
    read_result result = r->kind->number(r, c->i, &x);
    if (result != READ_VALUE)
        return without_value(result);
    x %= modulus;
    if (x < 0 && !r->v->numbers.at[c->i].width)
        x += modulus;
    *difference = x - c->bound;
    return *difference ? TRUTH_FALSE : TRUTH_TRUE;
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

static truth clause_holds(reading *r, const conjunct *c)
{
    truth first = condition_holds(r, c->i);
    truth second = c->i == c->k || first == TRUTH_TRUE ? first : condition_holds(r, c->k);
    if (first == TRUTH_TRUE || second == TRUTH_TRUE)
        return TRUTH_TRUE;
    return first == TRUTH_NO_VALUE || second == TRUTH_NO_VALUE ? TRUTH_NO_VALUE : TRUTH_FALSE;
}

/* Whether it holds, and how far it is from that; what has no distance leaves it alone. */
static truth measure(reading *r, const conjunct *c, __int128 *distance)
{
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        return is_off(r, c) ? TRUTH_TRUE : equation_sum(r, c, distance);
    case CONJUNCT_MATCH:
        return match_difference(r, c, distance);
    case CONJUNCT_BOUND:
        return excess(r, c, distance);
    case CONJUNCT_REMAINDER:
        return rest_difference(r, c, distance);
    case CONJUNCT_CLAUSE:
        return clause_holds(r, c);
    default:
        return TRUTH_FALSE;
    }
}

truth conjunct_holds(reading *r, const conjunct *c)
{
    __int128 distance = 0;
    return measure(r, c, &distance);
}

bool conjunct_residual(reading *r, const conjunct *c, word *residual)
{
    __int128 distance = 0;
    if (c->kind == CONJUNCT_CLAUSE || c->kind == CONJUNCT_TERM || c->kind == CONJUNCT_NEVER)
        return false;
    truth holds = measure(r, c, &distance);
    if (holds == TRUTH_TRUE)
        distance = 0;
    *residual = (word)distance;
    /* False without a distance: it crashed. */
    return holds != TRUTH_NO_VALUE && (distance || holds == TRUTH_TRUE) && distance == *residual;
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
    case CONJUNCT_REMAINDER:
        return 4;
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

void conjuncts_clear(conjunct_vec *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i].coefficients);
    vec_clear(list);
}
