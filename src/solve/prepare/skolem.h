/* Quantifiers over calls of closed boxes, taken out of formulas where one direction of their truth is all
 * that matters: below connectives. Equations and conditions with such quantifiers become two implications.
 *
 * "There is" becomes constants. "For all" becomes a Bool that stands for it, and is listed: who solves the
 * rest has to see that what is listed holds wherever its Bool is true. */
#ifndef TANDEM_SOLVE_PREPARE_SKOLEM_H
#define TANDEM_SOLVE_PREPARE_SKOLEM_H

#include "box/box.h"
#include "term/core/term.h"

typedef struct skolem_universal {
    term_id guard;      /* a Bool constant: if it is true, then … */
    term_id quantifier; /* … this holds (OP_FORALL), or does not hold (OP_EXISTS) */
    uint32_t origin;    /* number of the formula that it comes from */
} skolem_universal;

typedef struct skolem {
    vec_u32 constants; /* declarations that are ours */
    VEC(skolem_universal) universals;
} skolem;

/* The formula with constants in place of what exists, and, with `universals`, Bools in place of what holds
 * for all. Satisfiable, together with what is listed, iff it was; every model is one of it. */
term_id skolem_apply(term_bank *b, const box_set *boxes, skolem *s, term_id formula,
                     uint32_t origin, bool universals);
/* What the quantifier says of these values or terms of its variables, with its direction. */
term_id skolem_instance(term_bank *b, const skolem_universal *u, const term_id *values);
void skolem_free(skolem *s);

#endif
