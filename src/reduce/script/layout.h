/* How reduced scripts are written. */
#ifndef TANDEM_REDUCE_SCRIPT_LAYOUT_H
#define TANDEM_REDUCE_SCRIPT_LAYOUT_H

#include "smtlib/script/formula.h"

/* The formula, one command on a line, without `let` where it is small. `before` and `after` as for
 * formula_print. */
void layout_formula(term_bank *b, const formula *f, smt_dialect dialect, const char *before,
                    const char *after, strbuf *out);
/* The text for reading: one command on a line where it fits, and in any case if that makes a long
 * script a short one. Only white space differs. */
void layout_script(const strbuf *text, strbuf *out);

#endif
