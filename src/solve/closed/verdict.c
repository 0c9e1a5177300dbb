/* When an answer is one: models that hold of the real boxes, refutations whose facts were confirmed. */
#include "solve/closed/closed_impl.h"

#include "term/core/subst.h"
#include "term/core/walk.h"

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
    engine_limits limits = closed_limits(c, 0);
    engine_answer answer =
        c->quantified_box ? ENGINE_UNKNOWN : engine_check(c->smt, NULL, 0, &limits);
    engine_pop(c->smt, 1);
    term_subst_free(s);
    vec_free(&order);
    vec_free(&calls);
    vec_free(&stand_ins);
    return answer;
}

void closed_give_up_on(closed *c, decl_id d)
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

/* What the boxes behind these boxes answered is asked again. */
static bool confirm_behind(closed *c, size_t *unsure)
{
    *unsure = 0;
    return !c->config->n_behind ||
           boxes_confirm(c->boxes, c->config->behind, c->config->n_behind, unsure);
}

/* boxes_confirm, for the boxes behind these boxes too. */
static bool confirm(closed *c, const decl_id *decls, uint32_t n, size_t *unsure)
{
    size_t behind, direct = 0;
    bool same = confirm_behind(c, &behind);
    same &= boxes_confirm(c->boxes, decls, n, &direct);
    *unsure = behind + direct;
    return same;
}

/* The calls of the last model only: a search may have made thousands of others. */
static bool confirm_used(closed *c, size_t *unsure)
{
    size_t behind, direct = 0;
    bool same = confirm_behind(c, &behind);
    same &= boxes_confirm_calls(c->boxes, &c->used, &direct);
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
    closed_core_literals(c, core);
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
    if (c->avoid)
        model_forget(c->model, term_decl(c->bank, c->avoid));
}

bool closed_holds(closed *c, const term_vec *terms, eval_reason *why)
{
    eval_config config = {.complete = true, .call = closed_evaluate, .call_context = c};
    evaluator *e = eval_new(c->model, &config);
    bool good = true, wrong = false;
    vec_clear(&c->used);
    *why = EVAL_OK;
    for (size_t i = 0; i < terms->n; i++) { /* all of them: each call is a fact to learn */
        value_id v = eval_term(e, terms->at[i]);
        if (!v && *why == EVAL_OK)
            *why = eval_why(e);
        good &= value_is_true(v);
        wrong |= v && !value_is_true(v);
    }
    if (wrong)
        *why = EVAL_OK;
    eval_free(e);
    return good;
}

closed_step closed_try_model(closed *c)
{
    clean_model(c);
    if (!closed_holds(c, &c->literals, &c->why_not))
        return STEP_GO_ON;
    size_t unsure = 0;
    if (!confirm_used(c, &unsure))
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
    size_t unsure;
    confirm(c, c->box_decls.at, (uint32_t)c->box_decls.n, &unsure);
}
