/* Synthetic solvers: their time is a known function of the constructs in the input, so that it is
 * known what a race should find. */
#ifndef TANDEM_TESTS_SYNTHETIC_H
#define TANDEM_TESTS_SYNTHETIC_H

#include "race/search.h"

/* What makes the target slow. */
typedef enum crime_kind {
    CRIME_ONE,      /* each occurrence of the first construct costs time */
    CRIME_TOGETHER, /* only where both occur: each pair of them costs time */
    CRIME_BELOW     /* each occurrence of the first below the second, at any distance */
} crime_kind;

typedef struct crime {
    const char *theory;
    crime_kind kind;
    const char *first, *second; /* constructs; the second is NULL for CRIME_ONE */
    double cost;                /* seconds of an offence */
    double noise;               /* relative, of all times */
    double luck;    /* of all inputs, those on which the target is at its limit anyway */
    double failing; /* of all inputs, those on which the reference is at its limit */
} crime;

#define SYNTHETIC_TIMEOUT 10.0

typedef struct synthetic_result {
    size_t first, second;  /* their ranks, from 0; SIZE_MAX: none */
    double best, best_ten; /* margin of the best input, mean margin of the best ten */
    double on_the_way;     /* mean over all steps of the best margin so far */
    uint64_t limit;        /* steps until an input was at the limit; UINT64_MAX: none was */
    double seconds;        /* of the solvers */
} synthetic_result;

/* A race ends with the first of these limits. */
typedef struct synthetic_budget {
    uint64_t steps;
    double seconds; /* of the solvers; 0: no limit */
    race_prune prune;
} synthetic_budget;

/* One race against the target; the reference takes 0.1 s where it does not fail. False: the grammar
 * has no such constructs. */
bool synthetic_race(const crime *c, race_algorithm algorithm, uint64_t seed,
                    const synthetic_budget *budget, synthetic_result *result);
/* Whether the right constructs were named: the culprit first, or both in the first three. */
bool synthetic_convicted(const crime *c, const synthetic_result *result);

/* Draws constructs for a crime of that kind; they live as long as the bank of `g`. False: what was
 * drawn occurs in fewer than one of 100 random inputs, and another try is due. */
bool synthetic_draw(const grammar *g, rng *r, crime *c);
grammar *synthetic_grammar(const char *theory);
void synthetic_grammar_free(grammar *g);

#endif
