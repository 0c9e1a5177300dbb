/* Boxes under quantifiers.
 *
 * What exists becomes constants, what holds for few values is written out (prepare/). What has to hold for
 * more is looked at in rounds: the rest of the formula is solved with the instances that are known to
 * matter; in its model each universal is a question of its own, whether some value breaks it, which has its
 * variables as constants and is fuzzed, swept or refuted like any other. A value that does is the next
 * instance. No model with these instances: unsat. No value: the model is one of the whole formula. */
#include <stdlib.h>

#include "solve/closed/closed_impl.h"
#include "solve/prepare/expand.h"
#include "solve/prepare/skolem.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct quantified {
    term_bank *bank;
    box_set *boxes;
    const closed_config *config;
    const solve_limits *limits;
    skolem made;
    size_t given;       /* formulas that were; behind them come instances … */
    term_vec formulas;  /* … without quantifiers over boxes, as far as we can */
    vec_u32 origins;    /* of the instances: which formula says it */
    term_model *model;  /* the answer's */
    closed_result *all; /* counts of all questions, and the answer */
} quantified;

static void add_counts(closed_counters *sum, const closed_counters *more)
{
#define COUNTER(name) sum->name += more->name;
    CLOSED_COUNTERS(COUNTER)
#undef COUNTER
}

/* Solves one question, whose counts are added; to be freed. */
static closed_result ask(quantified *q, const term_vec *formulas, const closed_config *config,
                         term_model *m)
{
    closed_result r = closed_solve_plain(
        &(closed_problem){q->bank, q->boxes, formulas->at, formulas->n, m}, config);
    add_counts(&q->all->counts, &r.counts);
    return r;
}

/* What a question says is the answer. */
static bool answer_as(quantified *q, closed_result *r)
{
    closed_counters counts = q->all->counts;
    closed_result_free(q->all);
    *q->all = *r;
    q->all->counts = counts;
    for (size_t i = 0; i < q->all->core.n; i++)
        if (q->all->core.at[i] >= q->given)
            q->all->core.at[i] = q->origins.at[q->all->core.at[i] - q->given];
    return true;
}

/* The values of constants in a model; those that it leaves open get one there. */
static void take_values(quantified *q, term_model *m, const decl_id *decls, size_t n,
                        term_vec *values)
{
    for (size_t i = 0; i < n; i++) {
        value_id v = model_value(m, decls[i]);
        if (!v) {
            v = value_default(q->bank, decl_range(q->bank, decls[i]));
            model_set_value(m, decls[i], v);
        }
        vec_push(values, term_const(q->bank, v));
    }
}

/* The constants of a universal; false when it has free functions, whose meaning in a model is no value. */
static bool constants_of(const quantified *q, const skolem_universal *u, vec_u32 *constants)
{
    vec_u32 decls = {0};
    bool good = true;
    term_free_decls(q->bank, &u->quantifier, 1, &decls);
    for (size_t i = 0; i < decls.n; i++)
        if (!decl_arity(q->bank, decls.at[i]))
            vec_push(constants, decls.at[i]);
        else
            good &= boxes_find(q->boxes, decls.at[i]) != NULL;
    vec_free(&decls);
    return good;
}

/* That some value breaks the universal in the model, over fresh constants for its variables. */
static bool broken(quantified *q, const skolem_universal *u, vec_u32 *variables, term_id *question)
{
    term_bank *b = q->bank;
    vec_u32 constants = {0};
    term_vec from = {0}, to = {0}, places = {0};
    bool good = constants_of(q, u, &constants);
    for (uint32_t i = 0; i < term_var_count(b, u->quantifier); i++) {
        sort_id sort = term_sort(b, term_arg(b, u->quantifier, i));
        vec_push(variables, decl_constant(b, symbol_fresh(b, "any"), sort));
        vec_push(&places, term_app(b, variables->at[i], NULL, 0));
    }
    for (size_t i = 0; good && i < constants.n; i++)
        vec_push(&from, term_app(b, constants.at[i], NULL, 0));
    if (good)
        take_values(q, q->model, constants.at, constants.n, &to);
    term_id t = term_substitute(b, skolem_instance(b, u, places.at), from.at, to.at, from.n);
    *question = term_not(b, t);
    vec_free(&constants);
    vec_free(&from);
    vec_free(&to);
    vec_free(&places);
    return good;
}

typedef enum verdict { HOLDS, BROKEN, OPEN } verdict;

/* The instance at the values that a model gives to the variables; false: it is there already. */
static bool add_instance(quantified *q, const skolem_universal *u, term_model *m,
                         const vec_u32 *variables)
{
    term_vec values = {0};
    bool fresh = true;
    take_values(q, m, variables->at, variables->n, &values);
    term_id t = term_make2(q->bank, OP_IMPLIES, u->guard, skolem_instance(q->bank, u, values.at));
    for (size_t i = q->given; i < q->formulas.n; i++)
        fresh &= q->formulas.at[i] != t;
    if (fresh) {
        vec_push(&q->formulas, t);
        vec_push(&q->origins, u->origin);
    }
    vec_free(&values);
    return fresh;
}

/* Whether the universal holds in the model. */
static verdict look_at(quantified *q, const skolem_universal *u)
{
    vec_u32 variables = {0};
    term_vec question = {0};
    term_id t;
    verdict found = OPEN;
    closed_config config = *q->config;
    if (!config.max_iterations || config.max_iterations > q->limits->quantified_rounds)
        config.max_iterations = q->limits->quantified_rounds;
    if (broken(q, u, &variables, &t)) {
        vec_push(&question, t);
        term_model *m = model_new(q->bank);
        closed_result r = ask(q, &question, &config, m);
        if (r.answer == ENGINE_UNSAT)
            found = HOLDS;
        else if (r.answer == ENGINE_SAT && add_instance(q, u, m, &variables))
            found = BROKEN;
        q->all->rests_on_boxes |= r.rests_on_boxes;
        q->all->scope = r.scope > q->all->scope ? r.scope : q->all->scope;
        if (r.answer == ENGINE_UNKNOWN)
            answer_as(q, &r);
        else
            closed_result_free(&r);
        model_free(m);
    }
    vec_free(&question);
    vec_free(&variables);
    return found;
}

/* One round; true when it has decided, or can go no further. */
static bool one_round(quantified *q)
{
    closed_result r = ask(q, &q->formulas, q->config, q->model);
    if (r.answer != ENGINE_SAT)
        return answer_as(q, &r);
    verdict all = HOLDS;
    for (size_t i = 0; i < q->made.universals.n && all != OPEN; i++) {
        const skolem_universal *u = &q->made.universals.at[i];
        if (model_value(q->model, term_decl(q->bank, u->guard)) == VALUE_ID_FALSE)
            continue;
        verdict one = look_at(q, u);
        all = one == HOLDS ? all : one;
    }
    bool rests = q->all->rests_on_boxes;
    if (all == HOLDS) {
        answer_as(q, &r);
        q->all->rests_on_boxes = rests;
        return true;
    }
    closed_result_free(&r);
    return all == OPEN;
}

/* In the formulas as they are the SMT engine may see a contradiction. */
static void leave_to_smt(quantified *q, const term_id *formulas, size_t n)
{
    term_vec all = {0};
    vec_append(&all, formulas, n);
    closed_result r = ask(q, &all, q->config, q->model);
    if (r.answer == ENGINE_UNSAT)
        answer_as(q, &r);
    else
        closed_result_free(&r);
    vec_free(&all);
}

/* Nobody knows more; who ran out of time has said so. */
static void explain_unknown(quantified *q)
{
    closed_result *r = q->all;
    bool limited = r->why == ENGINE_WHY_TIMEOUT || r->why == ENGINE_WHY_INTERRUPTED;
    if (limited || !q->made.universals.n)
        return;
    free(r->reason);
    r->reason =
        base_strdup("a closed box is called under a quantifier over too many values to try");
}

static void forget_ours(quantified *q)
{
    for (size_t i = 0; i < q->made.constants.n; i++)
        model_forget(q->model, q->made.constants.at[i]);
}

closed_result closed_solve(const closed_problem *p, const closed_config *config)
{
    closed_result result = {.answer = ENGINE_UNKNOWN, .why = ENGINE_WHY_INCOMPLETE};
    term_bank *b = p->bank;
    quantified q = {.bank = b,
                    .boxes = p->boxes,
                    .config = config,
                    .limits = LIMITS_OR(config->limits, solve_limits_default),
                    .given = p->n,
                    .model = p->model,
                    .all = &result};
    for (size_t i = 0; i < p->n; i++) {
        term_id t = term_expand_definitions(b, p->assertions[i]);
        t = skolem_apply(b, p->boxes, &q.made, t, (uint32_t)i, false);
        t = expand_box_quantifiers(b, p->boxes, q.limits, config->fuzz_limits, t);
        vec_push(&q.formulas, skolem_apply(b, p->boxes, &q.made, t, (uint32_t)i, true));
    }
    bool over = false;
    for (uint64_t i = 0; !over && i <= q.limits->quantified_instances; i++)
        over = one_round(&q);
    if (q.made.universals.n && result.answer == ENGINE_UNKNOWN)
        leave_to_smt(&q, p->assertions, p->n);
    if (result.answer == ENGINE_UNKNOWN)
        explain_unknown(&q);
    forget_ours(&q);
    skolem_free(&q.made);
    vec_free(&q.formulas);
    vec_free(&q.origins);
    return result;
}
