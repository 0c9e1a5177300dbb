/* The operators of the term language: one enum, generated from ops.def, and what the table says of
 * each. Meaning lives elsewhere (sortcheck.c, eval.c, the engines). */
#ifndef TANDEM_TERM_CORE_OP_H
#define TANDEM_TERM_CORE_OP_H

typedef enum term_op {
    OP_NONE,
#define OP(name, text, indices, signature) OP_##name,
#include "term/core/ops.def"
#undef OP
    OP_COUNT,
    OP_FIRST_EXTENSION = OP_PI
} term_op;

/* The SMT-LIB 2.7 name ("" where there is none) and the enum's own name, for messages. */
const char *term_op_text(term_op op);
const char *term_op_name(term_op op);
/* How many indices stand before the arguments. */
unsigned term_op_indices(term_op op);

#endif
