/* SMT-LIB logics: what a formula needs, and the name of a logic that has it.
 *
 * Needs are bits. A logic is known by its name alone (QF_, A, UF, DT, BV, FP, S and the kinds of
 * arithmetic). */
#ifndef TANDEM_FUSE_SEEDS_LOGIC_H
#define TANDEM_FUSE_SEEDS_LOGIC_H

#include "term/core/term.h"

enum {
    LOGIC_QUANTIFIERS = 1,
    LOGIC_UF = 2, /* functions */
    LOGIC_ARRAYS = 4,
    LOGIC_DATATYPES = 8,
    LOGIC_BV = 16,
    LOGIC_FP = 32,
    LOGIC_STRINGS = 64,
    LOGIC_INT = 128,
    LOGIC_REAL = 256,
    LOGIC_LINEAR = 512,           /* arithmetic beyond differences */
    LOGIC_NONLINEAR = 1024,       /* products and quotients of unknowns */
    LOGIC_MIXED_ARRAYS = 2048,    /* arrays of other things than bit-vectors */
    LOGIC_SORTS = 4096,           /* declared ones */
    LOGIC_CONSTANT_ARRAYS = 8192, /* z3 has them in ALL only */
    LOGIC_SEQUENCES = 16384,      /* these three in ALL only, too */
    LOGIC_SETS = 32768,
    LOGIC_BAGS = 65536,
    LOGIC_OTHER = 131072 /* what no logic but ALL has: lambdas, transcendentals, recursion */
};

/* The same of their subterms from `first` on, which is what is new, if there are at most LOGIC_SMALL. Returns how many,
 * a shared one counted as often as it is there; more than LOGIC_SMALL: the needs are not known. */
enum { LOGIC_SMALL = 256 };
size_t logic_of_small_terms(const term_bank *b, const term_id *roots, size_t n, term_id first,
                            unsigned *needs);
/* The same of any, at times of older ones too. */
unsigned logic_of_terms_since(const term_bank *b, const term_id *roots, size_t n, term_id first);
unsigned logic_of_terms(const term_bank *b, const term_id *roots, size_t n);
unsigned logic_of_sort(const term_bank *b, sort_id s);
/* What a logic allows; all bits for ALL, no name, and names we do not know. */
unsigned logic_allows(const char *name);
/* The narrowest logic that has all of `needs`: the first of the given ones (0: none given) that has
 * it, else a standard one, else ALL. */
symbol_id logic_for(term_bank *b, unsigned needs, symbol_id first, symbol_id second);
/* Makes the symbols of all names that logic_for can give, so that they are there before a mark. */
void logic_names(term_bank *b);

#endif
