#include "solve/session/counterexample.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

static bool meaning(void *context, decl_id d, const term_id **parameters, term_id *body)
{
    const term_model *m = context;
    term_bank *b = model_bank(m);
    if (decl_kind_of(b, d) == DECL_DEFINED) {
        *body = decl_body(b, d);
        return true;
    }
    value_id v = decl_kind_of(b, d) == DECL_FREE ? model_value(m, d) : 0;
    *body = v ? term_const(b, v) : model_function(m, d, parameters);
    return *body && decl_kind_of(b, d) == DECL_FREE;
}

/* Declared sorts have the elements that the model gives them, and no others. */
static void assert_elements(engine *e, const term_model *m, term_id question)
{
    term_bank *b = model_bank(m);
    term_vec order = {0}, parts = {0};
    map seen = {0};
    term_postorder(b, &question, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        sort_id s = term_sort(b, order.at[i]);
        bool is_new;
        map_insert(&seen, s, &is_new);
        if (!is_new || sort_kind_of(b, s) != SORT_DECLARED)
            continue;
        uint32_t n;
        const value_id *elements = model_elements(m, s, &n);
        term_id x = term_var(b, symbol_fresh(b, "x"), s);
        vec_clear(&parts);
        for (uint32_t k = 0; k < n; k++)
            vec_push(&parts, term_make2(b, OP_EQ, x, term_const(b, elements[k])));
        if (n)
            engine_assert(e,
                          term_quantifier(b, OP_FORALL, &x, 1, term_or(b, parts.at, n), NULL, 0));
    }
    vec_free(&order);
    vec_free(&parts);
    map_free(&seen);
}

/* Whether some values break the assertion. */
static counterexample ask(engine *e, const term_model *m, const engine_limits *limits, term_id t)
{
    term_bank *b = model_bank(m);
    term_id question = term_not(b, term_expand(b, t, meaning, (void *)m));
    engine_push(e);
    assert_elements(e, m, question);
    engine_assert(e, question);
    engine_answer answer = engine_check(e, NULL, 0, limits);
    engine_pop(e, 1);
    return answer == ENGINE_UNSAT ? COUNTEREXAMPLE_NONE
           : answer == ENGINE_SAT ? COUNTEREXAMPLE_FOUND
                                  : COUNTEREXAMPLE_OPEN;
}

counterexample counterexample_find(const term_model *m, const engine_config *config,
                                   const solve_limits *limits, double seconds,
                                   const term_id *assertions, size_t n, term_id *broken)
{
    eval_config complete = {.complete = true, .fuel = limits->check_fuel};
    evaluator *ev = eval_new(m, &complete);
    engine_config own = *config;
    own.command = ENGINE_LIBZ3;
    char *error = NULL;
    engine *e = NULL;
    counterexample result = COUNTEREXAMPLE_NONE;
    double end = seconds > 0 ? clock_wall() + seconds : 0;
    for (size_t i = 0; i < n && result == COUNTEREXAMPLE_NONE; i++) {
        value_id v = eval_term(ev, assertions[i]);
        *broken = assertions[i];
        if (v) {
            result = value_is_true(v) ? COUNTEREXAMPLE_NONE : COUNTEREXAMPLE_FOUND;
            continue;
        }
        engine_limits each = {.rlimit = limits->residual_units, .guard = limits->residual_guard};
        each.seconds = end > 0 ? end - clock_wall() : 0;
        if (!e)
            e = engine_new(model_bank(m), &own, &error);
        result = e && (end == 0 || each.seconds > 0) ? ask(e, m, &each, assertions[i])
                                                     : COUNTEREXAMPLE_OPEN;
    }
    free(error);
    eval_free(ev);
    if (e)
        engine_free(e);
    return result;
}
