/* The input languages of the solvers: what each lacks or spells differently (dialect.def). */
#ifndef TANDEM_SMTLIB_PRINT_DIALECT_H
#define TANDEM_SMTLIB_PRINT_DIALECT_H

#include "smtlib/print/printer.h"

typedef enum smt_support {
    SUPPORT_FULL,
    SUPPORT_BINARY, /* two arguments only */
    SUPPORT_LOWER,  /* lower.c knows how to do without */
    SUPPORT_NONE
} smt_support;

smt_support smt_dialect_support(term_op op, smt_dialect dialect);
/* The name of the operator in the dialect. */
const char *smt_dialect_spelling(term_op op, smt_dialect dialect);

/* Whether tuples are there without being declared. */
static inline bool smt_dialect_has_tuples(smt_dialect dialect)
{
    return dialect == DIALECT_STANDARD || dialect == DIALECT_CVC5;
}

#endif
