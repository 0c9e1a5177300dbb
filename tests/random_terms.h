/* Random terms for property tests, by the generator of src/generate: a palette of few sorts, so that
 * terms of one sort meet, with operators of the chosen theories only, and a fair share of repeated
 * subterms. */
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
    term_vec leaves; /* variables to use besides constants; empty: ground terms */
    vec_u32 palette; /* the more often a sort is in it, the more terms are of it */
    bool forbidden[OP_COUNT];
} random_terms;

/* With a palette. */
void random_terms_init(random_terms *g, term_bank *b, unsigned theories, uint64_t seed);
void random_terms_free(random_terms *g);
/* Chooses another palette: bit-vectors of mostly one width, floats of mostly one format. */
void random_terms_renew(random_terms *g);
/* Most terms of its kind are of this sort from now on. */
void random_terms_favour(random_terms *g, sort_id sort);
/* A sort of the palette (not RegLan). */
sort_id random_sort(random_terms *g);
value_id random_value(random_terms *g, sort_id sort);
/* `depth` bounds the nesting. */
term_id random_term(random_terms *g, sort_id sort, unsigned depth);

#endif
