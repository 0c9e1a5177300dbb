/* Answers: sat for unsat, or the other way round. */
#include "judge/suspicion.h"
#include "judge/confirmation.h"

static bool is_expected(const confirmation *t, answer a)
{
    const judge_case *c = t->h.c;
    if (c->expected != a || c->certain == CERTAIN_NOTHING)
        return false;
    hearing_note(&t->h, NULL, "%s is expected (%s)", answer_name(a), certainty_name(c->certain));
    return true;
}

/* It calls the formula unsatisfiable, and satisfiable with these values put in. */
static bool contradicts_itself(const confirmation *t)
{
    hearing_note(&t->h, NULL, "the accused contradicts itself");
    return true;
}

static bool confirm_unsat_is_wrong(confirmation *t)
{
    runner_result again;
    bool same = confirmation_answers_again(t, SCRIPT_ANSWER, &again);
    runner_result_free(&again);
    if (!same)
        return false;
    bool certified = model_certifies(t->h.c);
    if (certified)
        hearing_note(&t->h, NULL, "our evaluator confirms the model it was made with");
    if (certified)
        confirmation_compute(t, t->h.c->model);
    confirmation_witnesses put = confirmation_hear_instance(t, t->h.c->model);
    if (put.accused == ANSWER_SAT)
        return contradicts_itself(t);
    confirmation_witnesses w = confirmation_hear_others(t);
    if (w.holds)
        return true;
    if (w.accused == ANSWER_SAT)
        return contradicts_itself(t);
    if (certified)
        return w.sat || put.sat || !(w.unsat + put.unsat) ||
               confirmation_dispute(t, "our evaluator stands alone against all solvers");
    if (is_expected(t, ANSWER_SAT) && ((w.sat && !w.unsat) || (put.sat && !put.unsat)))
        return true;
    if (put.sat || w.sat)
        return confirmation_dispute(t, "no model is one that our evaluator can confirm");
    return confirmation_dismiss(t, "nobody has a model that our evaluator confirms");
}

static bool sat_is_wrong(confirmation *t, const model_report *report)
{
    if (report->verdict == MODEL_TRUE)
        return confirmation_dismiss(t, "the model of the accused holds");
    confirmation_witnesses w = confirmation_hear_others(t);
    if (w.holds)
        return confirmation_dismiss(t, "the formula is satisfiable");
    bool is_false = report->verdict == MODEL_FALSE;
    if (is_false && !report->by_engine && !judge_has_choice(t->h.c)) {
        hearing_note(&t->h, NULL, "nothing is free in the formula: it is false");
        return !w.sat || w.unsat ||
               confirmation_dispute(t, "our evaluator stands alone against all solvers");
    }
    bool expected = is_expected(t, ANSWER_UNSAT);
    /* an expectation that is our evaluator's own is not supported by its saying so again */
    bool other = is_false && t->h.c->certain != CERTAIN_EVALUATION;
    if (!w.sat && expected && (w.unsat || other))
        return true;
    /* votes alone convict nobody: the accused must have nothing to show */
    bool empty = report->verdict == MODEL_NONE || (is_false && !report->by_engine);
    if (!w.sat && w.unsat >= 2 && empty)
        return true;
    if (!is_false)
        return w.unsat ? confirmation_dispute(t, "others say unsat, and nothing else shows it")
                       : confirmation_dismiss(t, "nobody else says unsat");
    t->f->kind = FINDING_MODEL;
    t->f->expected = ANSWER_SAT;
    return confirm_model_report(t, report);
}

/* A script with several checks: another program answers it as expected, and none otherwise. */
static bool confirm_script(confirmation *t)
{
    const answer_list *each = t->h.c->each;
    size_t support = 0, against = 0;
    runner_result r;
    for (int i = 0; i < 2; i++) {
        confirmation_ask_accused(t, SCRIPT_ANSWER, &r);
        size_t wrong = suspicion_wrong_check(each, &r.answers);
        runner_result_free(&r);
        if (wrong == SIZE_MAX)
            return confirmation_dismiss(t, "the wrong answer did not come again");
    }
    for (size_t i = 0; i < t->others.n; i++) {
        hearing_ask(&t->h, t->others.at[i], NULL, t->h.c->text, SCRIPT_ANSWER, &r);
        hearing_note_answers(&t->h, t->others.at[i], &r);
        bool contrary = suspicion_wrong_check(each, &r.answers) != SIZE_MAX;
        against += contrary;
        support += !contrary && r.answers.n == each->n && r.verdict != RUNNER_UNKNOWN;
        runner_result_free(&r);
    }
    if (against)
        return confirmation_dismiss(t, "another solver contradicts the expectation");
    return support || confirmation_dismiss(t, "no other solver answers all checks");
}

bool confirm_answer(confirmation *t)
{
    if (t->h.c->each)
        return confirm_script(t);
    if (t->f->got == ANSWER_UNSAT)
        return confirm_unsat_is_wrong(t);
    runner_result again;
    bool wrong = confirmation_answers_again(t, SCRIPT_MODEL, &again);
    if (wrong) {
        model_report report;
        bool asked = t->question == SCRIPT_MODEL && again.output;
        model_report_make(&report, t->h.c, asked ? again.output : "", t->h.limits->interrupt);
        confirmation_note_model(t, &report);
        wrong = sat_is_wrong(t, &report);
        model_report_free(&report);
    }
    runner_result_free(&again);
    return wrong;
}
