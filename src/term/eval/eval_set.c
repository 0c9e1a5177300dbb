/* Finite sets and relations. Elements are told apart by their ids, which is enough only where ids decide
 * equality: other sets have no value here. */
#include "term/eval/eval.h"

#include "term/value/value_equal.h"

enum { MOST_ELEMENTS = 1 << 16 };

static value_id too_large(eval_call *c)
{
    c->why = EVAL_FUEL;
    return 0;
}

static uint32_t size_of(const eval_call *c, uint32_t i)
{
    return value_child_count(c->bank, c->args[i]);
}

static value_id element_of(const eval_call *c, uint32_t i, uint32_t k)
{
    return value_child(c->bank, c->args[i], k);
}

static value_id finish(eval_call *c, vec_u32 *elements)
{
    value_id v = elements->n > MOST_ELEMENTS
                     ? too_large(c)
                     : value_set(c->bank, c->sort, elements->at, elements->n);
    vec_free(elements);
    return v;
}

static value_id united(eval_call *c)
{
    vec_u32 out = {0};
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < size_of(c, i); k++)
            vec_push(&out, element_of(c, i, k));
    return finish(c, &out);
}

/* The elements of the first set that are in all others, or (`minus`) in none. */
static value_id chosen(eval_call *c, bool minus)
{
    vec_u32 out = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++) {
        value_id e = element_of(c, 0, k);
        bool keep = true;
        for (uint32_t i = 1; i < c->n && keep; i++)
            keep = value_set_has(c->bank, c->args[i], e) != minus;
        if (keep)
            vec_push(&out, e);
    }
    return finish(c, &out);
}

static value_id subset(const eval_call *c)
{
    for (uint32_t k = 0; k < size_of(c, 0); k++)
        if (!value_set_has(c->bank, c->args[1], element_of(c, 0, k)))
            return VALUE_ID_FALSE;
    return VALUE_ID_TRUE;
}

/* One element, where there is only one: which of several is anyone's choice. */
static value_id choose(eval_call *c)
{
    if (size_of(c, 0) == 1)
        return element_of(c, 0, 0);
    c->why = EVAL_UNDERSPECIFIED;
    return 0;
}

/* Filter and map with a function that is a value; the machine has a step for those that are not. */
static value_id mapped(eval_call *c)
{
    vec_u32 out = {0};
    for (uint32_t k = 0; k < size_of(c, 1); k++) {
        value_id e = element_of(c, 1, k), image = value_array_select(c->bank, c->args[0], e);
        if (c->op == OP_SET_MAP)
            vec_push(&out, image);
        else if (value_is_true(image))
            vec_push(&out, e);
    }
    return finish(c, &out);
}

/* ---- Relations --------------------------------------------------------------------------------- */

static void add_fields(const eval_call *c, value_id tuple, uint32_t from, uint32_t to,
                       vec_u32 *fields)
{
    for (uint32_t i = from; i < to; i++)
        vec_push(fields, value_child(c->bank, tuple, i));
}

static decl_id result_constructor(const eval_call *c)
{
    return sort_constructor(c->bank, sort_element(c->bank, c->sort), 0);
}

/* Product and join: pairs of tuples, joined where the last field is the first one of the other. */
static value_id combined(eval_call *c)
{
    bool join = c->op == OP_REL_JOIN;
    decl_id constructor = result_constructor(c);
    vec_u32 out = {0}, fields = {0};
    for (uint32_t i = 0; i < size_of(c, 0) && out.n <= MOST_ELEMENTS; i++)
        for (uint32_t k = 0; k < size_of(c, 1) && out.n <= MOST_ELEMENTS; k++) {
            value_id x = element_of(c, 0, i), y = element_of(c, 1, k);
            uint32_t n = value_child_count(c->bank, x), m = value_child_count(c->bank, y);
            if (join && value_child(c->bank, x, n - 1) != value_child(c->bank, y, 0))
                continue;
            vec_clear(&fields);
            add_fields(c, x, 0, n - join, &fields);
            add_fields(c, y, join, m, &fields);
            vec_push(&out, value_data(c->bank, constructor, fields.at));
        }
    vec_free(&fields);
    return finish(c, &out);
}

static value_id transposed(eval_call *c)
{
    decl_id constructor = result_constructor(c);
    vec_u32 out = {0}, fields = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++) {
        value_id x = element_of(c, 0, k);
        vec_clear(&fields);
        for (uint32_t i = value_child_count(c->bank, x); i-- > 0;)
            vec_push(&fields, value_child(c->bank, x, i));
        vec_push(&out, value_data(c->bank, constructor, fields.at));
    }
    vec_free(&fields);
    return finish(c, &out);
}

static value_id identity(eval_call *c)
{
    decl_id constructor = result_constructor(c);
    vec_u32 out = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++) {
        value_id x = value_child(c->bank, element_of(c, 0, k), 0), both[] = {x, x};
        vec_push(&out, value_data(c->bank, constructor, both));
    }
    return finish(c, &out);
}

/* Pairs are added until nothing new comes. */
static value_id closure(eval_call *c)
{
    decl_id constructor = result_constructor(c);
    vec_u32 out = {0};
    map seen = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++) {
        vec_push(&out, element_of(c, 0, k));
        map_put(&seen, element_of(c, 0, k), 1);
    }
    for (size_t i = 0; i < out.n && out.n <= MOST_ELEMENTS; i++)
        for (uint32_t k = 0; k < size_of(c, 0); k++) {
            value_id step = element_of(c, 0, k);
            if (value_child(c->bank, out.at[i], 1) != value_child(c->bank, step, 0))
                continue;
            value_id both[] = {value_child(c->bank, out.at[i], 0), value_child(c->bank, step, 1)};
            value_id pair = value_data(c->bank, constructor, both);
            bool is_new;
            map_insert(&seen, pair, &is_new);
            if (is_new)
                vec_push(&out, pair);
        }
    map_free(&seen);
    return finish(c, &out);
}

/* Those that are related to at least as many as the second argument says. */
static value_id join_image(eval_call *c)
{
    decl_id constructor = result_constructor(c);
    value_scratch scratch;
    mpz_t least;
    value_mpz(c->bank, c->args[1], least, &scratch);
    map counts = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++)
        ++*map_insert(&counts, value_child(c->bank, element_of(c, 0, k), 0), NULL);
    vec_u32 out = {0};
    for (uint32_t k = 0; k < size_of(c, 0); k++) {
        value_id x = value_child(c->bank, element_of(c, 0, k), 0);
        if (mpz_cmp_ui(least, map_get(&counts, x, 0)) <= 0)
            vec_push(&out, value_data(c->bank, constructor, &x));
    }
    map_free(&counts);
    return finish(c, &out);
}

static value_id relation(eval_call *c)
{
    switch (c->op) {
    case OP_REL_TRANSPOSE:
        return transposed(c);
    case OP_REL_TCLOSURE:
        return closure(c);
    case OP_REL_IDEN:
        return identity(c);
    case OP_REL_JOIN_IMAGE:
        return join_image(c);
    default:
        return combined(c);
    }
}

value_id eval_set(eval_call *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (!value_is_plain(c->bank, c->args[i], &c->why))
            return 0;
    switch (c->op) {
    case OP_SET_SINGLETON:
        return value_set(c->bank, c->sort, c->args, 1);
    case OP_SET_UNION:
        return united(c);
    case OP_SET_INTER:
        return chosen(c, false);
    case OP_SET_MINUS:
        return chosen(c, true);
    case OP_SET_MEMBER:
        return value_bool(value_set_has(c->bank, c->args[1], c->args[0]));
    case OP_SET_SUBSET:
        return subset(c);
    case OP_SET_CARD:
        return value_int(c->bank, size_of(c, 0));
    case OP_SET_CHOOSE:
        return choose(c);
    case OP_SET_FILTER:
    case OP_SET_MAP:
        return mapped(c);
    case OP_SET_COMPLEMENT:
        c->why = EVAL_UNASSIGNED;
        return 0;
    default:
        return relation(c);
    }
}
