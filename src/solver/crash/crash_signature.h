/* Crashes of solvers: did one happen, of which kind, and is it the same one as another?
 *
 * A signature is equal for two runs that show the same defect, whatever formula showed it: the
 * message of a broken assertion or an exception, the kind and the innermost frames of a sanitizer's
 * report, else the signal and the stack; without numbers, addresses, quoted names and folders. */
#ifndef TANDEM_SOLVER_CRASH_CRASH_SIGNATURE_H
#define TANDEM_SOLVER_CRASH_CRASH_SIGNATURE_H

#include "base/strbuf.h"
#include "solver/runner.h"

typedef enum crash_kind {
    CRASH_NONE,
    CRASH_SANITIZER, /* a memory error, or undefined behaviour, as a sanitizer reports it */
    CRASH_ASSERTION, /* the solver found itself at fault, or ended by an exception */
    CRASH_SIGNAL     /* without words */
} crash_kind;

/* Also when answers came before it. Running out of memory or time is no crash. */
crash_kind crash_of(const runner_result *r);
/* Where a text that tells of a crash begins in what a solver printed; NULL: nowhere. What looks
 * like a part of a model does not count. */
const char *crash_text(const char *out, const char *err, crash_kind *kind);
/* The solver ends at a place that its authors have not written yet, or was built without: no
 * crash. */
bool crash_is_refusal(const char *out, const char *err);
/* Adds the signature and a line to show; nothing for CRASH_NONE. */
void crash_signature(const runner_result *r, strbuf *out);
void crash_message(const runner_result *r, strbuf *out);
/* Adds one line of a message as it is the same for all formulas: each number, address and quoted
 * name becomes #, each path its last part. For errors ("(error …)") as well. */
void crash_normalise(const char *message, strbuf *out);

#endif
