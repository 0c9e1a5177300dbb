/* The search inside a worker that is kept: the next step finds the libraries loaded, the compiler
 * of hot programs in memory, and costs no process. A box that ends it costs a fork, as ever. What
 * comes back is not trusted, so it does not matter what earlier steps did to the worker. */
#ifndef TANDEM_SOLVE_CLOSED_SEARCH_WORKER_H
#define TANDEM_SOLVE_CLOSED_SEARCH_WORKER_H

#include "box/box.h"
#include "fuzz/search/search.h"

typedef struct search_run {
    const fuzz_bytecode *program; /* its boxes are C functions of the set that take words */
    fuzz_search_config search;    /* without stop and callbacks */
    bool trail;      /* calls in steps, what is new in them leads (box/worker/trail.h) */
    double deadline; /* clock_wall; 0: none */
} search_run;

/* Fills *shared (fuzz_shared_size bytes, zeroed) and adds what the boxes did wrong to *crashes.
 * False with *error set (caller frees) when no worker can be had. */
bool search_in_worker(const term_bank *b, box_set *set, const search_run *run, fuzz_shared *shared,
                      uint64_t *crashes, char **error);

#endif
