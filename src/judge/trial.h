/* A trial: one finding, the accused, and the other programs as witnesses. Inside of the judge; the
 * rules are in judge.h. */
#ifndef TANDEM_JUDGE_TRIAL_H
#define TANDEM_JUDGE_TRIAL_H

#include "judge/hearing.h"

typedef struct trial {
    hearing h;
    finding *f;
    solver *accused;      /* in a process of its own for each question */
    VEC(solver *) others; /* other programs, likewise */
} trial;

/* False, with the reason noted: there is no such solver any more. */
bool trial_open(trial *t, solver *const *solvers, size_t n);
void trial_close(trial *t);
/* Notes a reason and says no: in doubt a suspicion is dropped. */
bool trial_dismiss(trial *t, const char *reason);

/* The accused again, as it was found. */
void trial_ask_accused(trial *t, script_want want, runner_result *r);
/* Twice more, since what comes and goes can be neither judged nor reduced. The last run is in
 * *last in any case. */
bool trial_answers_again(trial *t, script_want want, runner_result *last);
/* What a solver says of the formula with a model put in. */
answer trial_ask_instance(trial *t, solver *s, const formula *instance);
/* Notes what our evaluator said. */
void trial_note_model(trial *t, const model_report *report);
/* Is other i the first of its program? Only those are counted. */
bool trial_counts(const trial *t, size_t i);

/* What the others say about the case. */
typedef struct trial_witnesses {
    size_t sat, unsat; /* programs, each counted once */
    bool holds;        /* a model of theirs is confirmed by our evaluator */
    bool accused_sat;  /* with one of their models put in, the accused itself says sat */
} trial_witnesses;
trial_witnesses trial_hear_others(trial *t);

/* Each says whether the accusation stands, and notes why not. They may change the finding's kind to
 * what is certain. */
bool confirm_answer(trial *t);
bool confirm_model(trial *t);
bool confirm_core(trial *t);
/* A sat whose answer is not in question: is this model wrong? */
bool confirm_model_report(trial *t, const model_report *report);

#endif
