/* Small formulas, all of them: those of a theory over a few values, in order of their size.
 *
 * A formula is a predicate, or its negation, over terms that are a leaf (a variable, a value of the
 * kind where mistakes are made) or one operator over leaves. Each has a number; the same number is
 * the same formula, and what differs only in the names of its variables has one number that is used.
 * Theories have few values (bit-vectors of three bits, floats of five and six), so that the
 * evaluator tries all assignments and knows the answer. */
#ifndef TANDEM_FUSE_MAKE_SMALL_H
#define TANDEM_FUSE_MAKE_SMALL_H

#include "term/core/term.h"

typedef struct small_set small_set;

/* Makes the sorts; before a mark of the bank. */
small_set *small_new(term_bank *b);
void small_free(small_set *s);
/* How many numbers there are. */
uint64_t small_count(small_set *s);
const char *small_theory_name(const small_set *s, uint64_t number);

/* A formula of that number (any number: they begin again at the end), its variables, and the sort of
 * each. 0: another number stands for it. `names` are for the variables, SMALL_VARIABLES of them. */
enum { SMALL_VARIABLES = 3 };
typedef struct small_formula {
    term_id term;
    decl_id variables[SMALL_VARIABLES];
    const vec_u32 *domains[SMALL_VARIABLES]; /* all values of each; the set's */
    uint32_t n_variables;
} small_formula;
bool small_make(small_set *s, uint64_t number, const symbol_id *names, small_formula *out);

#endif
