/* A formula over other sorts or with other names: every declaration, variable and literal is made
 * anew, and operators are adapted where their indices depend on sorts. */
#ifndef TANDEM_REDUCE_FORMULA_TRANSLATE_H
#define TANDEM_REDUCE_FORMULA_TRANSLATE_H

#include "smtlib/script/formula.h"

typedef struct translation {
    /* What becomes of a sort that is no array; itself: it stays. */
    sort_id (*sort)(const void *context, term_bank *b, sort_id s);
    /* What becomes of the name of a declaration, of a bound variable; itself: it stays. */
    symbol_id (*name)(const void *context, symbol_id name);
    const void *context;
} translation;

/* False (and nothing in *out) when the formula makes no sense over the new sorts. */
bool translate_formula(term_bank *b, const formula *f, const translation *how, formula *out);

#endif
