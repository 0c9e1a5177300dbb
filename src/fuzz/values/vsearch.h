/* The search over values of any sort: search.h for vgraph.h.
 *
 * Moves: walk from a false constraint back to inputs with wanted values (vinvert.h), through boxes
 * with the help of what was observed of them; change an input that a false constraint depends on,
 * by the dictionary or to a neighbour. A move is kept when the distance does not grow. Only
 * without inputs does it say that there is nothing. */
#ifndef TANDEM_FUZZ_VALUES_VSEARCH_H
#define TANDEM_FUZZ_VALUES_VSEARCH_H

#include "fuzz/values/vgraph.h"
#include "fuzz/words/search.h"

enum { VSEARCH_ROOM = 1 << 20 };

/* What a search leaves behind; flat, so that it can lie in shared memory. */
typedef struct vsearch_shared {
    uint64_t outcome; /* fuzz_outcome */
    uint64_t executions, restarts;
    uint64_t best;    /* the smallest distance seen */
    uint64_t started; /* bytes[] are its best inputs (vpack.h) */
    uint8_t bytes[VSEARCH_ROOM];
} vsearch_shared;

typedef struct vsearch_config {
    uint64_t seed;
    uint64_t executions;               /* budget; 0: none */
    const volatile sig_atomic_t *stop; /* may be NULL */
    const value_id *seeds;             /* start points: rows of one value for each input; 0: any */
    size_t n_seeds;
    const value_id *words; /* for the dictionary, beside the constants of the graph */
    size_t n_words;
    bool owns_bank;  /* no one else uses the bank: what was made in it may be released … */
    uint32_t values; /* … whenever it has so many new values; 0: a good number */
} vsearch_config;

/* `g` has its `call` set, if there are boxes. */
fuzz_outcome vsearch(vgraph *g, const vsearch_config *config, vsearch_shared *shared);
/* The inputs of the shared area as values of the graph's bank; false when they are damaged. */
bool vsearch_inputs(const vgraph *g, vsearch_shared *shared, vec_u32 *values);

#endif
