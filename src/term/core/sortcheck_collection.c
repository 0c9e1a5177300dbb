/* Sort checks of sequences, sets, relations and bags. */
#include "base/vec.h"
#include "term/core/sortcheck.h"

/* The sort of argument i, which is a collection of that kind; 0 after a message. */
static sort_id collection_at(const sortcheck *c, uint32_t i, sort_kind kind)
{
    if (sortcheck_kind(c, i) == kind)
        return sortcheck_sort(c, i);
    return sortcheck_wrong(c, i,
                           kind == SORT_SEQ   ? "a sequence"
                           : kind == SORT_SET ? "a set"
                                              : "a bag");
}

/* low to high arguments, all of one sort, which is a collection; that sort. */
static sort_id all_same(const sortcheck *c, sort_kind kind, uint32_t low, uint32_t high)
{
    sort_id s = sortcheck_arity(c, low, high) ? collection_at(c, 0, kind) : 0;
    for (uint32_t i = 1; s && i < c->n; i++)
        if (sortcheck_sort(c, i) != s)
            return sortcheck_differs(c, i, s);
    return s;
}

static sort_id first_is(const sortcheck *c, sort_kind kind, uint32_t n)
{
    return sortcheck_arity(c, n, n) ? collection_at(c, 0, kind) : 0;
}

static sort_id check_seq(const sortcheck *c)
{
    sort_id s = 0;
    switch (c->op) {
    case OP_SEQ_UNIT:
        return sortcheck_arity(c, 1, 1) ? sort_collection(c->b, SORT_SEQ, sortcheck_sort(c, 0)) : 0;
    case OP_SEQ_CONCAT:
        return all_same(c, SORT_SEQ, 2, UINT32_MAX);
    case OP_SEQ_REV:
        return all_same(c, SORT_SEQ, 1, 1);
    case OP_SEQ_REPLACE:
    case OP_SEQ_REPLACE_ALL:
        return all_same(c, SORT_SEQ, 3, 3);
    case OP_SEQ_LEN:
        return all_same(c, SORT_SEQ, 1, 1) ? SORT_ID_INT : 0;
    case OP_SEQ_NTH:
        s = first_is(c, SORT_SEQ, 2);
        return s ? sortcheck_are(c, 2, s, SORT_ID_INT, 0, sort_element(c->b, s)) : 0;
    case OP_SEQ_AT:
        s = first_is(c, SORT_SEQ, 2);
        return s ? sortcheck_are(c, 2, s, SORT_ID_INT, 0, s) : 0;
    case OP_SEQ_EXTRACT:
        s = first_is(c, SORT_SEQ, 3);
        return s ? sortcheck_are(c, 3, s, SORT_ID_INT, SORT_ID_INT, s) : 0;
    case OP_SEQ_UPDATE:
        s = first_is(c, SORT_SEQ, 3);
        return s ? sortcheck_are(c, 3, s, SORT_ID_INT, s, s) : 0;
    case OP_SEQ_INDEXOF:
        s = first_is(c, SORT_SEQ, 3);
        return s ? sortcheck_are(c, 3, s, s, SORT_ID_INT, SORT_ID_INT) : 0;
    default: /* prefixof, suffixof, contains */
        return all_same(c, SORT_SEQ, 2, 2) ? SORT_ID_BOOL : 0;
    }
}

/* (op f S): f is a function of the elements; a predicate where it is a filter. */
static sort_id check_mapped(const sortcheck *c, sort_kind kind, bool filter)
{
    if (!sortcheck_arity(c, 2, 2) || !collection_at(c, 1, kind))
        return 0;
    sort_id s = sortcheck_sort(c, 1), f = sortcheck_sort(c, 0), element = sort_element(c->b, s);
    if (sort_kind_of(c->b, f) != SORT_ARRAY || sort_array_index(c->b, f) != element ||
        (filter && sort_array_element(c->b, f) != SORT_ID_BOOL))
        return sortcheck_wrong(c, 0, "a function of the elements");
    return filter ? s : sort_collection(c->b, kind, sort_array_element(c->b, f));
}

static sort_id check_set(const sortcheck *c)
{
    sort_id s = 0;
    switch (c->op) {
    case OP_SET_SINGLETON:
        return sortcheck_arity(c, 1, 1) ? sort_collection(c->b, SORT_SET, sortcheck_sort(c, 0)) : 0;
    case OP_SET_UNION:
    case OP_SET_INTER:
        return all_same(c, SORT_SET, 2, UINT32_MAX);
    case OP_SET_MINUS:
        return all_same(c, SORT_SET, 2, 2);
    case OP_SET_COMPLEMENT:
        return all_same(c, SORT_SET, 1, 1);
    case OP_SET_SUBSET:
        return all_same(c, SORT_SET, 2, 2) ? SORT_ID_BOOL : 0;
    case OP_SET_CARD:
        return all_same(c, SORT_SET, 1, 1) ? SORT_ID_INT : 0;
    case OP_SET_CHOOSE:
        s = all_same(c, SORT_SET, 1, 1);
        return s ? sort_element(c->b, s) : 0;
    case OP_SET_MEMBER:
        s = sortcheck_arity(c, 2, 2) ? collection_at(c, 1, SORT_SET) : 0;
        return s ? sortcheck_are(c, 2, sort_element(c->b, s), s, 0, SORT_ID_BOOL) : 0;
    default: /* filter, map */
        return check_mapped(c, SORT_SET, c->op == OP_SET_FILTER);
    }
}

/* The sort of the tuples of relation i; 0 after a message. */
static sort_id tuple_at(const sortcheck *c, uint32_t i)
{
    sort_id s = sortcheck_sort(c, i);
    return sort_is_relation(c->b, s) ? sort_element(c->b, s)
                                     : sortcheck_wrong(c, i, "a relation (a set of tuples)");
}

static sort_id relation_over(const sortcheck *c, const vec_u32 *parts)
{
    sort_id tuple = sort_tuple(c->b, parts->at, (uint32_t)parts->n);
    return tuple ? sort_collection(c->b, SORT_SET, tuple) : 0;
}

/* All parts of t but those beyond [from, to). */
static void add_parts(const sortcheck *c, sort_id t, uint32_t from, uint32_t to, vec_u32 *parts)
{
    for (uint32_t i = from; i < to; i++)
        vec_push(parts, sort_parameter_at(c->b, t, i));
}

static sort_id check_pair(const sortcheck *c, sort_id left, sort_id right)
{
    vec_u32 parts = {0};
    uint32_t n = sort_parameter_count(c->b, left), m = sort_parameter_count(c->b, right);
    bool join = c->op == OP_REL_JOIN;
    sort_id result = 0;
    if (join &&
        (!n || !m || sort_parameter_at(c->b, left, n - 1) != sort_parameter_at(c->b, right, 0))) {
        sortcheck_wrong(c, 1, "a relation that begins with the sort with which the first one ends");
    } else {
        add_parts(c, left, 0, n - join, &parts);
        add_parts(c, right, join, m, &parts);
        result = relation_over(c, &parts);
    }
    vec_free(&parts);
    return result;
}

static sort_id check_transpose(const sortcheck *c, sort_id tuple)
{
    vec_u32 parts = {0};
    for (uint32_t i = sort_parameter_count(c->b, tuple); i-- > 0;)
        vec_push(&parts, sort_parameter_at(c->b, tuple, i));
    sort_id result = relation_over(c, &parts);
    vec_free(&parts);
    return result;
}

static sort_id check_relation(const sortcheck *c)
{
    bool two = c->op == OP_REL_PRODUCT || c->op == OP_REL_JOIN || c->op == OP_REL_JOIN_IMAGE;
    if (!sortcheck_arity(c, two ? 2 : 1, two ? 2 : 1))
        return 0;
    sort_id left = tuple_at(c, 0);
    if (!left)
        return 0;
    uint32_t n = sort_parameter_count(c->b, left);
    sort_id first = n ? sort_parameter_at(c->b, left, 0) : 0, twice[] = {first, first};
    vec_u32 parts = {.at = twice};
    switch (c->op) {
    case OP_REL_TRANSPOSE:
        return check_transpose(c, left);
    case OP_REL_TCLOSURE:
        return n == 2 && sort_parameter_at(c->b, left, 1) == first
                   ? sortcheck_sort(c, 0)
                   : sortcheck_wrong(c, 0, "a relation of pairs of one sort");
    case OP_REL_IDEN:
        parts.n = 2;
        return n == 1 ? relation_over(c, &parts)
                      : sortcheck_wrong(c, 0, "a relation of one column");
    case OP_REL_JOIN_IMAGE:
        if (n != 2)
            return sortcheck_wrong(c, 0, "a relation of pairs");
        if (sortcheck_sort(c, 1) != SORT_ID_INT)
            return sortcheck_differs(c, 1, SORT_ID_INT);
        parts.n = 1;
        return relation_over(c, &parts);
    default: { /* product, join */
        sort_id right = tuple_at(c, 1);
        return right ? check_pair(c, left, right) : 0;
    }
    }
}

static sort_id check_table_product(const sortcheck *c)
{
    if (!sortcheck_arity(c, 2, 2))
        return 0;
    vec_u32 parts = {0};
    bool good = true;
    for (uint32_t i = 0; i < 2 && good; i++) {
        sort_id tuple =
            collection_at(c, i, SORT_BAG) ? sort_element(c->b, sortcheck_sort(c, i)) : 0;
        good = tuple &&
               (sort_is_tuple(c->b, tuple) || sortcheck_wrong(c, i, "a table (a bag of tuples)"));
        if (good)
            add_parts(c, tuple, 0, sort_parameter_count(c->b, tuple), &parts);
    }
    sort_id tuple = good ? sort_tuple(c->b, parts.at, (uint32_t)parts.n) : 0;
    vec_free(&parts);
    return tuple ? sort_collection(c->b, SORT_BAG, tuple) : 0;
}

static sort_id check_bag(const sortcheck *c)
{
    sort_id s = 0;
    switch (c->op) {
    case OP_BAG_MAKE:
        return sortcheck_arity(c, 2, 2)
                   ? sortcheck_are(c, 2, sortcheck_sort(c, 0), SORT_ID_INT, 0,
                                   sort_collection(c->b, SORT_BAG, sortcheck_sort(c, 0)))
                   : 0;
    case OP_BAG_COUNT:
        s = sortcheck_arity(c, 2, 2) ? collection_at(c, 1, SORT_BAG) : 0;
        return s ? sortcheck_are(c, 2, sort_element(c->b, s), s, 0, SORT_ID_INT) : 0;
    case OP_BAG_SETOF:
        return all_same(c, SORT_BAG, 1, 1);
    case OP_BAG_CARD:
        return all_same(c, SORT_BAG, 1, 1) ? SORT_ID_INT : 0;
    case OP_BAG_CHOOSE:
        s = all_same(c, SORT_BAG, 1, 1);
        return s ? sort_element(c->b, s) : 0;
    case OP_BAG_SUBBAG:
        return all_same(c, SORT_BAG, 2, 2) ? SORT_ID_BOOL : 0;
    case OP_BAG_FILTER:
    case OP_BAG_MAP:
        return check_mapped(c, SORT_BAG, c->op == OP_BAG_FILTER);
    case OP_TABLE_PRODUCT:
        return check_table_product(c);
    default:
        return all_same(c, SORT_BAG, 2, 2);
    }
}

sort_id sortcheck_collection(const sortcheck *c)
{
    if (c->op >= OP_SEQ_UNIT && c->op <= OP_SEQ_REV)
        return check_seq(c);
    if (c->op >= OP_SET_SINGLETON && c->op <= OP_SET_COMPLEMENT)
        return check_set(c);
    return c->op <= OP_REL_JOIN_IMAGE ? check_relation(c) : check_bag(c);
}
