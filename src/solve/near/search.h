/* The search of src/fuzz for a question, from its start and from another point. */
#ifndef TANDEM_SOLVE_NEAR_SEARCH_H
#define TANDEM_SOLVE_NEAR_SEARCH_H

#include "fuzz/search/search.h"
#include "solve/near/question.h"

typedef struct near_search {
    uint64_t seed, executions;
    const fuzz_limits *limits; /* NULL: the defaults */
    uint64_t try_all;          /* all inputs are tried where they are at most so many */
    const uint8_t *proposal;   /* values of the places to begin with as well; or NULL */
} near_search;

/* With FUZZ_FOUND, q->values satisfies the question. The program has to be made. */
fuzz_outcome search_near(question *q, const near_search *search);

#endif
