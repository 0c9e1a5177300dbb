#include "reduce/formula/cost.h"

#include "base/map.h"
#include "term/core/walk.h"

enum {
    COST_ASSERTION = 3,
    COST_NODE = 6,
    COST_NAME = 3, /* of a variable, or of a compound argument */
    COST_DECLARATION = 4,
    COST_ARRAY = 4,
    COST_SORT_NAME = 8 /* a declared sort or a datatype */
};

static uint64_t bit_length(uint64_t n)
{
    uint64_t bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

static uint64_t cost_sort(const term_bank *b, sort_id s)
{
    uint64_t cost = 0;
    for (;;)
        switch (sort_kind_of(b, s)) {
        case SORT_BOOL:
            return cost;
        case SORT_INT:
            return cost + 1;
        case SORT_BV:
            return cost + 1 + bit_length(sort_bv_width(b, s));
        case SORT_FP:
            return cost + 3 + bit_length(sort_fp_exponent(b, s)) +
                   bit_length(sort_fp_significand(b, s));
        case SORT_ARRAY: /* arrays of arrays: down the elements; an index is rarely deep */
            cost += COST_ARRAY + (sort_kind_of(b, sort_array_index(b, s)) != SORT_INT);
            s = sort_array_element(b, s);
            continue;
        case SORT_DECLARED:
        case SORT_DATATYPE:
            return cost + COST_SORT_NAME;
        default:
            return cost + 2;
        }
}

static uint64_t cost_number(const term_bank *b, value_id v)
{
    value_scratch scratch;
    mpz_t n;
    value_mpz(b, v, n, &scratch);
    return mpz_sgn(n) ? mpz_sizeinbase(n, 2) + (mpz_sgn(n) < 0) : 0;
}

uint64_t cost_literal(const term_bank *b, value_id v)
{
    size_t length;
    switch (value_kind_of(b, v)) {
    case VALUE_BOOL:
    case VALUE_RM:
        return 1;
    case VALUE_INT:
        return 1 + cost_number(b, v);
    case VALUE_BV:
        return 1 + cost_number(b, v);
    case VALUE_FP:
        return 2 + cost_number(b, v);
    case VALUE_REAL:
        return 1 + cost_number(b, value_numerator(b, v)) + cost_number(b, value_denominator(b, v)) -
               1;
    case VALUE_STRING:
        value_string_data(b, v, &length);
        return 1 + length;
    default:
        return COST_NAME + 2;
    }
}

static uint64_t cost_leaf(const term_bank *b, term_id t)
{
    if (term_op_of(b, t) == OP_CONST)
        return cost_literal(b, term_value(b, t));
    return COST_NAME;
}

static uint64_t cost_node(const term_bank *b, term_id t)
{
    uint32_t n_indices = 0, n = term_arity(b, t);
    term_op op = term_op_of(b, t);
    uint64_t cost = n ? COST_NODE : 0;
    if (n && op != OP_APP && !term_is_binder(op)) {
        const uint32_t *indices = term_index_words(b, t, &n_indices);
        for (uint32_t i = 0; i < n_indices; i++)
            cost += 1 + bit_length(indices[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        term_id arg = term_arg(b, t, i);
        cost += cost_leaf(b, arg);
        if (term_is_binder(op) && i < term_var_count(b, t))
            cost += cost_sort(b, term_sort(b, arg));
    }
    return cost;
}

static uint64_t cost_decl(const term_bank *b, decl_id d)
{
    uint64_t cost = COST_DECLARATION + cost_sort(b, decl_range(b, d));
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        cost += 1 + cost_sort(b, decl_domain(b, d, i));
    return cost;
}

uint64_t cost_formula(term_bank *b, const formula *f)
{
    term_vec order = {0};
    map decls = {0}, sorts = {0};
    uint64_t cost = COST_ASSERTION * f->assertions.n;
    bool is_new;
    for (size_t i = 0; i < f->assertions.n; i++)
        cost += cost_leaf(b, f->assertions.at[i]);
    term_postorder(b, f->assertions.at, f->assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        cost += cost_node(b, order.at[i]);
        map_insert(&sorts, term_sort(b, order.at[i]), &is_new);
        if (is_new) /* also those of literals are read */
            cost += cost_sort(b, term_sort(b, order.at[i]));
        if (term_op_of(b, order.at[i]) != OP_APP)
            continue;
        decl_id d = term_decl(b, order.at[i]);
        decl_kind kind = decl_kind_of(b, d);
        map_insert(&decls, d, &is_new);
        if (!is_new || (kind != DECL_FREE && kind != DECL_DEFINED && kind != DECL_RECURSIVE))
            continue;
        cost += cost_decl(b, d);
        if (kind != DECL_FREE) /* a body counts as if it stood alone, and is looked into */
            term_postorder(b, (term_id[]){decl_body(b, d)}, 1, &order);
    }
    vec_free(&order);
    map_free(&decls);
    map_free(&sorts);
    return cost;
}
