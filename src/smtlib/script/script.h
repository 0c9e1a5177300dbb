/* Scripts as solvers are asked them: a formula, or a text that is there already, with a question
 * for a model or a core behind its last check; and where the reply to that question begins. */
#ifndef TANDEM_SMTLIB_SCRIPT_SCRIPT_H
#define TANDEM_SMTLIB_SCRIPT_SCRIPT_H

#include "smtlib/script/formula.h"

/* REASON: why an answer is unknown. */
typedef enum script_want {
    SCRIPT_ANSWER,
    SCRIPT_MODEL,
    SCRIPT_CORE,
    SCRIPT_REASON,
    SCRIPT_PROOF
} script_want;

/* What the question needs before the script and behind it; "" where nothing. */
const char *script_before(script_want want);
const char *script_after(script_want want);
/* For a core every assertion gets a name, which script_core reads back. */
void script_print(term_bank *b, const formula *f, smt_dialect dialect, script_want want,
                  strbuf *out);
/* The text up to its last check (or the `most`th, if that is not 0), without what it asks of its
 * own (get-…, echo, exit), with (get-model) for SCRIPT_MODEL; assertions of a text have no names,
 * so there are no cores. Returns the number of checks; 0: it has none, or it is no list of
 * commands. */
size_t script_extend(const char *text, size_t most, script_want want, strbuf *out);

/* What stands behind the last answer of a solver's output; "" when nothing does, or an error. */
const char *script_reply(const char *output);
/* The positions of the assertions that a core names, in the order of their assertion; false: the
 * output has no core of ours. */
bool script_core(const char *output, size_t assertions, vec_u32 *positions);

#endif
