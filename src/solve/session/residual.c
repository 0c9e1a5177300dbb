#include "solve/session/residual.h"

#include <stdlib.h>

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

typedef struct unknown {
    term_id application; /* with constants as arguments */
    term_id constant;    /* stands for its value */
} unknown;

typedef struct residual {
    term_bank *bank;
    evaluator *eval;
    map done;     /* term -> what is left of it */
    map unknowns; /* application with constant arguments -> fresh constant */
    VEC(unknown) list;
    bool inexact; /* an underspecified operator is left with arguments that are not values */
    term_vec args;
} residual;

static bool is_partial(const term_bank *b, term_id t)
{
    switch (term_op_of(b, t)) {
    case OP_DIV:
    case OP_IDIV:
    case OP_MOD:
    case OP_FP_MIN:
    case OP_FP_MAX:
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_TO_REAL:
    case OP_FP_TO_BITS:
        return true;
    case OP_APP:
        return decl_kind_of(b, term_decl(b, t)) == DECL_SELECTOR;
    default:
        return false;
    }
}

static term_id constant_for(residual *r, term_id application)
{
    bool is_new;
    uint64_t *place = map_insert(&r->unknowns, application, &is_new);
    if (is_new) {
        decl_id d = decl_constant(r->bank, symbol_fresh(r->bank, "unspecified"),
                                  term_sort(r->bank, application));
        unknown u = {application, term_app(r->bank, d, NULL, 0)};
        vec_push(&r->list, u);
        *place = u.constant;
    }
    return (term_id)*place;
}

/* What is left of `t`, whose arguments have been done; 0 if it is beyond us. */
static term_id reduce_node(residual *r, term_id t)
{
    term_bank *b = r->bank;
    value_id v = eval_term(r->eval, t);
    if (v)
        return term_const(b, v);
    if (term_is_binder(term_op_of(b, t)))
        return 0;
    bool all_values = true;
    vec_clear(&r->args);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id arg = (term_id)map_get(&r->done, term_arg(b, t, i), 0);
        if (!arg)
            return 0;
        all_values &= term_op_of(b, arg) == OP_CONST;
        vec_push(&r->args, arg);
    }
    bool partial = is_partial(b, t);
    if (term_op_of(b, t) == OP_APP && !partial &&
        decl_kind_of(b, term_decl(b, t)) != DECL_CONSTRUCTOR &&
        decl_kind_of(b, term_decl(b, t)) != DECL_TESTER)
        return 0; /* a function at an unknown point */
    term_id rebuilt = term_rebuild(b, t, r->args.at);
    if (!rebuilt)
        return 0;
    if (all_values)
        return partial ? constant_for(r, rebuilt) : 0;
    r->inexact |= partial;
    return rebuilt;
}

static term_id reduce(residual *r, term_id assertion)
{
    term_vec order = {0};
    assertion = term_expand_definitions(r->bank, assertion);
    term_postorder(r->bank, &assertion, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (!map_find(&r->done, order.at[i])) {
            term_id left = reduce_node(r, order.at[i]);
            map_put(&r->done, order.at[i], left);
        }
    vec_free(&order);
    return (term_id)map_get(&r->done, assertion, 0);
}

/* Puts the values that the engine chose for the unknowns into the model. */
static bool learn(residual *r, engine *e, term_model *m)
{
    bool learnt = false;
    vec_u32 args = {0};
    for (size_t i = 0; i < r->list.n; i++) {
        term_id t = r->list.at[i].application;
        value_id v = 0;
        if (!engine_values(e, &r->list.at[i].constant, 1, &v) || !v)
            continue;
        vec_clear(&args);
        for (uint32_t k = 0; k < term_arity(r->bank, t); k++)
            vec_push(&args, term_value(r->bank, term_arg(r->bank, t, k)));
        uint32_t n_indices;
        const uint32_t *indices = term_index_words(r->bank, t, &n_indices);
        model_set_partial(m, term_op_of(r->bank, t), indices, n_indices, args.at, (uint32_t)args.n,
                          v);
        learnt = true;
    }
    vec_free(&args);
    return learnt;
}

static residual_answer ask(residual *r, term_model *m, const engine_config *config,
                           const solve_limits *limits, const term_vec *formulas)
{
    char *error = NULL;
    engine *e = engine_new(r->bank, config, &error);
    free(error);
    if (!e)
        return RESIDUAL_OPEN;
    for (size_t i = 0; i < formulas->n; i++)
        engine_assert(e, formulas->at[i]);
    residual_answer result = RESIDUAL_OPEN;
    engine_answer answer = engine_check(
        e, NULL, 0,
        &(engine_limits){.rlimit = limits->residual_units, .guard = limits->residual_guard});
    if (answer == ENGINE_UNSAT && !r->inexact)
        result = RESIDUAL_IMPOSSIBLE;
    else if (answer == ENGINE_SAT && learn(r, e, m))
        result = RESIDUAL_FOUND;
    engine_free(e);
    return result;
}

residual_answer residual_solve(term_model *m, const engine_config *config,
                               const solve_limits *limits, const term_id *assertions, size_t n)
{
    eval_config complete = {.complete = true, .fuel = limits->check_fuel};
    residual r = {.bank = model_bank(m), .eval = eval_new(m, &complete)};
    term_vec formulas = {0};
    bool whole = true;
    for (size_t i = 0; i < n && whole; i++) {
        if (eval_term(r.eval, assertions[i]))
            continue;
        term_id left = reduce(&r, assertions[i]);
        whole = left != 0;
        vec_push(&formulas, left);
    }
    residual_answer result = RESIDUAL_OPEN;
    if (whole && r.list.n)
        result = ask(&r, m, config, limits, &formulas);
    eval_free(r.eval);
    map_free(&r.done);
    map_free(&r.unknowns);
    vec_free(&r.list);
    vec_free(&r.args);
    vec_free(&formulas);
    return result;
}
