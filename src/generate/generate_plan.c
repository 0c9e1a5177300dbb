#include "generate/generate_plan.h"
#include "generate/signature.h"

sort_id plan_pick(generator *g, sort_kind kind)
{
    sort_id found = kind == SORT_BOOL ? SORT_ID_BOOL : 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < g->config->n_sorts; i++)
        if (sort_kind_of(g->b, g->config->sorts[i]) == kind && rng_one_in(g->r, ++seen))
            found = g->config->sorts[i];
    return found;
}

bool plan_has(const generator *g, sort_id sort)
{
    if (sort == SORT_ID_BOOL)
        return true;
    for (size_t i = 0; i < g->config->n_sorts; i++)
        if (g->config->sorts[i] == sort)
            return true;
    return false;
}

bool plan_all(plan *p, sort_id sort, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        p->args[i] = sort;
    p->n = n;
    return sort != 0;
}

bool plan_list(plan *p, sort_id x, sort_id y, sort_id z, sort_id w)
{
    sort_id sorts[] = {x, y, z, w};
    for (p->n = 0; p->n < 4 && sorts[p->n]; p->n++)
        p->args[p->n] = sorts[p->n];
    return p->n != 0;
}

uint32_t plan_several(generator *g)
{
    return rng_one_in(g->r, 4) ? 2 + (uint32_t)rng_below(g->r, GENERATE_MOST_ARGS - 1) : 2;
}

static sort_id number_sort(generator *g)
{
    bool has_int = plan_has(g, SORT_ID_INT), has_real = plan_has(g, SORT_ID_REAL);
    if (has_int && has_real)
        return rng_one_in(g->r, 2) ? SORT_ID_INT : SORT_ID_REAL;
    return has_int ? SORT_ID_INT : has_real ? SORT_ID_REAL : 0;
}

static bool plan_bool(generator *g, signature s, plan *p)
{
    sort_id x;
    switch (s) {
    case BOOL_1:
        return plan_all(p, SORT_ID_BOOL, 1);
    case BOOL_N:
        return plan_all(p, SORT_ID_BOOL, plan_several(g));
    case SAME_N_BOOL:
        x = g->config->n_sorts ? g->config->sorts[rng_below(g->r, g->config->n_sorts)]
                               : SORT_ID_BOOL;
        return x != SORT_ID_REGLAN && plan_all(p, x, plan_several(g));
    case ARITH_N_BOOL:
        return plan_all(p, number_sort(g), plan_several(g));
    case DIVISIBLE:
        p->indices[0] = 1 + (uint32_t)rng_below(g->r, 10);
        return plan_has(g, SORT_ID_INT) && plan_all(p, SORT_ID_INT, 1);
    case REAL_BOOL:
        return plan_has(g, SORT_ID_REAL) && plan_all(p, SORT_ID_REAL, 1);
    case BV_2_BOOL:
        return plan_all(p, plan_pick(g, SORT_BV), 2);
    case BV_1_BOOL:
        return plan_all(p, plan_pick(g, SORT_BV), 1);
    case FP_N_BOOL:
        return plan_all(p, plan_pick(g, SORT_FP), plan_several(g));
    case FP_1_BOOL:
        return plan_all(p, plan_pick(g, SORT_FP), 1);
    case STR_N_BOOL:
        return plan_has(g, SORT_ID_STRING) && plan_all(p, SORT_ID_STRING, plan_several(g));
    case STR_2_BOOL:
        return plan_has(g, SORT_ID_STRING) && plan_all(p, SORT_ID_STRING, 2);
    case STR_1_BOOL:
        return plan_has(g, SORT_ID_STRING) && plan_all(p, SORT_ID_STRING, 1);
    case STR_IN_RE:
        return plan_has(g, SORT_ID_REGLAN) && plan_list(p, SORT_ID_STRING, SORT_ID_REGLAN, 0, 0);
    default:
        return false;
    }
}

static bool plan_number(generator *g, signature s, sort_id sort, plan *p)
{
    bool is_int = sort == SORT_ID_INT;
    switch (s) {
    case ARITH_1:
        return plan_all(p, sort, 1);
    case ARITH_N:
        return plan_all(p, sort, plan_several(g));
    case REAL_N:
        return !is_int && plan_all(p, sort, plan_several(g));
    case INT_N:
        return is_int && plan_all(p, sort, plan_several(g));
    case INT_2:
        return is_int && plan_all(p, sort, 2);
    case INT_REAL:
        return !is_int && plan_has(g, SORT_ID_INT) && plan_all(p, SORT_ID_INT, 1);
    case REAL_INT:
        return is_int && plan_has(g, SORT_ID_REAL) && plan_all(p, SORT_ID_REAL, 1);
    case BV_INT:
        return is_int && plan_all(p, plan_pick(g, SORT_BV), 1);
    case FP_REAL:
        return !is_int && plan_all(p, plan_pick(g, SORT_FP), 1);
    case STR_INT:
        return is_int && plan_has(g, SORT_ID_STRING) && plan_all(p, SORT_ID_STRING, 1);
    case STR_INDEXOF:
        return is_int && plan_has(g, SORT_ID_STRING) &&
               plan_list(p, SORT_ID_STRING, SORT_ID_STRING, SORT_ID_INT, 0);
    default:
        return false;
    }
}

/* Splits the width over the arguments of concat. */
static bool plan_concat(generator *g, uint32_t width, plan *p)
{
    uint32_t n = plan_several(g);
    if (width < n)
        return false;
    for (p->n = 0; p->n < n; p->n++) {
        uint32_t left = n - p->n - 1;
        uint32_t part = left ? 1 + (uint32_t)rng_below(g->r, width - left) : width;
        p->args[p->n] = sort_bv(g->b, part);
        width -= part;
    }
    return true;
}

static bool plan_bv(generator *g, term_op op, sort_id sort, plan *p)
{
    uint32_t width = sort_bv_width(g->b, sort), by;
    sort_id x;
    switch (generate_signatures[op]) {
    case BV_1: /* with an index: rotate */
        p->indices[0] = (uint32_t)rng_below(g->r, 2 * width + 1);
        return plan_all(p, sort, 1);
    case BV_N:
        return plan_all(p, sort, plan_several(g));
    case BV_2:
        return plan_all(p, sort, 2);
    case BVCOMP:
        return width == 1 && plan_all(p, plan_pick(g, SORT_BV), 2);
    case CONCAT:
        return plan_concat(g, width, p);
    case EXTRACT:
        p->indices[1] = (uint32_t)rng_below(g->r, 20);
        p->indices[0] = p->indices[1] + width - 1;
        by = (uint32_t)rng_below(g->r, 8);
        return plan_all(p, sort_bv(g->b, (uint64_t)p->indices[0] + 1 + by), 1);
    case REPEAT:
        by = 1 + (uint32_t)rng_below(g->r, 4);
        p->indices[0] = by;
        return width % by == 0 && plan_all(p, sort_bv(g->b, width / by), 1);
    case EXTEND:
        by = (uint32_t)rng_below(g->r, width);
        p->indices[0] = by;
        return plan_all(p, sort_bv(g->b, width - by), 1);
    case INT_BV:
        p->indices[0] = width;
        return plan_has(g, SORT_ID_INT) && plan_all(p, SORT_ID_INT, 1);
    case FP_TO_BV:
        p->indices[0] = width;
        return (x = plan_pick(g, SORT_FP)) && plan_list(p, SORT_ID_RM, x, 0, 0);
    case FP_BITS:
        x = plan_pick(g, SORT_FP);
        return x && sort_fp_exponent(g->b, x) + sort_fp_significand(g->b, x) == width &&
               plan_all(p, x, 1);
    default:
        return false;
    }
}

static bool plan_fp(generator *g, signature s, sort_id sort, plan *p)
{
    uint32_t e = sort_fp_exponent(g->b, sort), m = sort_fp_significand(g->b, sort);
    sort_id x;
    p->indices[0] = e;
    p->indices[1] = m;
    switch (s) {
    case FP_TRIPLE:
        return plan_list(p, sort_bv(g->b, 1), sort_bv(g->b, e), sort_bv(g->b, m - 1), 0);
    case FP_1:
        return plan_all(p, sort, 1);
    case FP_2:
        return plan_all(p, sort, 2);
    case RM_FP_1:
        return plan_list(p, SORT_ID_RM, sort, 0, 0);
    case RM_FP_2:
        return plan_list(p, SORT_ID_RM, sort, sort, 0);
    case RM_FP_3:
        return plan_list(p, SORT_ID_RM, sort, sort, sort);
    case FP_FROM_BITS:
        return plan_all(p, sort_bv(g->b, (uint64_t)e + m), 1);
    case FP_FROM_FP:
        return (x = plan_pick(g, SORT_FP)) && plan_list(p, SORT_ID_RM, x, 0, 0);
    case FP_FROM_REAL:
        return plan_has(g, SORT_ID_REAL) && plan_list(p, SORT_ID_RM, SORT_ID_REAL, 0, 0);
    case FP_FROM_BV:
        x = plan_pick(g, SORT_BV);
        return plan_list(p, SORT_ID_RM, x ? x : sort_bv(g->b, 1 + rng_below(g->r, 70)), 0, 0);
    default:
        return false;
    }
}

static bool plan_string(generator *g, signature s, plan *p)
{
    bool ints = plan_has(g, SORT_ID_INT), regexes = plan_has(g, SORT_ID_REGLAN);
    switch (s) {
    case STR_N:
        return plan_all(p, SORT_ID_STRING, plan_several(g));
    case STR_AT:
        return ints && plan_list(p, SORT_ID_STRING, SORT_ID_INT, 0, 0);
    case STR_SUBSTR:
        return ints && plan_list(p, SORT_ID_STRING, SORT_ID_INT, SORT_ID_INT, 0);
    case STR_3:
        return plan_all(p, SORT_ID_STRING, 3);
    case STR_RE_STR:
        return regexes && plan_list(p, SORT_ID_STRING, SORT_ID_REGLAN, SORT_ID_STRING, 0);
    case INT_STR:
        return ints && plan_all(p, SORT_ID_INT, 1);
    default:
        return false;
    }
}

static bool plan_regex(generator *g, signature s, plan *p)
{
    switch (s) {
    case STR_RE:
        return plan_all(p, SORT_ID_STRING, 1);
    case RE_0:
        p->n = 0;
        return true;
    case RE_1: /* with indices: re.^ and re.loop */
        p->indices[0] = (uint32_t)rng_below(g->r, 4);
        p->indices[1] = (uint32_t)rng_below(g->r, 5);
        return plan_all(p, SORT_ID_REGLAN, 1);
    case RE_N:
        return plan_all(p, SORT_ID_REGLAN, plan_several(g));
    case RE_RANGE:
        return plan_all(p, SORT_ID_STRING, 2);
    default:
        return false;
    }
}

bool generate_plan(generator *g, term_op op, sort_id sort, plan *p)
{
    signature s = generate_signatures[op];
    *p = (plan){0};
    if (op >= OP_FIRST_EXTENSION)
        return plan_extension(g, op, sort, p);
    if (s == ITE)
        return plan_list(p, SORT_ID_BOOL, sort, sort, 0);
    if (s == SELECT) { /* from an array of the palette with such elements */
        sort_id array = plan_pick(g, SORT_ARRAY);
        return array && sort_array_element(g->b, array) == sort &&
               plan_list(p, array, sort_array_index(g->b, array), 0, 0);
    }
    switch (sort_kind_of(g->b, sort)) {
    case SORT_BOOL:
        return plan_bool(g, s, p);
    case SORT_INT:
    case SORT_REAL:
        return plan_number(g, s, sort, p);
    case SORT_BV:
        return plan_bv(g, op, sort, p);
    case SORT_FP:
        return plan_fp(g, s, sort, p);
    case SORT_STRING:
        return plan_string(g, s, p);
    case SORT_REGLAN:
        return plan_regex(g, s, p);
    case SORT_ARRAY:
        return s == STORE &&
               plan_list(p, sort, sort_array_index(g->b, sort), sort_array_element(g->b, sort), 0);
    default:
        return false;
    }
}

bool generate_is_ordinary(term_op op)
{
    return generate_signatures[op] != SPECIAL && op < OP_FIRST_EXTENSION;
}
