/* Replacing subterms wherever they stand, below binders too.
 *
 * Unlike substitution this looks only at how terms are written: the caller sees to it that what
 * stands free in a replacement is bound where the replaced term is. */
#ifndef TANDEM_REDUCE_FORMULA_REPLACE_H
#define TANDEM_REDUCE_FORMULA_REPLACE_H

#include "smtlib/script/formula.h"

typedef struct replacement {
    term_id from, to; /* of one sort */
} replacement;
typedef VEC(replacement) replacement_vec;

/* The assertions of `f` with all replacements made; those that became `true` and those that are
 * there already fall away. False (and nothing in *out) when a term cannot be built, or replacements
 * contain what they replace. */
bool replace_terms(term_bank *b, const formula *f, const replacement *pairs, size_t n,
                   formula *out);
/* The same for one term; 0 when it cannot be built. */
term_id replace_in(term_bank *b, term_id t, const replacement *pairs, size_t n);

#endif
