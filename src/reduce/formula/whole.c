/* Steps that concern the formula at large: definitions inlined, everything rewritten, no logic, no
 * patterns, functions with fewer parameters. */
#include "reduce/formula/reduce_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

static bool has_definitions(const reducer *r)
{
    for (size_t i = 0; i < r->now.assertions.n; i++)
        if (term_has_defined(r->b, r->now.assertions.at[i]))
            return true;
    return false;
}

/* Whatever it costs: everything else looks into terms, not into definitions. */
static bool build_inlined(reducer *r, void *context, size_t i, formula *candidate)
{
    *candidate = (formula){.logic = r->now.logic};
    for (size_t j = 0; j < r->now.assertions.n; j++)
        vec_push(&candidate->assertions, term_expand_definitions(r->b, r->now.assertions.at[j]));
    return true;
}

static bool build_rewritten(reducer *r, void *context, size_t i, formula *candidate)
{
    *candidate = (formula){.logic = r->now.logic};
    rewriter *w = rewriter_new(r->b);
    for (size_t j = 0; j < r->now.assertions.n; j++) {
        term_id t = rewrite_term(w, r->now.assertions.at[j]);
        if (t != TERM_ID_TRUE)
            vec_push(&candidate->assertions, t);
    }
    rewriter_free(w);
    return true;
}

static bool build_without_logic(reducer *r, void *context, size_t i, formula *candidate)
{
    formula_copy(candidate, &r->now);
    candidate->logic = 0;
    return r->now.logic || (formula_free(candidate), false);
}

static bool build_without_patterns(reducer *r, void *context, size_t number, formula *candidate)
{
    term_vec order = {0};
    replacement_vec pairs = {0};
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
    bool good = reduce_replace(r, pairs.at, pairs.n, candidate);
    vec_free(&order);
    vec_free(&pairs);
    return good;
}

/* A function and one of its parameters. */
typedef struct parameter {
    decl_id decl;
    uint32_t position;
} parameter;
typedef VEC(parameter) parameter_vec;

static term_id without_arg(term_bank *b, term_id t, decl_id shorter, uint32_t position)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (i != position)
            vec_push(&args, term_arg(b, t, i));
    term_id result = term_app(b, shorter, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

static bool build_without_parameter(reducer *r, void *context, size_t number, formula *candidate)
{
    parameter p = ((const parameter_vec *)context)->at[number];
    term_vec order = {0};
    vec_u32 domain = {0};
    replacement_vec pairs = {0};
    for (uint32_t i = 0; i < decl_arity(r->b, p.decl); i++)
        if (i != p.position)
            vec_push(&domain, decl_domain(r->b, p.decl, i));
    decl_id shorter = decl_new(r->b, decl_name(r->b, p.decl), domain.at, (uint32_t)domain.n,
                               decl_range(r->b, p.decl));
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(r->b, order.at[i]) == OP_APP && term_decl(r->b, order.at[i]) == p.decl) {
            replacement pair = {order.at[i], without_arg(r->b, order.at[i], shorter, p.position)};
            vec_push(&pairs, pair);
        }
    bool good = reduce_replace(r, pairs.at, pairs.n, candidate);
    vec_free(&order);
    vec_free(&domain);
    vec_free(&pairs);
    return good;
}

static bool drop_parameters(reducer *r)
{
    bool changed = false;
    parameter_vec parameters = {0};
    vec_u32 decls = {0};
    do {
        vec_clear(&parameters);
        vec_clear(&decls);
        term_free_decls(r->b, r->now.assertions.at, r->now.assertions.n, &decls);
        for (size_t i = 0; i < decls.n; i++)
            for (uint32_t j = 0; j < decl_arity(r->b, decls.at[i]); j++) {
                parameter p = {decls.at[i], j};
                vec_push(&parameters, p);
            }
    } while (reduce_first(r, 0, parameters.n, build_without_parameter, &parameters) <
                 parameters.n &&
             (changed = true));
    vec_free(&parameters);
    vec_free(&decls);
    return changed;
}

/* (assert (= x t)), number i: t stands for x everywhere, and the assertion is gone. */
static bool build_solved(reducer *r, void *context, size_t i, formula *candidate)
{
    term_bank *b = r->b;
    term_id equation = r->now.assertions.at[i / 2];
    if (term_op_of(b, equation) != OP_EQ || term_arity(b, equation) != 2)
        return false;
    term_id x = term_arg(b, equation, i % 2), t = term_arg(b, equation, 1 - i % 2);
    if (term_op_of(b, x) != OP_APP || term_arity(b, x) ||
        decl_kind_of(b, term_decl(b, x)) != DECL_FREE)
        return false;
    replacement pairs[] = {{equation, TERM_ID_TRUE}, {x, t}};
    return reduce_replace(r, pairs, 2, candidate);
}

static bool solve_equations(reducer *r)
{
    bool changed = false;
    size_t n = 2 * r->now.assertions.n;
    for (size_t i = 0; n && (i = reduce_first(r, i, n, build_solved, NULL)) < n;) {
        changed = true;
        n = 2 * r->now.assertions.n;
    }
    return changed;
}

bool reduce_whole(reducer *r)
{
    bool changed = has_definitions(r) && reduce_one(r, build_inlined, NULL, true);
    changed |= reduce_one(r, build_without_patterns, NULL, false);
    changed |= reduce_one(r, build_rewritten, NULL, false);
    changed |= solve_equations(r);
    changed |= drop_parameters(r);
    changed |= reduce_one(r, build_without_logic, NULL, true);
    return changed;
}
