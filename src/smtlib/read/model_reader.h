/* Reading what solvers answer: models in the formats of z3, cvc5 and cvc4, and get-value replies.
 */
#ifndef TANDEM_SMTLIB_READ_MODEL_READER_H
#define TANDEM_SMTLIB_READ_MODEL_READER_H

#include "smtlib/read/symtab.h"
#include "term/value/model.h"

/* What libz3 calls the constant or function whose name is the empty symbol. */
#define MODEL_EMPTY_NAME "tandem!empty"

/* Adds the definitions in `text` to the model. Names are looked up in `decls` (what was sent to the
 * solver; printed names are the symbols). Helper functions of the solver (k!0, as-array) are read
 * too. Returns false with *error set (caller frees) when the text is not a model. Definitions of
 * names that are not in `decls` and not an underspecified operator's are kept only as helpers. */
bool smt_read_model(term_bank *b, const vec_u32 *decls, const char *text, term_model *m,
                    char **error);
/* ((term value) …): the values in the order of the reply. */
bool smt_read_values(term_bank *b, const vec_u32 *decls, const char *text, value_id *values,
                     size_t n, char **error);

#endif
