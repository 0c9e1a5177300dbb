/* The confirmation of one finding: the accused, and the other programs as witnesses. Inside of the
 * judge; the rules are in judge.h. */
#ifndef TANDEM_JUDGE_CONFIRMATION_H
#define TANDEM_JUDGE_CONFIRMATION_H

#include "judge/hearing.h"

typedef struct confirmation {
    hearing h;
    finding *f;
    solver *accused;      /* in a process of its own for each question */
    VEC(solver *) others; /* other programs, likewise */
    bool disputed;
    bool computed;        /* the evidence has a computation */
    script_want question; /* with which its answer came again */
} confirmation;

/* False, with the reason noted: there is no such solver any more. */
bool confirmation_open(confirmation *t, solver *const *solvers, size_t n);
void confirmation_close(confirmation *t);
/* Notes a reason and says no: in doubt a suspicion is dropped. */
bool confirmation_dismiss(confirmation *t, const char *reason);
/* The same, but it is kept for a human being to look at: who is wrong cannot be told here. */
bool confirmation_dispute(confirmation *t, const char *reason);

/* The accused again, as it was found. */
void confirmation_ask_accused(confirmation *t, script_want want, runner_result *r);
/* Twice more, since what comes and goes can be neither judged nor reduced. The last run is in
 * *last in any case. */
bool confirmation_answers_twice(confirmation *t, script_want want, runner_result *last);
/* The same, with another question if it does not come with this one: a solver may be wrong only
 * where models or cores are wanted. The finding's script becomes the one that shows it. */
bool confirmation_answers_again(confirmation *t, script_want first, runner_result *last);
/* The finding's script becomes one with this question. */
void confirmation_keep_question(confirmation *t, script_want want);
/* What a solver says of the formula with a model put in. */
answer confirmation_ask_instance(confirmation *t, solver *s, const formula *instance);
/* Notes what each operator comes to under the model, once, if the formula is small. */
void confirmation_compute(confirmation *t, const term_model *m);
/* Notes what our evaluator said. */
void confirmation_note_model(confirmation *t, const model_report *report);
/* Is other i the first of its lineage? Only those are counted. */
bool confirmation_counts(const confirmation *t, size_t i);

/* What the others say about the case. */
typedef struct confirmation_witnesses {
    size_t sat, unsat; /* lineages, each counted once */
    bool holds;        /* a model of theirs is confirmed by our evaluator */
    answer accused;    /* what the accused itself says with a model put in */
} confirmation_witnesses;
confirmation_witnesses confirmation_hear_others(confirmation *t);
/* What all say about the formula with `m` put in, which is easy. */
confirmation_witnesses confirmation_hear_instance(confirmation *t, const term_model *m);

/* Each says whether the accusation stands, and notes why not. They may change the finding's kind to
 * what is certain. */
bool confirm_answer(confirmation *t);
bool confirm_model(confirmation *t);
bool confirm_core(confirmation *t);
/* A sat whose answer is not in question: is this model wrong? */
bool confirm_model_report(confirmation *t, const model_report *report);

#endif
