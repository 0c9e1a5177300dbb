/* Asking solvers as witnesses: one question to one solver in a process of its own, and what it said
 * written down as a line of evidence. Inside of the judge. */
#ifndef TANDEM_JUDGE_HEARING_H
#define TANDEM_JUDGE_HEARING_H

#include "judge/judge.h"
#include "judge/model_report.h"
#include "smtlib/script/script.h"

typedef struct hearing {
    const judge_case *c;
    const judge_limits *limits;
    strbuf *evidence; /* may be NULL */
} hearing;

/* Asks about the case: with the text as it was found, or (text NULL, or a core is wanted) with the
 * formula in the solver's dialect. */
void hearing_ask(const hearing *h, solver *s, const char *options, const char *text,
                 script_want want, runner_result *result);
/* Asks about another formula in the solver's dialect. */
void hearing_ask_formula(const hearing *h, solver *s, const formula *f, script_want want,
                         runner_result *result);
/* SAT, UNSAT or UNKNOWN; NONE for everything that is no answer. */
answer hearing_answer(const runner_result *r);

/* Adds a line; "solver version: " stands before it if there is a solver. */
void hearing_note(const hearing *h, const solver *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds what it answered and in what time. */
void hearing_note_run(const hearing *h, const solver *s, const char *about, const runner_result *r);
/* All its answers, of a script with several checks. */
void hearing_note_answers(const hearing *h, const solver *s, const runner_result *r);

/* The same program in the same version: what one of them says does not support the other. */
bool hearing_same_program(const solver *a, const solver *b);

#endif
