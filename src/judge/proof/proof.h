/* Proofs of unsatisfiability as a witness: what a solver printed behind its `unsat` for (get-proof), in the Alethe
 * format, checked by meaning; one that does not hold is a finding of its own kind, *wrong proof*. A step holds if its
 * clause follows from its premises, whatever its rule is called: our engine looks for values for which it does not, and
 * our evaluator confirms them. An assumption holds if it is an assertion of the script (or equivalent to one); those of
 * a subproof are for its inside only; the last clause is empty. Steps that name what the script does not declare (bound
 * variables of a context, Skolem terms) leave the proof open. Not here: who is to be asked for proofs (solver/family.h),
 * and what becomes of a wrong one (suspect.c, confirm.c). */
#ifndef TANDEM_JUDGE_PROOF_PROOF_H
#define TANDEM_JUDGE_PROOF_PROOF_H

#include <signal.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "judge/limits.h"

typedef enum proof_verdict {
    PROOF_NONE, /* there is none in the output */
    PROOF_GOOD, /* every step was checked */
    PROOF_WRONG,
    PROOF_OPEN /* it cannot be read, or a step could not be decided */
} proof_verdict;

typedef struct proof_report {
    proof_verdict verdict;
    size_t steps, decided;
    strbuf why; /* of WRONG: the step, and values; of OPEN: the reason; else "" */
} proof_report;

/* `script` is what the solver was asked, one check; `output` is what it printed. Limits NULL: the defaults. */
void proof_check(const char *script, const char *output, const hearing_limits *limits,
                 const volatile sig_atomic_t *interrupt, proof_report *report);
void proof_report_free(proof_report *report);

#endif
