/* Is the label of a seed to be trusted? What solvers say of the seed itself decides. */
#ifndef TANDEM_JUDGE_LABEL_H
#define TANDEM_JUDGE_LABEL_H

#include "judge/judge.h"

/* True if the label (c->expected) is doubtful, with the reason on one line: `unsat`, and our
 * evaluator confirms a model; or `sat`, two solvers of different lineages say unsat, and no model is confirmed. The runs
 * are of the seed alone, with models asked for. */
bool label_is_doubtful(const judge_case *c, const judge_run *runs, size_t n, strbuf *why);

#endif
