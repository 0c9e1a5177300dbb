/* The shape of a formula: what is left of it when names and numbers are forgotten. Two reduced
 * formulas of one shape most likely show one defect. */
#ifndef TANDEM_SMTLIB_SCRIPT_SHAPE_H
#define TANDEM_SMTLIB_SCRIPT_SHAPE_H

#include "smtlib/script/formula.h"

/* Appends the operators that occur, each once, in alphabetical order, separated by spaces: "forall
 * * + re.++ (_ to_fp)"; and the sorts of its free declarations in braces, where only sorts tell
 * theories apart: "= {Array FloatingPoint}". What is not equal is distinct, so `not` is left out,
 * and `distinct` is "=". */
void finding_shape(term_bank *b, const formula *f, strbuf *out);
/* The same of a script; nothing is appended when it cannot be read. */
void finding_shape_of_text(const char *script, strbuf *out);

/* Do two shapes of reduced formulas most likely belong to one defect? When the one has all
 * operators of the other: what can be reduced no further in one place can be a little larger in
 * another. Connectives, ite and equality count for nothing, since a reduced formula needs some;
 * shapes of nothing else are alike. */
bool finding_shapes_alike(const char *a, const char *b);

#endif
