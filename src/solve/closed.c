#include "solve/closed_impl.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/clock.h"
#include "term/subst.h"
#include "term/walk.h"

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

closed_step closed_answer(closed *c, engine_answer answer, const char *reason)
{
    c->result->answer = answer;
    free(c->result->reason);
    c->result->reason = reason ? base_strdup(reason) : NULL;
    return STEP_DECIDED;
}

/* The literals with every call of a box that is no function replaced by a constant of its own: what
 * remains unsatisfiable is so whatever that box answers. */
static engine_answer check_without(closed *c)
{
    term_bank *b = c->bank;
    term_vec order = {0}, calls = {0}, stand_ins = {0};
    term_postorder(b, c->literals.at, c->literals.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_op_of(b, t) != OP_APP || !boxes_find(c->boxes, term_decl(b, t)) ||
            boxes_is_function(c->boxes, term_decl(b, t)) || term_has_var(b, t))
            continue;
        vec_push(&calls, t);
        vec_push(&stand_ins,
                 term_app(b, decl_constant(b, symbol_fresh(b, "call"), term_sort(b, t)), NULL, 0));
    }
    term_subst *s = term_subst_new(b, calls.at, stand_ins.at, calls.n);
    engine_push(c->smt);
    for (size_t i = 0; i < c->literals.n; i++)
        engine_assert(c->smt, term_subst_apply(s, c->literals.at[i]));
    engine_limits limits = {.seconds =
                                c->config->deadline ? c->config->deadline - clock_wall() : 0};
    engine_answer answer =
        c->quantified_box ? ENGINE_UNKNOWN : engine_check(c->smt, NULL, 0, &limits);
    engine_pop(c->smt, 1);
    term_subst_free(s);
    vec_free(&order);
    vec_free(&calls);
    vec_free(&stand_ins);
    return answer;
}

/* A box was caught answering differently on equal inputs: nothing that rests on it can be said. */
static void give_up_on(closed *c, decl_id d)
{
    if (check_without(c) == ENGINE_UNSAT) {
        closed_answer(c, ENGINE_UNSAT, NULL);
        return;
    }
    strbuf reason = STRBUF_INIT;
    strbuf_printf(&reason, "closed box '%s' answers differently on equal inputs",
                  symbol_text(c->bank, decl_name(c->bank, d)));
    closed_answer(c, ENGINE_UNKNOWN, reason.text);
    strbuf_free(&reason);
}

bool closed_over(closed *c)
{
    for (size_t i = 0; i < c->box_decls.n; i++)
        if (!boxes_is_function(c->boxes, c->box_decls.at[i]))
            return give_up_on(c, c->box_decls.at[i]), true;
    if (c->config->interrupt && *c->config->interrupt)
        return closed_answer(c, ENGINE_UNKNOWN, "interrupted"), true;
    if (c->config->deadline && clock_wall() >= c->config->deadline)
        return closed_answer(c, ENGINE_UNKNOWN, "timeout"), true;
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

/* f(args) = result, as a term. */
static term_id fact_term(term_bank *b, const box_fact *fact)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < fact->n; i++)
        vec_push(&args, term_const(b, fact->args[i]));
    term_id call = term_app(b, fact->decl, args.at, fact->n);
    vec_free(&args);
    return term_eq(b, call, term_const(b, fact->result));
}

void closed_send_facts(closed *c)
{
    box_fact fact;
    for (; c->facts_sent < boxes_fact_count(c->boxes); c->facts_sent++) {
        if (!boxes_fact(c->boxes, c->facts_sent, &fact) || !fact.result || fact.before)
            continue;
        term_id guard = box_guard(c, fact.decl);
        if (!guard || c->config->no_facts)
            continue;
        term_id equation = fact_term(c->bank, &fact);
        engine_assert(c->smt, term_make2(c->bank, OP_IMPLIES, guard, equation));
        c->result->counts.facts++;
    }
}

engine_answer closed_check_smt(closed *c, const term_id *assumptions, size_t n, vec_u32 *core)
{
    term_vec all = {0};
    closed_send_facts(c);
    vec_append(&all, c->guards.at, c->guards.n);
    vec_append(&all, c->box_guards.at, c->box_guards.n);
    vec_append(&all, assumptions, n);
    engine_limits limits = {0};
    if (c->config->deadline) {
        limits.seconds = c->config->deadline - clock_wall();
        if (limits.seconds <= 0)
            limits.seconds = 1e-3;
    }
    if (c->smt_seconds > 0 && (!c->config->deadline || c->smt_seconds < limits.seconds))
        limits.seconds = c->smt_seconds;
    c->result->counts.smt_checks++;
    engine_answer answer = engine_check(c->smt, all.at, all.n, &limits);
    vec_clear(core);
    if (answer == ENGINE_UNSAT)
        engine_core(c->smt, core);
    vec_free(&all);
    return answer;
}

/* boxes_confirm, for the boxes behind these boxes too. */
static bool confirm(closed *c, const decl_id *decls, uint32_t n, size_t *unsure)
{
    size_t behind = 0, direct = 0;
    bool same = !c->config->n_behind ||
                boxes_confirm(c->boxes, c->config->behind, c->config->n_behind, &behind);
    same &= boxes_confirm(c->boxes, decls, n, &direct);
    if (unsure)
        *unsure = behind + direct;
    return same;
}

closed_step closed_refuted(closed *c, const vec_u32 *core)
{
    bool used = false, confirmed = true;
    for (size_t i = 0; i < core->n; i++) {
        size_t k = core->at[i] - c->literals.n;
        if (core->at[i] < c->literals.n || k >= c->box_decls.n)
            continue;
        used = true;
        size_t unsure = 0;
        confirmed &= confirm(c, &c->box_decls.at[k], 1, &unsure);
        confirmed &= !unsure;
    }
    if (used && !confirmed) {
        closed_explain(c, "a box answered differently when asked again: its facts are withdrawn");
        return STEP_GO_ON;
    }
    c->result->rests_on_boxes = used;
    return closed_answer(c, ENGINE_UNSAT,
                         used ? "rests on each closed box being a function" : NULL);
}

/* Takes out of the answer's model what is ours or the SMT engine's idea of a box. */
static void clean_model(closed *c)
{
    for (size_t i = 0; i < c->box_decls.n; i++) {
        model_forget(c->model, c->box_decls.at[i]);
        model_forget(c->model, term_decl(c->bank, c->box_guards.at[i]));
    }
    for (size_t i = 0; i < c->guards.n; i++)
        model_forget(c->model, term_decl(c->bank, c->guards.at[i]));
}

/* Whether all literals are true with the boxes called for real. */
static bool holds(closed *c, const term_model *m, eval_reason *why)
{
    eval_config config = {.complete = true, .call = boxes_evaluate, .call_context = c->boxes};
    evaluator *e = eval_new(m, &config);
    bool good = true;
    *why = EVAL_OK;
    for (size_t i = 0; i < c->literals.n; i++) { /* all of them: each call is a fact to learn */
        value_id v = eval_term(e, c->literals.at[i]);
        if (!v && *why == EVAL_OK)
            *why = eval_why(e);
        good &= value_is_true(v);
    }
    eval_free(e);
    return good;
}

closed_step closed_try_model(closed *c)
{
    clean_model(c);
    if (!holds(c, c->model, &c->why_not))
        return STEP_GO_ON;
    size_t unsure = 0;
    if (!confirm(c, c->box_decls.at, (uint32_t)c->box_decls.n, &unsure))
        return STEP_GO_ON;
    if (unsure) {
        closed_explain(c, "    %zu calls of the boxes could not be repeated", unsure);
        return STEP_GO_ON;
    }
    return closed_answer(c, ENGINE_SAT, NULL);
}

/* What the SMT engine says of the constants. What the boxes look like to it is of no interest, and
 * takes long to print and to read. */
static bool take_constants(closed *c)
{
    vec_u32 values = {0};
    model_clear(c->model);
    vec_resize(&values, c->constants.n);
    bool good = engine_values(c->smt, c->constants.at, c->constants.n, values.at);
    for (size_t i = 0; good && i < c->constants.n; i++)
        model_set_value(c->model, term_decl(c->bank, c->constants.at[i]), values.at[i]);
    vec_free(&values);
    return good;
}

static bool take_all(closed *c)
{
    model_clear(c->model);
    return engine_model(c->smt, c->model);
}

bool closed_try_engine(closed *c, closed_step *step)
{
    *step = STEP_GO_ON;
    bool all = c->functions || !take_constants(c);
    if (all && !take_all(c))
        return false;
    *step = closed_try_model(c);
    if (!all && *step == STEP_GO_ON && c->why_not == EVAL_UNDERSPECIFIED && take_all(c))
        *step = closed_try_model(c); /* the engine's x/0 is in the whole model only */
    return true;
}

void closed_suspect(closed *c)
{
    closed_explain(c, "    the boxes answer differently from what the fuzzer saw: asking again");
    confirm(c, c->box_decls.at, (uint32_t)c->box_decls.n, NULL);
}

closed_step closed_active(closed *c, uint64_t steps)
{
    vec_u32 core = {0};
    closed_step step = STEP_GO_ON;
    for (uint64_t i = 0; i < steps && step == STEP_GO_ON; i++) {
        size_t before = boxes_fact_count(c->boxes);
        if (closed_over(c)) {
            step = STEP_DECIDED;
            break;
        }
        engine_answer answer = closed_check_smt(c, NULL, 0, &core);
        if (answer == ENGINE_UNSAT) {
            step = closed_refuted(c, &core);
            continue;
        }
        if (answer != ENGINE_SAT || !closed_try_engine(c, &step)) {
            step = closed_over(c)       ? STEP_DECIDED
                   : c->smt_seconds > 0 ? STEP_GO_ON /* with more time, later */
                                        : STEP_STUCK;
            break;
        }
        fuzz_step_suggest(c->fuzz, c->model);
        closed_explain(c, "active %llu: the SMT engine proposed a model; %s",
                       (unsigned long long)i + 1,
                       step == STEP_DECIDED ? "the boxes agree" : "the boxes refute it");
        if (step == STEP_GO_ON && boxes_fact_count(c->boxes) == before)
            step = STEP_STUCK; /* nothing new would come of asking again */
    }
    vec_free(&core);
    return step;
}

closed_step closed_fuzz_all(closed *c, uint64_t executions)
{
    term_vec constraints = {0};
    literals_classes classes = {0};
    vec_append(&constraints, c->literals.at, c->literals.n);
    if (!c->config->no_classes)
        literals_eliminate(c->bank, &constraints, &classes);
    term_model *found = c->model;
    model_clear(found);
    fuzz_step_result r = fuzz_step(c->fuzz, constraints.at, constraints.n, executions,
                                   c->config->deadline, c->config->interrupt, found);
    c->result->counts.fuzz_runs++;
    c->result->counts.executions += r.executions;
    c->result->counts.crashes += r.crashes;
    closed_step step = r.trouble || r.outcome == FUZZ_EXHAUSTED ? STEP_STUCK : STEP_GO_ON;
    if (r.outcome == FUZZ_FOUND) {
        eval_config config = {.complete = true, .call = boxes_evaluate, .call_context = c->boxes};
        evaluator *e = eval_new(found, &config);
        for (size_t i = 0; i < classes.eliminated.n; i++) {
            value_id v = eval_term(e, classes.meaning.at[i]);
            if (v)
                model_set_value(found, term_decl(c->bank, classes.eliminated.at[i]), v);
        }
        eval_free(e);
        step = closed_try_model(c);
        if (step != STEP_DECIDED)
            closed_suspect(c);
    }
    closed_explain(c, "fuzz: %zu constraints, %llu executions: %s", constraints.n,
                   (unsigned long long)r.executions,
                   r.trouble                     ? r.trouble
                   : step == STEP_DECIDED        ? "a model that holds"
                   : r.outcome == FUZZ_EXHAUSTED ? "every input was tried"
                                                 : "no model");
    c->exhausted = r.outcome == FUZZ_EXHAUSTED;
    vec_free(&constraints);
    literals_classes_free(&classes);
    return step;
}

enum { TABLE_LIMIT = 1024, FIRST_BATCH = 16 };

/* Calls a box at every point of a small domain; true when it is small. */
static bool table_of(closed *c, decl_id d)
{
    uint32_t arity = decl_arity(c->bank, d);
    uint64_t points = 1;
    for (uint32_t i = 0; i < arity && points; i++) {
        uint64_t size = sort_cardinality(c->bank, decl_domain(c->bank, d, i), TABLE_LIMIT);
        points = size && points * size <= TABLE_LIMIT ? points * size : 0;
    }
    if (!points)
        return false;
    vec_u32 values = {0}, starts = {0}, rows = {0};
    for (uint32_t i = 0; i < arity; i++) {
        vec_push(&starts, (uint32_t)values.n);
        value_enumerate(c->bank, decl_domain(c->bank, d, i), TABLE_LIMIT, &values);
    }
    vec_push(&starts, (uint32_t)values.n);
    size_t batch = FIRST_BATCH; /* more at once when that went well */
    for (uint64_t k = 0; k < points && !closed_over(c);) {
        vec_clear(&rows);
        uint64_t first = k, end = k + batch < points ? k + batch : points;
        for (; k < end; k++) {
            uint64_t rest = k;
            for (uint32_t i = 0; i < arity; i++) {
                uint32_t size = starts.at[i + 1] - starts.at[i];
                vec_push(&rows, values.at[starts.at[i] + rest % size]);
                rest /= size;
            }
        }
        bool quick = boxes_call_many(c->boxes, d, rows.at, (size_t)(end - first));
        batch = quick ? 4 * batch : 1;
    }
    closed_explain(c, "table: '%s' at all %llu points", symbol_text(c->bank, decl_name(c->bank, d)),
                   (unsigned long long)points);
    vec_free(&values);
    vec_free(&starts);
    vec_free(&rows);
    return true;
}

closed_step closed_tables(closed *c)
{
    bool any = false;
    for (size_t i = 0; i < c->box_decls.n; i++)
        any |= table_of(c, c->box_decls.at[i]);
    if (!any)
        return STEP_STUCK;
    return closed_active(c, 2);
}

static void set_up(closed *c, const term_id *assertions, size_t n)
{
    term_bank *b = c->bank;
    vec_u32 decls = {0};
    literals_split(b, assertions, n, &c->literals);
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
    for (size_t i = 0; i < c->literals.n; i++) {
        term_id guard = fresh_literal(b, "lit");
        vec_push(&c->guards, guard);
        engine_assert(c->smt, term_make2(b, OP_IMPLIES, guard, c->literals.at[i]));
        c->quantified_box |= literals_has_bound_box(b, c->boxes, c->literals.at[i]);
    }
}

static void solve_auto(closed *c)
{
    bool active = true, fuzz = true, loop = true;
    uint64_t budget = 20000;
    cdfl *l = cdfl_new(c);
    c->smt_seconds = 1;
    closed_step step = closed_active(c, 1);
    c->smt_seconds = 0;
    if (step != STEP_DECIDED)
        step = closed_tables(c);
    if (step != STEP_DECIDED)
        step = closed_surrogate(c, 4, 0.5);
    uint64_t limit = c->config->max_iterations;
    for (uint64_t round = 0; step != STEP_DECIDED && !closed_over(c); round++) {
        if (limit && round >= limit) {
            closed_answer(c, ENGINE_UNKNOWN, "iterations used up");
            break;
        }
        if (loop) {
            for (int i = 0; i < 4 && step != STEP_DECIDED; i++) {
                step = cdfl_iterate(l, budget);
                loop = step != STEP_STUCK;
                if (!loop)
                    break;
            }
        }
        if (step != STEP_DECIDED && fuzz) {
            step = closed_fuzz_all(c, budget * 4);
            fuzz = step != STEP_STUCK;
        }
        if (step != STEP_DECIDED) {
            /* The more when the fuzzer cannot take part. */
            double seconds = (double)(UINT64_C(1) << (round < 6 ? round : 6));
            step = closed_surrogate(c, 4, loop || fuzz ? seconds : 8 * seconds);
        }
        if (step != STEP_DECIDED && active) {
            step = closed_active(c, c->guess_open ? 2 : 8 << (round < 6 ? round : 6));
            active = step != STEP_STUCK;
        }
        if (step != STEP_DECIDED && !loop && !fuzz && !active)
            step = closed_answer(c, ENGINE_UNKNOWN,
                                 "the SMT engine gave up and the fuzzer cannot take part");
        budget = budget < UINT64_C(1) << 40 ? budget * 2 : budget;
    }
    cdfl_free(l);
}

static void solve_one(closed *c, closed_mode mode)
{
    closed_step step = STEP_GO_ON;
    uint64_t budget = 100000, rounds = 0, limit = c->config->max_iterations;
    cdfl *l = mode == CLOSED_CDFL ? cdfl_new(c) : NULL;
    while (step == STEP_GO_ON && !closed_over(c)) {
        if (limit && rounds++ >= limit) {
            closed_answer(c, ENGINE_UNKNOWN, "iterations used up");
            break;
        }
        if (mode == CLOSED_CDFL)
            step = cdfl_iterate(l, budget);
        else if (mode == CLOSED_FUZZ)
            step = closed_fuzz_all(c, budget);
        else
            step = closed_active(c, 1);
        budget = budget < UINT64_C(1) << 40 ? budget * 2 : budget;
    }
    if (step == STEP_STUCK)
        closed_answer(c, ENGINE_UNKNOWN,
                      mode == CLOSED_ACTIVE ? "the SMT engine has nothing new to propose"
                      : c->exhausted        ? "the fuzzer tried every input and found no model"
                                            : "the fuzzer cannot take these constraints");
    if (l)
        cdfl_free(l);
}

static engine *own_engine(term_bank *b, const engine_config *given, char **error)
{
    engine_config config = *given;
    config.want_models = config.want_cores = true;
    config.logic = 0;
    return engine_new(b, &config, error);
}

closed_result closed_solve(term_bank *b, box_set *boxes, const term_id *assertions, size_t n,
                           const closed_config *config, term_model *model)
{
    closed_result result = {.answer = ENGINE_UNKNOWN};
    closed c = {.bank = b, .boxes = boxes, .config = config, .result = &result, .model = model};
    c.smt = config->smt ? config->smt : own_engine(b, &config->engine, &result.reason);
    if (!c.smt)
        return result;
    engine_push(c.smt);
    c.fuzz = fuzz_stepper_new(b, boxes,
                              &(fuzz_step_config){.seed = config->seed,
                                                  .no_pool = config->no_pool,
                                                  .no_jit = config->no_jit,
                                                  .external = config->external});
    set_up(&c, assertions, n);
    if (config->mode == CLOSED_AUTO)
        solve_auto(&c);
    else
        solve_one(&c, config->mode);
    fuzz_stepper_free(c.fuzz);
    engine_pop(c.smt, 1);
    if (!config->smt)
        engine_free(c.smt);
    vec_free(&c.literals);
    vec_free(&c.guards);
    vec_free(&c.box_decls);
    vec_free(&c.box_guards);
    vec_free(&c.constants);
    vec_free(&c.guesses);
    return result;
}

void closed_result_free(closed_result *r)
{
    free(r->reason);
    r->reason = NULL;
}
