/* Between the files of the search. */
#ifndef TANDEM_EXPLORE_EXPLORE_IMPL_H
#define TANDEM_EXPLORE_EXPLORE_IMPL_H

#include "explore/balance.h"
#include "explore/corpus.h"
#include "explore/explore.h"
#include "explore/findings.h"
#include "explore/queue.h"
#include "explore/sync.h"

typedef struct explorer {
    const explore_config *config;
    explore_progress *p;
    explore_target *tracer, *runner;
    explore_mutate *mutate;
    explore_output output;
    explore_findings findings;
    corpus coverage;
    explore_queue queue;
    trace_bank terms;
    bank_marks mark;
    flipper *flips;
    map seen;          /* hashes of tests that were run */
    explore_sync sync; /* folder NULL: none */
    double started, told, synced;
    explore_balance balance;
    double worked;         /* since when one side has been at work, */
    uint64_t worked_edges; /* and what was reached by then */
    bool resuming;
    uint32_t revived; /* how often what was given up was taken up again */
    char *error;
} explorer;

/* Whether the search is to end. */
bool explorer_over(const explorer *x);
/* Runs a test that was not run before; 0: nothing new. The entry made for it through *entry. */
uint32_t explorer_try(explorer *x, const explore_test *t, uint32_t generation, queue_entry **entry);

/* explore_variants.c: what is there, what the user gives, and tests of the simplest kind. */
void explorer_begin(explorer *x);
/* Inputs that the run of `e` read to their end could be longer. */
void explorer_lengthen(explorer *x, const queue_entry *e, const explore_trace *t);
/* One argument more, one less. */
void explorer_other_counts(explorer *x, const queue_entry *e);
/* The same where the system refuses something. */
void explorer_failures(explorer *x, const queue_entry *e);

#endif
