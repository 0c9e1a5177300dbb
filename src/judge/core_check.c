#include "judge/core_check.h"

bool core_is_refuted(const hearing *h, solver *witness, const vec_u32 *core)
{
    const formula *whole = h->c->formula;
    formula part = {.logic = whole->logic};
    for (size_t i = 0; i < core->n; i++)
        vec_push(&part.assertions, whole->assertions.at[core->at[i]]);
    runner_result r;
    hearing_ask_formula(h, witness, &part, SCRIPT_MODEL, &r);
    bool refuted = false;
    if (r.verdict == RUNNER_SAT && r.output) {
        judge_case c = {.bank = h->c->bank, .formula = &part};
        model_report report;
        model_report_make(&report, &c, r.output, h->limits->interrupt);
        refuted = report.verdict == MODEL_TRUE;
        model_report_free(&report);
    }
    hearing_note_run(h, witness, "of the core alone: ", &r);
    if (refuted)
        hearing_note(h, NULL, "our evaluator confirms its model of the core");
    runner_result_free(&r);
    formula_free(&part);
    return refuted;
}
