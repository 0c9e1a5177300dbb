/* Steps at quantifiers and lambdas. */
#include "reduce/formula/reduce_impl.h"
#include "term/core/walk.h"

static bool occurs_free(const term_bank *b, term_id var, term_id t)
{
    term_vec vars = {0};
    bool found = false;
    term_free_vars(b, t, &vars);
    for (size_t i = 0; i < vars.n && !found; i++)
        found = vars.at[i] == var;
    vec_free(&vars);
    return found;
}

static bool closed_over(const term_bank *b, term_id binder, term_id t)
{
    for (uint32_t i = 0; i < term_var_count(b, binder); i++)
        if (occurs_free(b, term_arg(b, binder, i), t))
            return false;
    return true;
}

/* The binder without patterns and without the variable `skip` (none: UINT32_MAX), for which
 * `instead` stands in the body; the body alone if no variable is left. */
static term_id without(reducer *r, term_id t, uint32_t skip, term_id instead)
{
    term_bank *b = r->b;
    uint32_t n = term_var_count(b, t);
    term_vec vars = {0};
    term_id body = term_body(b, t);
    for (uint32_t i = 0; i < n; i++)
        if (i != skip)
            vec_push(&vars, term_arg(b, t, i));
    if (skip < n && instead)
        body = replace_in(b, body, &(replacement){term_arg(b, t, skip), instead}, 1);
    if (body && vars.n)
        body = term_quantifier(b, term_op_of(b, t), vars.at, (uint32_t)vars.n, body, NULL, 0);
    vec_free(&vars);
    return body;
}

static void add_one(reducer *r, term_id t, uint32_t skip, term_id instead, term_vec *out)
{
    term_id u = without(r, t, skip, instead);
    if (u && term_sort(r->b, u) == term_sort(r->b, t))
        vec_push(out, u);
}

/* The body with fresh constants for all variables. */
static void add_body(reducer *r, term_id t, term_vec *out)
{
    replacement_vec pairs = {0};
    bool good = true;
    for (uint32_t i = 0; i < term_var_count(r->b, t); i++) {
        term_id var = term_arg(r->b, t, i);
        replacement pair = {var, reduce_fresh(r, term_sort(r->b, var))};
        good &= pair.to != 0;
        vec_push(&pairs, pair);
    }
    term_id body = good ? replace_in(r->b, term_body(r->b, t), pairs.at, pairs.n) : 0;
    if (body && term_sort(r->b, body) == term_sort(r->b, t))
        vec_push(out, body);
    vec_free(&pairs);
}

void reduce_binder_candidates(reducer *r, term_id t, term_vec *out)
{
    term_bank *b = r->b;
    uint32_t n = term_var_count(b, t);
    term_id body = term_body(b, t);
    term_vec plain = {0};
    if (term_op_of(b, t) == OP_LAMBDA)
        return;
    if (closed_over(b, t, body))
        vec_push(out, body);
    add_body(r, t, out);
    if (term_arity(b, t) > n + 1)
        add_one(r, t, UINT32_MAX, 0, out);
    for (uint32_t i = 0; i < n; i++) {
        term_id var = term_arg(b, t, i);
        if (!occurs_free(b, var, body)) {
            add_one(r, t, i, 0, out);
            continue;
        }
        vec_clear(&plain);
        reduce_plain(b, term_sort(b, var), &plain);
        for (size_t j = 0; j < plain.n; j++)
            add_one(r, t, i, plain.at[j], out);
        for (uint32_t j = 0; j < n; j++)
            if (j != i && term_sort(b, term_arg(b, t, j)) == term_sort(b, var))
                add_one(r, t, i, term_arg(b, t, j), out);
        add_one(r, t, i, reduce_fresh(r, term_sort(b, var)), out);
    }
    /* two quantifiers of one kind become one; a part of the body that knows nothing of it */
    term_vec parts = {0};
    vec_push(&parts, body);
    for (size_t i = 0; i < parts.n && parts.n < 64; i++) {
        term_id u = parts.at[i];
        if (i && term_sort(b, u) == SORT_ID_BOOL && closed_over(b, t, u))
            vec_push(out, u);
        for (uint32_t j = 0; j < term_arity(b, u) && !term_is_binder(term_op_of(b, u)); j++)
            vec_push(&parts, term_arg(b, u, j));
    }
    vec_free(&parts);
    vec_free(&plain);
}
