/* Random well-sorted terms for property tests: every operator of the chosen theories, constants
 * from the corners where mistakes live, and a fair share of repeated subterms. */
#ifndef TANDEM_TESTS_RANDOM_TERMS_H
#define TANDEM_TESTS_RANDOM_TERMS_H

#include "base/rng.h"
#include "term/core/term.h"

enum {
    THEORY_CORE = 1,
    THEORY_BV = 2,
    THEORY_ARITH = 4,
    THEORY_FP = 8,
    THEORY_STRING = 16,
    THEORY_REGEX = 32, /* with strings */
    THEORY_ARRAY = 64
};

typedef struct random_terms {
    term_bank *bank;
    rng random;
    unsigned theories;
    bool total;      /* no underspecified operators */
    term_vec leaves; /* variables to use besides constants; empty: ground terms */
    term_vec pool;   /* subterms made for the current term, to be used again */
    sort_id favourite_bv, favourite_fp; /* what most terms are of; 0: chosen at the first */
} random_terms;

void random_terms_init(random_terms *g, term_bank *b, unsigned theories, uint64_t seed);
void random_terms_free(random_terms *g);
/* A sort of the chosen theories (not RegLan). */
sort_id random_sort(random_terms *g);
value_id random_value(random_terms *g, sort_id sort);
/* `depth` bounds the nesting. */
term_id random_term(random_terms *g, sort_id sort, unsigned depth);

#endif
