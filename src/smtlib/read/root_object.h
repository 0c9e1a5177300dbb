/* Algebraic numbers as z3 writes them: (root-obj (+ (* 3 (^ x 5)) (- 7)) 1). */
#ifndef TANDEM_SMTLIB_READ_ROOT_OBJECT_H
#define TANDEM_SMTLIB_READ_ROOT_OBJECT_H

#include "smtlib/format/format_tokens.h"
#include "term/value/value.h"

/* The value of the list that opens at token `open`; 0 if it is not of that form. */
value_id root_object_read(term_bank *b, const format_form *f, uint32_t open);

#endif
