/* The inside of the search over values: what its files share. */
#ifndef TANDEM_FUZZ_VALUES_VSEARCH_IMPL_H
#define TANDEM_FUZZ_VALUES_VSEARCH_IMPL_H

#include "fuzz/values/vinvert.h"
#include "fuzz/values/vobserve.h"
#include "fuzz/values/vsearch.h"

typedef struct vsearcher {
    vgraph *g;
    const vsearch_config *config;
    vsearch_shared *shared;
    rng r;
    vwords words;
    vobservations *seen;
    value_id (*call)(void *context, decl_id box, const value_id *args, uint32_t n);
    void *context;
    vec_u32 failing; /* constraints that do not hold */
    vec_u32 changed; /* inputs of the move … */
    vec_u32 values;  /* … and their new values */
    vwant_vec wants; /* work list */
    uint64_t since_progress;
    uint32_t pressure; /* how often weights were raised since the start */
    bank_marks mark;
} vsearcher;

/* Fills `changed` and `values` with a move (vmoves.c); nothing: no idea. */
void vsearch_propose(vsearcher *s);

#endif
