/* Steps that concern the formula at large: definitions inlined, everything rewritten, no logic, no
 * patterns, functions with fewer parameters. */
#include "reduce/reduce_impl.h"
#include "term/rewrite.h"
#include "term/subst.h"
#include "term/walk.h"

static bool has_definitions(const reducer *r)
{
    for (size_t i = 0; i < r->now.assertions.n; i++)
        if (term_has_defined(r->b, r->now.assertions.at[i]))
            return true;
    return false;
}

/* Whatever it costs: everything else looks into terms, not into definitions. */
static bool inline_definitions(reducer *r)
{
    formula candidate = {.logic = r->now.logic};
    if (!has_definitions(r))
        return false;
    reduce_begin(r);
    for (size_t i = 0; i < r->now.assertions.n; i++)
        vec_push(&candidate.assertions, term_expand_definitions(r->b, r->now.assertions.at[i]));
    return reduce_offer(r, &candidate, true);
}

static bool rewrite_all(reducer *r)
{
    formula candidate = {.logic = r->now.logic};
    reduce_begin(r);
    rewriter *w = rewriter_new(r->b);
    for (size_t i = 0; i < r->now.assertions.n; i++) {
        term_id t = rewrite_term(w, r->now.assertions.at[i]);
        if (t != TERM_ID_TRUE)
            vec_push(&candidate.assertions, t);
    }
    rewriter_free(w);
    return reduce_offer(r, &candidate, false);
}

static bool drop_logic(reducer *r)
{
    if (!r->now.logic)
        return false;
    formula candidate;
    reduce_begin(r);
    formula_copy(&candidate, &r->now);
    candidate.logic = 0;
    return reduce_offer(r, &candidate, true);
}

static bool drop_patterns(reducer *r)
{
    term_vec order = {0};
    replacement_vec pairs = {0};
    reduce_begin(r);
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        term_op op = term_op_of(r->b, t);
        uint32_t n = term_is_binder(op) ? term_var_count(r->b, t) : 0;
        if (!n || term_arity(r->b, t) == n + 1)
            continue;
        replacement pair = {
            t, term_quantifier(r->b, op, term_args(r->b, t), n, term_body(r->b, t), NULL, 0)};
        vec_push(&pairs, pair);
    }
    bool changed = reduce_replace(r, pairs.at, pairs.n);
    vec_free(&order);
    vec_free(&pairs);
    return changed;
}

/* Function `d` without its parameter `skip`. */
static bool drop_parameter(reducer *r, decl_id d, uint32_t skip)
{
    term_vec order = {0}, args = {0};
    vec_u32 domain = {0};
    replacement_vec pairs = {0};
    reduce_begin(r);
    for (uint32_t i = 0; i < decl_arity(r->b, d); i++)
        if (i != skip)
            vec_push(&domain, decl_domain(r->b, d, i));
    decl_id new =
        decl_new(r->b, decl_name(r->b, d), domain.at, (uint32_t)domain.n, decl_range(r->b, d));
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_op_of(r->b, t) != OP_APP || term_decl(r->b, t) != d)
            continue;
        vec_clear(&args);
        for (uint32_t j = 0; j < term_arity(r->b, t); j++)
            if (j != skip)
                vec_push(&args, term_arg(r->b, t, j));
        replacement pair = {t, term_app(r->b, new, args.at, (uint32_t)args.n)};
        vec_push(&pairs, pair);
    }
    bool changed = reduce_replace(r, pairs.at, pairs.n);
    vec_free(&order);
    vec_free(&args);
    vec_free(&domain);
    vec_free(&pairs);
    return changed;
}

static bool drop_parameters(reducer *r)
{
    vec_u32 decls = {0};
    bool changed = false;
    term_free_decls(r->b, r->now.assertions.at, r->now.assertions.n, &decls);
    for (size_t i = 0; i < decls.n && !reduce_over(r); i++)
        for (uint32_t j = 0; j < decl_arity(r->b, decls.at[i]) && !reduce_over(r); j++)
            if (drop_parameter(r, decls.at[i], j)) {
                changed = true;
                break; /* the rest in the next round: it is another function now */
            }
    vec_free(&decls);
    return changed;
}

bool reduce_whole(reducer *r)
{
    bool changed = inline_definitions(r);
    changed |= drop_patterns(r);
    changed |= rewrite_all(r);
    changed |= drop_parameters(r);
    changed |= drop_logic(r);
    return changed;
}
