/* Bags: for each element how often it is in it. As with sets, ids have to decide equality. */
#include "term/eval/eval.h"

#include "term/value/value_equal.h"

/* How often the element is in bag i. */
static void count_in(eval_call *c, uint32_t i, value_id element, mpz_t count)
{
    value_scratch scratch;
    mpz_t n;
    value_mpz(c->bank, value_bag_count(c->bank, c->args[i], element), n, &scratch);
    mpz_set(count, n);
}

/* The count in the result, from those in the two bags. */
static void combine(term_op op, mpz_t x, const mpz_t y)
{
    switch (op) {
    case OP_BAG_UNION_MAX:
        if (mpz_cmp(x, y) < 0)
            mpz_set(x, y);
        break;
    case OP_BAG_UNION_DISJOINT:
        mpz_add(x, x, y);
        break;
    case OP_BAG_INTER_MIN:
        if (mpz_cmp(x, y) > 0)
            mpz_set(x, y);
        break;
    case OP_BAG_SUBTRACT:
        mpz_sub(x, x, y); /* what is below 0 is left out */
        break;
    default: /* difference_remove */
        if (mpz_sgn(y) > 0)
            mpz_set_ui(x, 0);
        break;
    }
}

/* The elements of all bags, once. */
static void collect_elements(const eval_call *c, vec_u32 *elements)
{
    map seen = {0};
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < value_child_count(c->bank, c->args[i]); k += 2) {
            value_id e = value_child(c->bank, c->args[i], k);
            bool is_new;
            map_insert(&seen, e, &is_new);
            if (is_new)
                vec_push(elements, e);
        }
    map_free(&seen);
}

static value_id combined(eval_call *c)
{
    vec_u32 elements = {0}, pairs = {0};
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    collect_elements(c, &elements);
    for (size_t i = 0; i < elements.n; i++) {
        count_in(c, 0, elements.at[i], x);
        count_in(c, 1, elements.at[i], y);
        combine(c->op, x, y);
        vec_push(&pairs, elements.at[i]);
        vec_push(&pairs, value_int_mpz(c->bank, x));
    }
    mpz_clears(x, y, NULL);
    value_id v = value_bag(c->bank, c->sort, pairs.at, pairs.n / 2);
    vec_free(&elements);
    vec_free(&pairs);
    return v;
}

static value_id subbag(eval_call *c)
{
    vec_u32 elements = {0};
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    collect_elements(c, &elements);
    bool all = true;
    for (size_t i = 0; i < elements.n && all; i++) {
        count_in(c, 0, elements.at[i], x);
        count_in(c, 1, elements.at[i], y);
        all = mpz_cmp(x, y) <= 0;
    }
    mpz_clears(x, y, NULL);
    vec_free(&elements);
    return value_bool(all);
}

static value_id once_each(eval_call *c)
{
    vec_u32 pairs = {0};
    for (uint32_t k = 0; k < value_child_count(c->bank, c->args[0]); k += 2) {
        vec_push(&pairs, value_child(c->bank, c->args[0], k));
        vec_push(&pairs, value_int(c->bank, 1));
    }
    value_id v = value_bag(c->bank, c->sort, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return v;
}

static value_id size(eval_call *c)
{
    mpz_t sum, n;
    value_scratch scratch;
    mpz_init(sum);
    for (uint32_t k = 1; k < value_child_count(c->bank, c->args[0]); k += 2) {
        value_mpz(c->bank, value_child(c->bank, c->args[0], k), n, &scratch);
        mpz_add(sum, sum, n);
    }
    value_id v = value_int_mpz(c->bank, sum);
    mpz_clear(sum);
    return v;
}

/* Filter and map with a function that is a value. */
static value_id mapped(eval_call *c)
{
    vec_u32 pairs = {0};
    for (uint32_t k = 0; k < value_child_count(c->bank, c->args[1]); k += 2) {
        value_id e = value_child(c->bank, c->args[1], k);
        value_id image = value_array_select(c->bank, c->args[0], e);
        if (c->op == OP_BAG_FILTER && !value_is_true(image))
            continue;
        vec_push(&pairs, c->op == OP_BAG_FILTER ? e : image);
        vec_push(&pairs, value_child(c->bank, c->args[1], k + 1));
    }
    value_id v = value_bag(c->bank, c->sort, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return v;
}

static void add_fields(const eval_call *c, value_id tuple, vec_u32 *fields)
{
    for (uint32_t i = 0; i < value_child_count(c->bank, tuple); i++)
        vec_push(fields, value_child(c->bank, tuple, i));
}

static value_id product(eval_call *c)
{
    enum { MOST_ELEMENTS = 1 << 16 };
    decl_id constructor = sort_constructor(c->bank, sort_element(c->bank, c->sort), 0);
    uint32_t n = value_child_count(c->bank, c->args[0]), m = value_child_count(c->bank, c->args[1]);
    if ((uint64_t)n * m > MOST_ELEMENTS) {
        c->why = EVAL_FUEL;
        return 0;
    }
    vec_u32 pairs = {0}, fields = {0};
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (uint32_t i = 0; i < n; i += 2)
        for (uint32_t k = 0; k < m; k += 2) {
            value_id left = value_child(c->bank, c->args[0], i);
            value_id right = value_child(c->bank, c->args[1], k);
            vec_clear(&fields);
            add_fields(c, left, &fields);
            add_fields(c, right, &fields);
            count_in(c, 0, left, x);
            count_in(c, 1, right, y);
            mpz_mul(x, x, y);
            vec_push(&pairs, value_data(c->bank, constructor, fields.at));
            vec_push(&pairs, value_int_mpz(c->bank, x));
        }
    mpz_clears(x, y, NULL);
    value_id v = value_bag(c->bank, c->sort, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    vec_free(&fields);
    return v;
}

value_id eval_bag(eval_call *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (!value_is_plain(c->bank, c->args[i], &c->why))
            return 0;
    switch (c->op) {
    case OP_BAG_MAKE:
        return value_bag(c->bank, c->sort, c->args, 1);
    case OP_BAG_COUNT:
        return value_bag_count(c->bank, c->args[1], c->args[0]);
    case OP_BAG_SUBBAG:
        return subbag(c);
    case OP_BAG_SETOF:
        return once_each(c);
    case OP_BAG_CARD:
        return size(c);
    case OP_BAG_FILTER:
    case OP_BAG_MAP:
        return mapped(c);
    case OP_TABLE_PRODUCT:
        return product(c);
    case OP_BAG_CHOOSE:
        if (value_child_count(c->bank, c->args[0]) == 2)
            return value_child(c->bank, c->args[0], 0);
        c->why = EVAL_UNDERSPECIFIED;
        return 0;
    default:
        return combined(c);
    }
}
