/* The search: inputs for which every constraint of the bytecode holds, words or values.
 *
 * Moves, chosen at random with a seed: walk from a false constraint back to an input with wanted
 * values (invert.h, and fuzz/values/vinvert.h for operators on values), through boxes with the help
 * of what was observed of them (the same output seen before, the nearest, between two observations,
 * the wanted output itself, what the box makes of that); change an input that a false constraint
 * depends on; copy constants of the formula. A move is kept when the distance does not
 * grow (every other time only if also no constraint is given up for it); after a while without
 * progress the search starts again from another point. Inputs stay in the ranges that the
 * constraints leave them (ranges.h); where these are small all is simply tried.
 *
 * Where the distance says nothing (a box that answers yes or no), inputs that showed something new of the boxes
 * can lead instead (wander.c).
 *
 * Runs in a box worker or in process; what must survive a crash of the worker is in fuzz_shared,
 * which a restarted search goes on from. */
#ifndef TANDEM_FUZZ_SEARCH_SEARCH_H
#define TANDEM_FUZZ_SEARCH_SEARCH_H

#include <signal.h>

#include "fuzz/limits.h"
#include "fuzz/words/bytecode.h"

typedef enum fuzz_outcome {
    FUZZ_GOING,     /* of a shared area: not ended yet */
    FUZZ_FOUND,     /* words[] satisfies all constraints, as the bytecode sees it */
    FUZZ_EXHAUSTED, /* every input was tried: there is none with values for all that matters */
    FUZZ_BUDGET,    /* executions used up */
    FUZZ_STOPPED
} fuzz_outcome;

/* What a search leaves behind; flat, so that it can lie in shared memory. */
typedef struct fuzz_shared {
    uint64_t outcome;    /* fuzz_outcome */
    uint64_t executions; /* so far, over all workers */
    uint64_t restarts;   /* of the search */
    uint64_t best;       /* the smallest distance seen */
    uint64_t started;    /* a search has begun: words[] are its best inputs */
    uint64_t news;       /* inputs that showed something new */
    uint64_t trying_all; /* words[] are the inputs that are being tried, in their order */
    uint64_t words[];    /* one for each input; of mixed bytecode then the values (vpack.h) */
} fuzz_shared;

size_t fuzz_shared_size(const fuzz_bytecode *p);
/* The inputs there as its registers have them, values in its bank; false: they are damaged. */
bool fuzz_shared_inputs(const fuzz_bytecode *p, const fuzz_shared *shared, uint64_t *words);

typedef struct fuzz_search_config {
    uint64_t seed;
    uint64_t executions;               /* budget; 0: none */
    uint64_t exhaustive;               /* try all where there are at most so many; 0: never */
    const volatile sig_atomic_t *stop; /* may be NULL */
    double deadline;                   /* clock_wall; 0: none */
    const uint64_t *seeds; /* start points: rows of one word for each input; 0 is no value */
    size_t n_seeds;
    const value_id *dictionary; /* of mixed bytecode: for the moves, beside its constants */
    size_t n_dictionary;
    bool owns_bank; /* the same: no one else uses the bank, what was made in it may be released … */
    uint64_t values;           /* … whenever it has so many new values; 0: as the limits say */
    const fuzz_limits *limits; /* NULL: the defaults */
    /* What executions show of the code of the boxes: inputs that made its count grow are what the search goes on from, whatever the distance. NULL: the distance
     * leads. */
    struct box_news *news;
    bool no_jit;  /* interpret to the end */
    uint64_t hot; /* interpreted runs before the bytecode is compiled; 0: what pays off */
    /* Called when compilation begins and when it has ended: no box is run meanwhile, which is no
     * reason to think that one hangs. May be NULL. */
    void (*compiling)(void *context, bool begins);
    void *context;
} fuzz_search_config;

/* The machine's call is set, if there are boxes. Mixed bytecode is not tried exhaustively: only
 * without inputs does the search say then that there is nothing. */
fuzz_outcome fuzz_search(const term_bank *b, const fuzz_bytecode *p, fuzz_machine *m,
                         const fuzz_search_config *config, fuzz_shared *shared);

#endif
