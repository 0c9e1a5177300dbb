/* Findings of a campaign made small: what must stay true of them is what the judge found.
 *
 * The expectation of the original says nothing about a smaller formula, so every candidate is
 * adjudicated anew. Cheap questions come first: the accused solver, since most candidates do not
 * show the defect any more; then a witness. */
#ifndef TANDEM_REDUCE_CHECK_FINDING_PREDICATE_H
#define TANDEM_REDUCE_CHECK_FINDING_PREDICATE_H

#include "judge/judge.h"
#include "smtlib/script/script.h"
#include "reduce/formula/reduce.h"

typedef struct finding_predicate {
    const finding *finding;
    solver *const *solvers; /* all, the accused among them (found by its command) */
    size_t n;
    judge_limits limits;
    const reduce_limits *bounds; /* NULL: the defaults */
    const char *model; /* of the original, as a solver says it: "sat", then the model; or NULL */
    /* inside: */
    solver *accused; /* in a process for each formula */
    solver **others; /* other programs, the same; who was useful last comes first */
    size_t n_others;
    smt_dialect dialect; /* how candidates are written for the accused */
    script_want want;    /* what is asked beside the answer */
} finding_predicate;

/* Finds the accused; false: it is not among the solvers. */
bool finding_predicate_init(finding_predicate *k);
void finding_predicate_free(finding_predicate *k);
/* The same kind of finding, by the same solver, with the same signature where messages make it:
 *   unsat that should be sat: our evaluator confirms the model of the original, or of another
 *     solver;
 *   sat that should be unsat: no model of the accused holds, nobody else says sat, and two others
 *     say unsat, or one and our evaluator rejects the model of the accused;
 *   everything else: as judge_confirm has it. */
reduce_verdict finding_predicate_check(void *context, term_bank *b, const formula *candidate);

/* Reduces a confirmed finding, at most so many seconds (0: no limit), and fills in `reduced` and
 * the evidence for it; its state becomes REDUCED. What cannot be made smaller is `reduced` as it
 * is; where the defect does not show again nothing is reduced, and it stays CONFIRMED. `model` as in finding_predicate; `bounds`: NULL: the defaults. */
void finding_reduce(finding *f, solver *const *solvers, size_t n, const char *model,
                    const judge_limits *limits, const reduce_limits *bounds, double seconds);

#endif
