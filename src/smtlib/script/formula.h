/* A formula in memory: a logic and assertions in a bank. What solvers are tested with, what the
 * reducer shrinks, what the racers mutate.
 *
 * Declarations are found in the terms; nothing else of a script is kept. A formula that was made
 * between bank_mark and bank_release is gone with its terms. */
#ifndef TANDEM_SMTLIB_SCRIPT_FORMULA_H
#define TANDEM_SMTLIB_SCRIPT_FORMULA_H

#include "base/strbuf.h"
#include "smtlib/print/printer.h"
#include "term/core/term.h"

typedef struct formula {
    symbol_id logic; /* 0: the script names none */
    term_vec assertions;
} formula;

/* What is asserted at the first check-sat (with the assumptions of check-sat-assuming), or at the
 * end of a script without one. Each formula has names of its own, also in a shared bank. False with
 * *error set (caller frees), as "file:line:column: message". */
bool formula_read(term_bank *b, const char *path, formula *f, char **error);
bool formula_parse(term_bank *b, const char *name, const char *text, size_t n, formula *f,
                   char **error);
void formula_copy(formula *to, const formula *from);
void formula_free(formula *f);

/* Different subterms of all assertions together: the size that reduction lowers. */
size_t formula_size(const term_bank *b, const formula *f);
/* Sorts, declarations, assertions and (check-sat), one command on a line. With `extra` commands
 * before the set-logic ("(set-option …)") and after the check-sat ("(get-model)"); NULL: none. */
void formula_print(term_bank *b, const formula *f, smt_dialect dialect, const char *before,
                   const char *after, strbuf *out);

#endif
