/* Lowering: operators that a solver's input language lacks, written with ones that it has. */
#ifndef TANDEM_SMTLIB_PRINT_LOWER_H
#define TANDEM_SMTLIB_PRINT_LOWER_H

#include "smtlib/print/printer.h"

/* Would this node be exchanged in the dialect, whatever its arguments are? */
bool smt_is_lowered(const term_bank *b, term_id t, smt_dialect dialect);
/* A term with the same value under every model, in the language of the dialect. Idempotent. */
term_id smt_lower(term_bank *b, term_id t, smt_dialect dialect);

#endif
