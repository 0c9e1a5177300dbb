#include "judge/confirmation.h"

#include <string.h>

#include "judge/evidence/computation.h"

bool confirmation_dismiss(confirmation *t, const char *reason)
{
    hearing_note(&t->h, NULL, "dismissed: %s", reason);
    return false;
}

bool confirmation_dispute(confirmation *t, const char *reason)
{
    hearing_note(&t->h, NULL, "disputed: %s", reason);
    t->disputed = true;
    return false;
}

answer confirmation_ask_instance(confirmation *t, solver *s, const formula *instance)
{
    runner_result r;
    hearing_ask_formula(&t->h, s, instance, SCRIPT_ANSWER, &r);
    hearing_note_run(&t->h, s, "with this model put in: ", &r);
    answer a = hearing_answer(&r);
    runner_result_free(&r);
    return a;
}

/* A model that our evaluator cannot judge is put to the accused itself. */
static answer ask_accused_about(confirmation *t, const model_report *report)
{
    formula instance;
    if (!report->model || !model_instance(t->h.c->bank, t->h.c->formula, report->model, &instance))
        return ANSWER_NONE;
    answer a = confirmation_ask_instance(t, t->accused, &instance);
    formula_free(&instance);
    return a;
}

void confirmation_compute(confirmation *t, const term_model *m)
{
    t->computed = t->computed || computation_note(&t->h, t->h.c->formula, m);
}

void confirmation_note_model(confirmation *t, const model_report *report)
{
    static const char *const texts[] = {
        [MODEL_NONE] = "no model can be had",
        [MODEL_TRUE] = "our evaluator confirms its model",
        [MODEL_FALSE] = "our evaluator rejects its model",
        [MODEL_UNDETERMINED] = "our evaluator cannot judge its model",
    };
    hearing_note(&t->h, NULL, "%s%s%s", texts[report->verdict], report->why.n ? ": " : "",
                 report->why.text);
    if (report->verdict == MODEL_TRUE || report->verdict == MODEL_FALSE)
        confirmation_compute(t, report->model);
}

static void hear_model(confirmation *t, const runner_result *r, confirmation_witnesses *w)
{
    model_report report;
    model_report_make(&report, t->h.c, r->output ? r->output : "", t->h.limits->interrupt);
    confirmation_note_model(t, &report);
    w->holds |= report.verdict == MODEL_TRUE;
    if (report.verdict == MODEL_UNDETERMINED && t->f->got == ANSWER_UNSAT &&
        w->accused != ANSWER_SAT)
        w->accused = ask_accused_about(t, &report);
    model_report_free(&report);
}

bool confirmation_counts(const confirmation *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (solver_same_lineage(t->others.at[k], t->others.at[i]))
            return false;
    return true;
}

confirmation_witnesses confirmation_hear_instance(confirmation *t, const term_model *m)
{
    confirmation_witnesses w = {0};
    formula instance;
    if (!m || !model_instance(t->h.c->bank, t->h.c->formula, m, &instance))
        return w;
    w.accused = confirmation_ask_instance(t, t->accused, &instance);
    for (size_t i = 0; i < t->others.n; i++) {
        answer a = confirmation_ask_instance(t, t->others.at[i], &instance);
        if (confirmation_counts(t, i)) {
            w.sat += a == ANSWER_SAT;
            w.unsat += a == ANSWER_UNSAT;
        }
    }
    formula_free(&instance);
    return w;
}

confirmation_witnesses confirmation_hear_others(confirmation *t)
{
    confirmation_witnesses w = {0};
    for (size_t i = 0; i < t->others.n; i++) {
        runner_result r;
        hearing_ask(&t->h, t->others.at[i], NULL, NULL, SCRIPT_MODEL, &r);
        hearing_note_run(&t->h, t->others.at[i], "", &r);
        answer a = hearing_answer(&r);
        if (a == ANSWER_SAT)
            hear_model(t, &r, &w);
        if (confirmation_counts(t, i)) {
            w.sat += a == ANSWER_SAT;
            w.unsat += a == ANSWER_UNSAT;
        }
        runner_result_free(&r);
    }
    return w;
}

void confirmation_ask_accused(confirmation *t, script_want want, runner_result *r)
{
    hearing_ask(&t->h, t->accused, t->f->options, t->h.c->text, want, r);
    if (t->h.c->each)
        hearing_note_answers(&t->h, t->accused, r);
    else
        hearing_note_run(&t->h, t->accused, "again: ", r);
}

static bool comes_twice(confirmation *t, script_want want, runner_result *last)
{
    confirmation_ask_accused(t, want, last);
    if (hearing_answer(last) != t->f->got)
        return false;
    runner_result_free(last);
    confirmation_ask_accused(t, want, last);
    return hearing_answer(last) == t->f->got;
}

bool confirmation_answers_twice(confirmation *t, script_want want, runner_result *last)
{
    return comes_twice(t, want, last) || confirmation_dismiss(t, "the answer did not come again");
}

void confirmation_keep_question(confirmation *t, script_want want)
{
    strbuf text = STRBUF_INIT;
    if (want == SCRIPT_CORE || !script_extend(t->f->formula, 0, want, &text)) {
        strbuf_clear(&text);
        script_print(t->h.c->bank, t->h.c->formula, solver_dialect(t->accused), want, &text);
    }
    finding_set(&t->f->formula, text.text);
    strbuf_free(&text);
}

bool confirmation_answers_again(confirmation *t, script_want first, runner_result *last)
{
    t->question = first;
    if (comes_twice(t, first, last))
        return true;
    for (script_want want = SCRIPT_ANSWER; want <= SCRIPT_CORE; want++) {
        if (want == first)
            continue;
        runner_result_free(last);
        if (comes_twice(t, want, last)) {
            t->question = want;
            confirmation_keep_question(t, want);
            return true;
        }
    }
    return confirmation_dismiss(t, "the answer did not come again");
}

bool confirmation_open(confirmation *t, solver *const *solvers, size_t n)
{
    const solver *accused = NULL;
    for (size_t i = 0; i < n && !accused; i++)
        if (!strcmp(solver_text(solvers[i]), t->f->solver))
            accused = solvers[i];
    if (!accused)
        return confirmation_dismiss(t, "there is no such solver any more");
    t->accused = solver_fresh(accused);
    for (size_t i = 0; i < n; i++)
        if (!hearing_same_program(solvers[i], accused))
            vec_push(&t->others, solver_fresh(solvers[i]));
    return true;
}

void confirmation_close(confirmation *t)
{
    for (size_t i = 0; i < t->others.n; i++)
        solver_free(t->others.at[i]);
    vec_free(&t->others);
    solver_free(t->accused);
    t->accused = NULL;
}
