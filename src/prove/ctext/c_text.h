/* Formulas over a program's variables as C expressions, and back. */
#ifndef TANDEM_PROVE_CTEXT_C_TEXT_H
#define TANDEM_PROVE_CTEXT_C_TEXT_H

#include "base/strbuf.h"
#include "program/program.h"

/* Appends the expression. False when there is an operator that C has no word for: then it is the
 * SMT-LIB text. */
bool c_text_print(const ir_program *p, term_id t, strbuf *out);
/* Appends a value of a type: a number as C reads it there, an array as {its elements}. */
void c_text_value(const ir_program *p, const ir_type *type, value_id v, strbuf *out);
/* Appends the conjunction, "1" when there are none; false as above. */
bool c_text_conjunction(const ir_program *p, const term_vec *conjuncts, strbuf *out);
/* The formula that a C expression means in the program's model: variables, members, elements,
 * numbers, casts, all operators without side effects, and in front "forall k:" for all indices. 0
 * with *error set. */
term_id c_text_read(const ir_program *p, const char *text, char **error);

#endif
