/* What our evaluator says of a model that a solver printed.
 *
 * Prefers "undetermined" to an accusation: a model is false only if an assertion is false whatever
 * the model leaves out and whatever underspecified operators mean, also where the solver itself
 * gave them a meaning. */
#ifndef TANDEM_JUDGE_MODEL_REPORT_H
#define TANDEM_JUDGE_MODEL_REPORT_H

#include "judge/judge.h"

typedef struct model_report {
    model_verdict verdict;
    bool by_engine;    /* FALSE rests on an SMT engine's word about underspecified operators */
    term_id assertion; /* the false one; 0: the model is circular, or nothing is false */
    strbuf why;        /* one line; "" for TRUE */
    term_model *model; /* what it says of free declarations; NULL: none that can be read */
} model_report;

/* The report's terms live in the case's bank, in what is created by this call. */
void model_report_make(model_report *r, const judge_case *c, const char *output,
                       const volatile sig_atomic_t *interrupt);
void model_report_free(model_report *r);
/* Does the case carry a model that makes all its assertions true? */
bool model_certifies(const judge_case *c);

/* The formula with a model put in: constants and functions become what the model says, what it
 * leaves out stays free, underspecified operators stay open. False: a value cannot be written in
 * SMT-LIB (elements of declared sorts, irrational numbers), or a definition is in the way. */
bool model_instance(term_bank *b, const formula *f, const term_model *m, formula *instance);

#endif
