/* Wrong models and wrong cores. */
#include "judge/core_check.h"
#include "judge/confirmation.h"

/* The formula with the model put in goes to everybody, and is easy: where our evaluator rejects the
 * model nobody's word saves it unless all others accept it; where it cannot tell, the accused itself
 * has to reject the model, and another. */
bool confirm_model_report(confirmation *t, const model_report *report)
{
    bool sure = report->verdict == MODEL_FALSE && !report->by_engine;
    confirmation_witnesses w = confirmation_hear_instance(t, report->model);
    bool own = w.accused == ANSWER_UNSAT;
    if (sure && (own || w.unsat || !w.sat))
        return true;
    if (sure)
        return confirmation_dispute(t, "our evaluator rejects the model, another solver does not");
    if (w.sat)
        return confirmation_dismiss(t, "another solver finds nothing wrong with the model");
    if (own && w.unsat)
        return true;
    return own || w.unsat ? confirmation_dispute(
                                t, "our evaluator cannot tell, and votes alone decide nothing")
                          : confirmation_dismiss(t, "nobody says that the model is wrong");
}

bool confirm_model(confirmation *t)
{
    runner_result again;
    bool wrong = confirmation_answers_twice(t, SCRIPT_MODEL, &again);
    if (wrong) {
        model_report report;
        model_report_make(&report, t->h.c, again.output ? again.output : "",
                          t->h.limits->interrupt);
        confirmation_note_model(t, &report);
        if (report.verdict == MODEL_NONE || report.verdict == MODEL_TRUE)
            wrong = confirmation_dismiss(t, "the wrong model did not come again");
        else
            wrong = confirm_model_report(t, &report);
        finding_set(&t->f->message, report.why.text);
        model_report_free(&report);
    }
    runner_result_free(&again);
    return wrong;
}

bool confirm_core(confirmation *t)
{
    runner_result again;
    vec_u32 core = {0};
    confirmation_ask_accused(t, SCRIPT_CORE, &again);
    bool wrong = false;
    if (again.verdict == RUNNER_UNSAT && again.output &&
        script_core(again.output, t->h.c->formula->assertions.n, &core)) {
        for (size_t i = 0; i < t->others.n && !wrong; i++)
            wrong = core_is_refuted(&t->h, t->others.at[i], &core);
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "the core of %zu assertions out of %zu is satisfiable", core.n,
                      t->h.c->formula->assertions.n);
        finding_set(&t->f->message, message.text);
        strbuf_free(&message);
    }
    runner_result_free(&again);
    vec_free(&core);
    return wrong ||
           confirmation_dismiss(t, "nobody has a model of the core that our evaluator confirms");
}
