/* Formulas over a program's variables as C expressions, and back. */
#ifndef TANDEM_PROVE_C_TEXT_H
#define TANDEM_PROVE_C_TEXT_H

#include "base/strbuf.h"
#include "ir/program.h"

/* Appends the expression. False when there is an operator that C has no word for: then it is the
 * SMT-LIB text. */
bool c_text_print(const ir_program *p, term_id t, strbuf *out);
/* The formula that a C expression means, in mathematical integers: variables, numbers, and the
 * operators ! - + * / % < <= > >= == != && || with parentheses. 0 with *error set. */
term_id c_text_read(const ir_program *p, const char *text, char **error);

#endif
