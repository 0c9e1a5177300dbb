#include "solve/closed/closed_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "smtlib/print/printer.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

void closed_explain(closed *c, const char *format, ...)
{
    if (!c->config->explain)
        return;
    strbuf line = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&line, format, arguments);
    va_end(arguments);
    c->config->explain(c->config->explain_context, line.text);
    strbuf_free(&line);
}

void closed_explain_term(closed *c, const char *what, term_id t)
{
    if (!c->config->explain)
        return;
    strbuf text = STRBUF_INIT;
    smt_print_term(c->bank, t, NULL, &text);
    closed_explain(c, "    %s %s", what, text.text);
    strbuf_free(&text);
}

closed_step closed_answer(closed *c, engine_answer answer, const char *reason)
{
    c->result->answer = answer;
    c->result->why = answer == ENGINE_UNKNOWN ? ENGINE_WHY_INCOMPLETE : ENGINE_WHY_NONE;
    free(c->result->reason);
    c->result->reason = reason ? base_strdup(reason) : NULL;
    return STEP_DECIDED;
}

/* The caller's limit ended it. */
static bool end(closed *c, engine_why why, const char *reason)
{
    closed_answer(c, ENGINE_UNKNOWN, reason);
    c->result->why = why;
    return true;
}

bool closed_over(closed *c)
{
    for (size_t i = 0; i < c->box_decls.n; i++)
        if (!boxes_is_function(c->boxes, c->box_decls.at[i]))
            return closed_give_up_on(c, c->box_decls.at[i]), true;
    if (c->config->interrupt && *c->config->interrupt)
        return end(c, ENGINE_WHY_INTERRUPTED, "interrupted");
    if (c->config->deadline && clock_wall() >= c->config->deadline)
        return end(c, ENGINE_WHY_TIMEOUT, "timeout");
    return false;
}

static term_id fresh_literal(term_bank *b, const char *stem)
{
    return term_app(b, decl_constant(b, symbol_fresh(b, stem), SORT_ID_BOOL), NULL, 0);
}

static term_id box_guard(const closed *c, decl_id d)
{
    for (size_t i = 0; i < c->box_decls.n; i++)
        if (c->box_decls.at[i] == d)
            return c->box_guards.at[i];
    return 0;
}

void closed_note(closed *c, decl_id d, term_id fact)
{
    term_id guard = box_guard(c, d);
    bool fresh = false;
    if (guard && !c->config->no_facts)
        map_insert(&c->noted, fact, &fresh);
    if (fresh)
        vec_push(&c->unsent, term_make2(c->bank, OP_IMPLIES, guard, fact));
    c->result->counts.facts += fresh;
}

/* f(args) = result goes to the SMT engine, once. */
static void note_fact(closed *c, decl_id d, const value_id *values, uint32_t n, value_id result)
{
    term_bank *b = c->bank;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&args, term_const(b, values[i]));
    closed_note(c, d, term_eq(b, term_app(b, d, args.at, n), term_const(b, result)));
    vec_free(&args);
}

/* A call without value: the SMT engine should propose something else, as long as there is. */
static void note_no_value(closed *c, decl_id d, const value_id *values, uint32_t n)
{
    term_bank *b = c->bank;
    for (size_t i = 0; i < c->box_calls.n; i++) {
        term_id call = c->box_calls.at[i];
        term_vec differ = {0};
        bool fresh = false;
        for (uint32_t k = 0; k < n && term_decl(b, call) == d; k++)
            vec_push(&differ,
                     term_not(b, term_eq(b, term_arg(b, call, k), term_const(b, values[k]))));
        term_id clause = differ.n ? term_or(b, differ.at, (uint32_t)differ.n) : 0;
        if (clause)
            map_insert(&c->noted, clause, &fresh);
        if (fresh && !c->avoid)
            c->avoid = fresh_literal(b, "avoid");
        if (fresh)
            vec_push(&c->unsent, term_make2(b, OP_IMPLIES, c->avoid, clause));
        vec_free(&differ);
    }
}

void closed_note_facts(closed *c)
{
    box_fact fact;
    for (; c->facts_noted < boxes_fact_count(c->boxes); c->facts_noted++)
        if (boxes_fact(c->boxes, c->facts_noted, &fact) && fact.result && !fact.before)
            note_fact(c, fact.decl, fact.args, fact.n, fact.result);
}

value_id closed_evaluate(void *context, decl_id d, const value_id *args, uint32_t n)
{
    closed *c = context;
    value_id v = boxes_evaluate(c->boxes, d, args, n);
    if (v) {
        vec_push(&c->used, d);
        vec_append(&c->used, args, n);
    }
    if (v == EVAL_NO_VALUE)
        note_no_value(c, d, args, n);
    else if (v)
        note_fact(c, d, args, n, v);
    return v;
}

bool closed_counts_units(const closed *c)
{
    const char *solver = c->config->engine.command;
    return !solver || !strcmp(solver, ENGINE_LIBZ3);
}

engine_limits closed_limits(const closed *c, uint64_t rlimit)
{
    engine_limits limits = {.rlimit = rlimit, .counted = c->smt_counted};
    if (rlimit && !closed_counts_units(c))
        limits.seconds = (double)rlimit / (double)c->limits->units_a_second;
    double left = c->config->deadline ? c->config->deadline - clock_wall() : 0;
    if (c->config->deadline && (!limits.seconds || left < limits.seconds))
        limits.seconds = left > 1e-3 ? left : 1e-3;
    return limits;
}

engine_answer closed_check_smt(closed *c, const term_id *assumptions, size_t n, vec_u32 *core)
{
    term_vec all = {0};
    closed_note_facts(c);
    for (size_t i = 0; i < c->unsent.n; i++)
        engine_assert(c->smt, c->unsent.at[i]);
    vec_clear(&c->unsent);
    vec_append(&all, c->guards.at, c->guards.n);
    vec_append(&all, c->box_guards.at, c->box_guards.n);
    vec_append(&all, assumptions, n);
    engine_limits limits = closed_limits(c, c->smt_rlimit);
    c->result->counts.smt_checks++;
    engine_answer answer = engine_check(c->smt, all.at, all.n, &limits);
    vec_clear(core);
    if (answer == ENGINE_UNSAT)
        engine_core(c->smt, core);
    vec_free(&all);
    return answer;
}

static void set_up(closed *c, const term_id *assertions, size_t n)
{
    term_bank *b = c->bank;
    vec_u32 decls = {0};
    term_vec order = {0};
    literals_split(b, assertions, n, &c->literals, &c->origins);
    field_constants_put(b, &c->fields, &c->literals);
    flat_arrays_put(b, &c->flat, &c->literals);
    term_free_decls(b, c->literals.at, c->literals.n, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        if (boxes_find(c->boxes, decls.at[i])) {
            vec_push(&c->box_decls, decls.at[i]);
            vec_push(&c->box_guards, fresh_literal(b, "box"));
        } else if (decl_arity(b, decls.at[i])) {
            c->functions = true;
        } else {
            vec_push(&c->constants, term_app(b, decls.at[i], NULL, 0));
        }
    }
    vec_free(&decls);
    term_postorder(b, c->literals.at, c->literals.n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(b, order.at[i]) == OP_APP && !term_has_var(b, order.at[i]) &&
            boxes_find(c->boxes, term_decl(b, order.at[i])))
            vec_push(&c->box_calls, order.at[i]);
    vec_free(&order);
    for (size_t i = 0; i < c->literals.n; i++) {
        term_id guard = fresh_literal(b, "lit");
        vec_push(&c->guards, guard);
        vec_push(&c->unsent, term_make2(b, OP_IMPLIES, guard, c->literals.at[i]));
        c->quantified_box |= literals_has_bound_box(b, c->boxes, c->literals.at[i]);
    }
}

const term_vec *closed_reduced(closed *c)
{
    if (!c->is_reduced) {
        vec_append(&c->reduced, c->literals.at, c->literals.n);
        literals_eliminate(c->bank, c->limits, &c->reduced, &c->classes);
        c->is_reduced = true;
    }
    return &c->reduced;
}

static engine *own_engine(term_bank *b, const engine_config *given, char **error)
{
    engine_config config = *given;
    config.want_models = config.want_cores = true;
    config.logic = 0;
    return engine_new(b, &config, error);
}

closed_result closed_solve_plain(const closed_problem *p, const closed_config *config)
{
    closed_result result = {.answer = ENGINE_UNKNOWN, .why = ENGINE_WHY_INCOMPLETE};
    term_bank *b = p->bank;
    closed c = {.bank = b,
                .boxes = p->boxes,
                .config = config,
                .limits = LIMITS_OR(config->limits, solve_limits_default),
                .result = &result,
                .model = p->model};
    c.smt = config->smt ? config->smt : own_engine(b, &config->engine, &result.reason);
    if (!c.smt)
        return result;
    engine_push(c.smt);
    c.fuzz = fuzz_stepper_new(b, p->boxes,
                              &(fuzz_step_config){.seed = config->seed,
                                                  .limits = c.limits,
                                                  .fuzz_limits = config->fuzz_limits,
                                                  .no_pool = config->no_pool,
                                                  .no_jit = config->no_jit,
                                                  .words = config->words,
                                                  .n_words = config->n_words,
                                                  .external = config->external});
    set_up(&c, p->assertions, p->n);
    result.scope = boxes_scope(p->boxes, c.box_decls.at, c.box_decls.n);
    if (boxes_fact_count(p->boxes) >
        c.limits->known_facts) /* of earlier checks: what matters is noted again */
        c.facts_noted = boxes_fact_count(p->boxes);
    closed_run(&c);
    if (result.answer == ENGINE_SAT) {
        flat_arrays_complete(b, &c.flat, p->model);
        field_constants_complete(b, &c.fields, p->model);
    }
    for (uint32_t i = 0; i < p->n && result.answer == ENGINE_UNSAT && !c.core_known; i++)
        vec_push(&result.core, i);
    flat_arrays_free(&c.flat);
    field_constants_free(&c.fields);
    closed_sweep_free(&c);
    fuzz_stepper_free(c.fuzz);
    engine_pop(c.smt, 1);
    if (!config->smt)
        engine_free(c.smt);
    vec_free(&c.literals);
    vec_free(&c.origins);
    vec_free(&c.implied);
    vec_free(&c.reduced);
    literals_classes_free(&c.classes);
    vec_free(&c.guards);
    vec_free(&c.box_decls);
    vec_free(&c.box_guards);
    vec_free(&c.constants);
    vec_free(&c.guesses);
    vec_free(&c.box_calls);
    vec_free(&c.unsent);
    vec_free(&c.used);
    map_free(&c.noted);
    return result;
}

void closed_result_free(closed_result *r)
{
    free(r->reason);
    r->reason = NULL;
    vec_free(&r->core);
}
