#include "solve/session/check.h"

#include "base/map.h"
#include "solve/session/refine.h"
#include "solve/session/residual.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* Whether `is` holds of a subterm, also in the definitions that are used. */
static bool any_subterm(const term_bank *b, const term_id *terms, size_t n,
                        bool (*is)(const term_bank *b, term_id t))
{
    bool found = false;
    term_vec order = {0}, open = {0};
    map seen = {0}; /* definitions that were looked into */
    vec_append(&open, terms, n);
    while (open.n && !found) {
        vec_clear(&order);
        term_postorder(b, open.at, open.n, &order);
        vec_clear(&open);
        for (size_t i = 0; i < order.n && !found; i++) {
            found = is(b, order.at[i]);
            if (term_op_of(b, order.at[i]) != OP_APP)
                continue;
            decl_id d = term_decl(b, order.at[i]);
            decl_kind kind = decl_kind_of(b, d);
            bool is_new = false;
            if (kind == DECL_DEFINED || kind == DECL_RECURSIVE)
                map_insert(&seen, d, &is_new);
            if (is_new && decl_body(b, d))
                vec_push(&open, decl_body(b, d));
        }
    }
    vec_free(&order);
    vec_free(&open);
    map_free(&seen);
    return found;
}

static bool is_quantifier(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_FORALL || term_op_of(b, t) == OP_EXISTS;
}

bool check_has_quantifier(const term_bank *b, const term_id *terms, size_t n)
{
    bool maybe = false;
    for (size_t i = 0; i < n; i++)
        maybe |= term_has_binder(b, terms[i]) || term_has_defined(b, terms[i]);
    return maybe && any_subterm(b, terms, n, is_quantifier);
}

bool check_has_stand_in(const term_bank *b, const term_id *terms, size_t n)
{
    return any_subterm(b, terms, n, refine_is_stand_in);
}

/* A model may leave out what does not matter; here everything gets a value, so that the printed
 * model is the one that was checked. */
static void complete_model(term_model *m, const term_id *assertions, size_t n)
{
    term_bank *b = model_bank(m);
    vec_u32 decls = {0};
    term_vec parameters = {0};
    term_free_decls(b, assertions, n, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        decl_id d = decls.at[i];
        uint32_t known;
        const value_id *elements = model_elements(m, decl_range(b, d), &known);
        value_id v = model_has(m, d) ? 0 : known ? elements[0] : value_default(b, decl_range(b, d));
        if (!v)
            continue;
        uint32_t arity = decl_arity(b, d);
        if (!arity) {
            model_set_value(m, d, v);
            continue;
        }
        vec_clear(&parameters);
        for (uint32_t k = 0; k < arity; k++)
            vec_push(&parameters, term_var(b, symbol_fresh(b, "x"), decl_domain(b, d, k)));
        model_set_function(m, d, parameters.at, arity, term_const(b, v));
    }
    vec_free(&decls);
    vec_free(&parameters);
}

/* Asks the engine for the values of underspecified applications that the evaluator met. True if the
 * model has learnt one. */
static bool ask_missing(term_model *m, engine *e, const evaluator *ev)
{
    term_bank *b = model_bank(m);
    size_t n = eval_missing_count(ev);
    if (!e || !n)
        return false;
    term_vec terms = {0}, args = {0};
    vec_u32 values = {0};
    for (size_t i = 0; i < n; i++) {
        const eval_missing *missing = eval_missing_at(ev, i);
        vec_clear(&args);
        for (size_t k = 0; k < missing->args.n; k++)
            vec_push(&args, term_const(b, missing->args.at[k]));
        term_id ground = term_rebuild(b, missing->application, args.at);
        vec_push(&terms, ground ? ground : TERM_ID_TRUE);
    }
    vec_resize(&values, n);
    bool learnt = false;
    if (engine_values(e, terms.at, n, values.at))
        for (size_t i = 0; i < n; i++) {
            const eval_missing *missing = eval_missing_at(ev, i);
            uint32_t n_indices;
            const uint32_t *indices = term_index_words(b, missing->application, &n_indices);
            if (!values.at[i] || value_sort(b, values.at[i]) != term_sort(b, missing->application))
                continue;
            model_set_partial(m, term_op_of(b, missing->application), indices, n_indices,
                              missing->args.at, (uint32_t)missing->args.n, values.at[i]);
            learnt = true;
        }
    vec_free(&terms);
    vec_free(&args);
    vec_free(&values);
    return learnt;
}

/* One pass over the assertions: false as soon as one is, else the first that is undetermined. */
static check_result judge(evaluator *ev, const term_id *assertions, size_t n)
{
    check_result result = {.verdict = CHECK_TRUE};
    for (size_t i = 0; i < n; i++) {
        value_id v = eval_term(ev, assertions[i]);
        if (v && !value_is_true(v))
            return (check_result){.verdict = CHECK_FALSE, .assertion = assertions[i]};
        if (!v && result.verdict == CHECK_TRUE)
            result = (check_result){CHECK_UNDETERMINED, eval_why(ev), assertions[i]};
    }
    return result;
}

static check_result judge_by_asking(term_model *m, engine *e, const solve_limits *limits,
                                    const term_id *assertions, size_t n)
{
    eval_config config = {.complete = true, .fuel = limits->check_fuel};
    check_result result;
    for (uint64_t round = 0;; round++) {
        evaluator *ev = eval_new(m, &config);
        result = judge(ev, assertions, n);
        bool again = result.verdict == CHECK_UNDETERMINED && round < limits->check_rounds &&
                     ask_missing(m, e, ev);
        eval_free(ev);
        if (!again)
            return result;
    }
}

/* Does the meaning of a constant rest on itself? (cvc5 prints such models of cyclic datatypes.) */
static bool rests_on_itself(const term_model *m, decl_id d)
{
    const term_bank *b = model_bank(m);
    const term_id *parameters;
    vec_u32 pending = {0}, below = {0};
    map seen = {0};
    bool found = false;
    vec_push(&pending, d);
    while (pending.n && !found) {
        term_id body = model_function(m, vec_pop(&pending), &parameters);
        vec_clear(&below);
        if (body)
            term_free_decls(b, &body, 1, &below);
        for (size_t i = 0; i < below.n; i++) {
            bool fresh;
            map_insert(&seen, below.at[i], &fresh);
            if (fresh && decl_arity(b, below.at[i]) == 0)
                vec_push(&pending, below.at[i]);
            found |= below.at[i] == d;
        }
    }
    vec_free(&pending);
    vec_free(&below);
    map_free(&seen);
    return found;
}

static bool is_circular(const term_model *m)
{
    const term_id *parameters;
    for (size_t i = 0; i < model_size(m); i++) {
        decl_id d = model_decl_at(m, i);
        if (!decl_arity(model_bank(m), d) && model_function(m, d, &parameters) &&
            rests_on_itself(m, d))
            return true;
    }
    return false;
}

check_result check_model(term_model *m, engine *e, const engine_config *fresh,
                         const solve_limits *given, const term_id *assertions, size_t n)
{
    const solve_limits *limits = LIMITS_OR(given, solve_limits_default);
    if (is_circular(m))
        return (check_result){.verdict = CHECK_FALSE};
    complete_model(m, assertions, n);
    check_result result = judge_by_asking(m, e, limits, assertions, n);
    for (uint64_t round = 0; fresh && round < limits->check_rounds; round++) {
        if (result.verdict != CHECK_UNDETERMINED || result.why != EVAL_UNDERSPECIFIED)
            break;
        residual_answer answer = residual_solve(m, fresh, limits, assertions, n);
        if (answer == RESIDUAL_IMPOSSIBLE)
            result.verdict = CHECK_FALSE;
        if (answer != RESIDUAL_FOUND)
            break;
        check_result next = judge_by_asking(m, e, limits, assertions, n);
        /* The values were a guess of ours: that they fail is no proof that all would. */
        if (next.verdict != CHECK_FALSE)
            result = next;
        else
            break;
    }
    return result;
}

value_id check_value(term_model *m, engine *e, const eval_config *calls, const solve_limits *given,
                     term_id t)
{
    const solve_limits *limits = LIMITS_OR(given, solve_limits_default);
    eval_config config = calls ? *calls : (eval_config){0};
    config.complete = true;
    config.fuel = limits->check_fuel;
    value_id v = 0;
    bool again = true;
    for (uint64_t round = 0; again && round < limits->check_rounds; round++) {
        evaluator *ev = eval_new(m, &config);
        v = eval_term(ev, t);
        again = !v && ask_missing(m, e, ev);
        eval_free(ev);
    }
    if (!v && e && !calls) /* the engine does not know what functions that are called are */
        engine_values(e, &t, 1, &v);
    return v;
}
