#include "judge/label.h"

static bool is_first_of_lineage(const judge_run *runs, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (runs[k].result.verdict == runs[i].result.verdict &&
            solver_same_lineage(runs[k].solver, runs[i].solver))
            return false;
    return true;
}

bool label_is_doubtful(const judge_case *c, const judge_run *runs, size_t n, strbuf *why)
{
    size_t unsat = 0;
    const solver *model_of = NULL;
    for (size_t i = 0; i < n && !model_of; i++) {
        const runner_result *r = &runs[i].result;
        if (r->verdict == RUNNER_UNSAT)
            unsat += is_first_of_lineage(runs, i);
        else if (r->verdict == RUNNER_SAT && judge_model(c, r->output, NULL) == MODEL_TRUE)
            model_of = runs[i].solver;
    }
    if (c->expected == ANSWER_UNSAT && model_of)
        strbuf_printf(why, "the label is unsat, but our evaluator confirms a model of %s",
                      solver_text(model_of));
    else if (c->expected == ANSWER_SAT && unsat >= 2 && !model_of)
        strbuf_printf(why, "the label is sat, but %zu solvers of different descent say unsat",
                      unsat);
    else
        return false;
    return true;
}
