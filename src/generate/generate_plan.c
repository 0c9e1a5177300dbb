#include "generate/generate_plan.h"
#include "generate/signature.h"

/* A sort of that kind from the palette; 0 if it has none. */
static sort_id pick(generator *g, sort_kind kind)
{
    sort_id found = kind == SORT_BOOL ? SORT_ID_BOOL : 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < g->config->n_sorts; i++)
        if (sort_kind_of(g->b, g->config->sorts[i]) == kind && rng_one_in(g->r, ++seen))
            found = g->config->sorts[i];
    return found;
}

static bool has(const generator *g, sort_id sort)
{
    if (sort == SORT_ID_BOOL)
        return true;
    for (size_t i = 0; i < g->config->n_sorts; i++)
        if (g->config->sorts[i] == sort)
            return true;
    return false;
}

static bool all_of(plan *p, sort_id sort, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        p->args[i] = sort;
    p->n = n;
    return sort != 0;
}

static bool list(plan *p, sort_id x, sort_id y, sort_id z, sort_id w)
{
    sort_id sorts[] = {x, y, z, w};
    for (p->n = 0; p->n < 4 && sorts[p->n]; p->n++)
        p->args[p->n] = sorts[p->n];
    return p->n != 0;
}

/* Two arguments, sometimes more. */
static uint32_t several(generator *g)
{
    return rng_one_in(g->r, 4) ? 2 + (uint32_t)rng_below(g->r, GENERATE_MOST_ARGS - 1) : 2;
}

static sort_id number_sort(generator *g)
{
    bool has_int = has(g, SORT_ID_INT), has_real = has(g, SORT_ID_REAL);
    if (has_int && has_real)
        return rng_one_in(g->r, 2) ? SORT_ID_INT : SORT_ID_REAL;
    return has_int ? SORT_ID_INT : has_real ? SORT_ID_REAL : 0;
}

static bool plan_bool(generator *g, signature s, plan *p)
{
    sort_id x;
    switch (s) {
    case BOOL_1:
        return all_of(p, SORT_ID_BOOL, 1);
    case BOOL_N:
        return all_of(p, SORT_ID_BOOL, several(g));
    case SAME_N_BOOL:
        x = g->config->n_sorts ? g->config->sorts[rng_below(g->r, g->config->n_sorts)]
                               : SORT_ID_BOOL;
        return x != SORT_ID_REGLAN && all_of(p, x, several(g));
    case ARITH_N_BOOL:
        return all_of(p, number_sort(g), several(g));
    case DIVISIBLE:
        p->indices[0] = 1 + (uint32_t)rng_below(g->r, 10);
        return has(g, SORT_ID_INT) && all_of(p, SORT_ID_INT, 1);
    case REAL_BOOL:
        return has(g, SORT_ID_REAL) && all_of(p, SORT_ID_REAL, 1);
    case BV_2_BOOL:
        return all_of(p, pick(g, SORT_BV), 2);
    case BV_1_BOOL:
        return all_of(p, pick(g, SORT_BV), 1);
    case FP_N_BOOL:
        return all_of(p, pick(g, SORT_FP), several(g));
    case FP_1_BOOL:
        return all_of(p, pick(g, SORT_FP), 1);
    case STR_N_BOOL:
        return has(g, SORT_ID_STRING) && all_of(p, SORT_ID_STRING, several(g));
    case STR_2_BOOL:
        return has(g, SORT_ID_STRING) && all_of(p, SORT_ID_STRING, 2);
    case STR_1_BOOL:
        return has(g, SORT_ID_STRING) && all_of(p, SORT_ID_STRING, 1);
    case STR_IN_RE:
        return has(g, SORT_ID_REGLAN) && list(p, SORT_ID_STRING, SORT_ID_REGLAN, 0, 0);
    default:
        return false;
    }
}

static bool plan_number(generator *g, signature s, sort_id sort, plan *p)
{
    bool is_int = sort == SORT_ID_INT;
    switch (s) {
    case ARITH_1:
        return all_of(p, sort, 1);
    case ARITH_N:
        return all_of(p, sort, several(g));
    case REAL_N:
        return !is_int && all_of(p, sort, several(g));
    case INT_N:
        return is_int && all_of(p, sort, several(g));
    case INT_2:
        return is_int && all_of(p, sort, 2);
    case INT_REAL:
        return !is_int && has(g, SORT_ID_INT) && all_of(p, SORT_ID_INT, 1);
    case REAL_INT:
        return is_int && has(g, SORT_ID_REAL) && all_of(p, SORT_ID_REAL, 1);
    case BV_INT:
        return is_int && all_of(p, pick(g, SORT_BV), 1);
    case FP_REAL:
        return !is_int && all_of(p, pick(g, SORT_FP), 1);
    case STR_INT:
        return is_int && has(g, SORT_ID_STRING) && all_of(p, SORT_ID_STRING, 1);
    case STR_INDEXOF:
        return is_int && has(g, SORT_ID_STRING) &&
               list(p, SORT_ID_STRING, SORT_ID_STRING, SORT_ID_INT, 0);
    default:
        return false;
    }
}

/* Splits the width over the arguments of concat. */
static bool plan_concat(generator *g, uint32_t width, plan *p)
{
    uint32_t n = several(g);
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
        return all_of(p, sort, 1);
    case BV_N:
        return all_of(p, sort, several(g));
    case BV_2:
        return all_of(p, sort, 2);
    case BVCOMP:
        return width == 1 && all_of(p, pick(g, SORT_BV), 2);
    case CONCAT:
        return plan_concat(g, width, p);
    case EXTRACT:
        p->indices[1] = (uint32_t)rng_below(g->r, 20);
        p->indices[0] = p->indices[1] + width - 1;
        by = (uint32_t)rng_below(g->r, 8);
        return all_of(p, sort_bv(g->b, (uint64_t)p->indices[0] + 1 + by), 1);
    case REPEAT:
        by = 1 + (uint32_t)rng_below(g->r, 4);
        p->indices[0] = by;
        return width % by == 0 && all_of(p, sort_bv(g->b, width / by), 1);
    case EXTEND:
        by = (uint32_t)rng_below(g->r, width);
        p->indices[0] = by;
        return all_of(p, sort_bv(g->b, width - by), 1);
    case INT_BV:
        p->indices[0] = width;
        return has(g, SORT_ID_INT) && all_of(p, SORT_ID_INT, 1);
    case FP_TO_BV:
        p->indices[0] = width;
        return (x = pick(g, SORT_FP)) && list(p, SORT_ID_RM, x, 0, 0);
    case FP_BITS:
        x = pick(g, SORT_FP);
        return x && sort_fp_exponent(g->b, x) + sort_fp_significand(g->b, x) == width &&
               all_of(p, x, 1);
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
        return list(p, sort_bv(g->b, 1), sort_bv(g->b, e), sort_bv(g->b, m - 1), 0);
    case FP_1:
        return all_of(p, sort, 1);
    case FP_2:
        return all_of(p, sort, 2);
    case RM_FP_1:
        return list(p, SORT_ID_RM, sort, 0, 0);
    case RM_FP_2:
        return list(p, SORT_ID_RM, sort, sort, 0);
    case RM_FP_3:
        return list(p, SORT_ID_RM, sort, sort, sort);
    case FP_FROM_BITS:
        return all_of(p, sort_bv(g->b, (uint64_t)e + m), 1);
    case FP_FROM_FP:
        return (x = pick(g, SORT_FP)) && list(p, SORT_ID_RM, x, 0, 0);
    case FP_FROM_REAL:
        return has(g, SORT_ID_REAL) && list(p, SORT_ID_RM, SORT_ID_REAL, 0, 0);
    case FP_FROM_BV:
        x = pick(g, SORT_BV);
        return list(p, SORT_ID_RM, x ? x : sort_bv(g->b, 1 + rng_below(g->r, 70)), 0, 0);
    default:
        return false;
    }
}

static bool plan_string(generator *g, signature s, plan *p)
{
    bool ints = has(g, SORT_ID_INT), regexes = has(g, SORT_ID_REGLAN);
    switch (s) {
    case STR_N:
        return all_of(p, SORT_ID_STRING, several(g));
    case STR_AT:
        return ints && list(p, SORT_ID_STRING, SORT_ID_INT, 0, 0);
    case STR_SUBSTR:
        return ints && list(p, SORT_ID_STRING, SORT_ID_INT, SORT_ID_INT, 0);
    case STR_3:
        return all_of(p, SORT_ID_STRING, 3);
    case STR_RE_STR:
        return regexes && list(p, SORT_ID_STRING, SORT_ID_REGLAN, SORT_ID_STRING, 0);
    case INT_STR:
        return ints && all_of(p, SORT_ID_INT, 1);
    default:
        return false;
    }
}

static bool plan_regex(generator *g, signature s, plan *p)
{
    switch (s) {
    case STR_RE:
        return all_of(p, SORT_ID_STRING, 1);
    case RE_0:
        p->n = 0;
        return true;
    case RE_1: /* with indices: re.^ and re.loop */
        p->indices[0] = (uint32_t)rng_below(g->r, 4);
        p->indices[1] = (uint32_t)rng_below(g->r, 5);
        return all_of(p, SORT_ID_REGLAN, 1);
    case RE_N:
        return all_of(p, SORT_ID_REGLAN, several(g));
    case RE_RANGE:
        return all_of(p, SORT_ID_STRING, 2);
    default:
        return false;
    }
}

/* A sequence, set or bag of the palette whose elements have that sort. */
static sort_id pick_with(generator *g, sort_kind kind, sort_id element)
{
    sort_id s = pick(g, kind);
    return s && sort_element(g->b, s) == element ? s : 0;
}

static bool plan_seq(generator *g, term_op op, sort_id sort, plan *p)
{
    sort_id seq = pick(g, SORT_SEQ);
    bool own = sort_kind_of(g->b, sort) == SORT_SEQ, ints = has(g, SORT_ID_INT);
    switch (op) {
    case OP_SEQ_UNIT:
        return own && list(p, sort_element(g->b, sort), 0, 0, 0);
    case OP_SEQ_CONCAT:
        return own && all_of(p, sort, several(g));
    case OP_SEQ_REV:
        return own && all_of(p, sort, 1);
    case OP_SEQ_AT:
        return own && ints && list(p, sort, SORT_ID_INT, 0, 0);
    case OP_SEQ_EXTRACT:
        return own && ints && list(p, sort, SORT_ID_INT, SORT_ID_INT, 0);
    case OP_SEQ_UPDATE:
        return own && ints && list(p, sort, SORT_ID_INT, sort, 0);
    case OP_SEQ_REPLACE:
    case OP_SEQ_REPLACE_ALL:
        return own && all_of(p, sort, 3);
    case OP_SEQ_LEN:
        return sort == SORT_ID_INT && all_of(p, seq, 1);
    case OP_SEQ_INDEXOF:
        return sort == SORT_ID_INT && seq && list(p, seq, seq, SORT_ID_INT, 0);
    case OP_SEQ_NTH:
        seq = pick_with(g, SORT_SEQ, sort);
        return seq && ints && list(p, seq, SORT_ID_INT, 0, 0);
    default:
        return sort == SORT_ID_BOOL && all_of(p, seq, 2);
    }
}

/* A relation of the palette with so many columns, all of one sort; 0: it has none. */
static sort_id pick_relation(generator *g, uint32_t columns)
{
    sort_id s = pick(g, SORT_SET);
    return s && sort_is_relation(g->b, s) &&
                   sort_parameter_count(g->b, sort_element(g->b, s)) == columns
               ? s
               : 0;
}

static bool plan_relation(generator *g, term_op op, sort_id sort, plan *p)
{
    if (!sort_is_relation(g->b, sort))
        return false;
    sort_id tuple = sort_element(g->b, sort), first = sort_parameter_at(g->b, tuple, 0);
    uint32_t n = sort_parameter_count(g->b, tuple);
    bool pairs = n == 2 && sort_parameter_at(g->b, tuple, 1) == first;
    sort_id single = pick_relation(g, 1);
    bool fits = single && sort_parameter_at(g->b, sort_element(g->b, single), 0) == first;
    switch (op) {
    case OP_REL_TRANSPOSE:
    case OP_REL_TCLOSURE:
        return pairs && all_of(p, sort, 1);
    case OP_REL_JOIN:
        return pairs && all_of(p, sort, 2);
    case OP_REL_PRODUCT:
        return pairs && fits && all_of(p, single, 2);
    case OP_REL_IDEN:
        return pairs && fits && all_of(p, single, 1);
    default:
        return false;
    }
}

static bool plan_set(generator *g, term_op op, sort_id sort, plan *p)
{
    bool own = sort_kind_of(g->b, sort) == SORT_SET;
    sort_id set = pick(g, SORT_SET);
    switch (op) {
    case OP_SET_SINGLETON:
        return own && list(p, sort_element(g->b, sort), 0, 0, 0);
    case OP_SET_UNION:
    case OP_SET_INTER:
        return own && all_of(p, sort, several(g));
    case OP_SET_MINUS:
        return own && all_of(p, sort, 2);
    case OP_SET_MEMBER:
        return sort == SORT_ID_BOOL && set && list(p, sort_element(g->b, set), set, 0, 0);
    case OP_SET_SUBSET:
        return sort == SORT_ID_BOOL && all_of(p, set, 2);
    case OP_SET_CARD:
        return sort == SORT_ID_INT && all_of(p, set, 1);
    default:
        return op >= OP_REL_TRANSPOSE && own && plan_relation(g, op, sort, p);
    }
}

static bool plan_bag(generator *g, term_op op, sort_id sort, plan *p)
{
    bool own = sort_kind_of(g->b, sort) == SORT_BAG;
    sort_id bag = pick(g, SORT_BAG);
    switch (op) {
    case OP_BAG_MAKE:
        return own && list(p, sort_element(g->b, sort), SORT_ID_INT, 0, 0);
    case OP_BAG_COUNT:
        return sort == SORT_ID_INT && bag && list(p, sort_element(g->b, bag), bag, 0, 0);
    case OP_BAG_SUBBAG:
        return sort == SORT_ID_BOOL && all_of(p, bag, 2);
    case OP_BAG_CARD:
        return sort == SORT_ID_INT && all_of(p, bag, 1);
    case OP_BAG_SETOF:
        return own && all_of(p, sort, 1);
    default:
        return op < OP_BAG_SUBBAG && own && all_of(p, sort, 2);
    }
}

/* Numbers and strings beyond the standard. */
static bool plan_more(generator *g, term_op op, sort_id sort, plan *p)
{
    bool ints = has(g, SORT_ID_INT);
    switch (generate_signatures[op]) {
    case INT_1:
        return sort == SORT_ID_INT && all_of(p, sort, 1);
    case INT_1_BOOL:
        return sort == SORT_ID_BOOL && ints && all_of(p, SORT_ID_INT, 1);
    case INT_2: /* of so many bits */
        p->indices[0] = 1 + (uint32_t)rng_below(g->r, 8);
        return sort == SORT_ID_INT && all_of(p, sort, 2);
    case STR_1:
        return sort == SORT_ID_STRING && all_of(p, sort, 1);
    case STR_UPDATE:
        return sort == SORT_ID_STRING && ints && list(p, sort, SORT_ID_INT, sort, 0);
    case STR_INDEXOF_RE:
        return sort == SORT_ID_INT && has(g, SORT_ID_REGLAN) &&
               list(p, SORT_ID_STRING, SORT_ID_REGLAN, SORT_ID_INT, 0);
    default:
        return false;
    }
}

/* Operators beyond the standard: only where the palette has their sorts. */
static bool plan_extension(generator *g, term_op op, sort_id sort, plan *p)
{
    if (op < OP_SEQ_UNIT)
        return plan_more(g, op, sort, p);
    if (op >= OP_SEQ_UNIT && op <= OP_SEQ_REV)
        return plan_seq(g, op, sort, p);
    if (op >= OP_SET_SINGLETON && op <= OP_REL_JOIN_IMAGE)
        return plan_set(g, op, sort, p);
    return op >= OP_BAG_MAKE && op <= OP_BAG_CHOOSE && plan_bag(g, op, sort, p);
}

bool generate_plan(generator *g, term_op op, sort_id sort, plan *p)
{
    signature s = generate_signatures[op];
    *p = (plan){0};
    if (op >= OP_FIRST_EXTENSION)
        return plan_extension(g, op, sort, p);
    if (s == ITE)
        return list(p, SORT_ID_BOOL, sort, sort, 0);
    if (s == SELECT) { /* from an array of the palette with such elements */
        sort_id array = pick(g, SORT_ARRAY);
        return array && sort_array_element(g->b, array) == sort &&
               list(p, array, sort_array_index(g->b, array), 0, 0);
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
               list(p, sort, sort_array_index(g->b, sort), sort_array_element(g->b, sort), 0);
    default:
        return false;
    }
}

bool generate_is_ordinary(term_op op)
{
    return generate_signatures[op] != SPECIAL && op < OP_FIRST_EXTENSION;
}
