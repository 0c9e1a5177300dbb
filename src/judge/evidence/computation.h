/* The computation behind a verdict: what each operator of a small formula comes to under a model, so that a reader can
 * check by hand who is wrong. Lines of evidence; of large formulas there are none. */
#ifndef TANDEM_JUDGE_EVIDENCE_COMPUTATION_H
#define TANDEM_JUDGE_EVIDENCE_COMPUTATION_H

#include "judge/hearing.h"

/* Adds the values of the constants and of all closed subterms under the model (NULL: nothing is free), operators with their
 * arguments' values. True: lines were added. What has no value has no line. */
bool computation_note(const hearing *h, const formula *f, const term_model *m);

#endif
