/* Between the files of the mutation stage. */
#ifndef TANDEM_EXPLORE_MUTATE_MUTATE_IMPL_H
#define TANDEM_EXPLORE_MUTATE_MUTATE_IMPL_H

#include "explore/mutate/corpus.h"
#include "explore/mutate/mutate.h"
#include "explore/mutate/mutator.h"
#include "explore/target/target_loop.h"

/* Of a variant of a batch: as the mutator had it. */
typedef struct batch_fields {
    field_list list;
    uint8_t kept;
} batch_fields;

struct explore_mutate {
    const explore_limits *limits;
    explore_target *target;
    mutator mutator;
    corpus corpus;
    VEC(explore_test) added;     /* tests of the search that were not run here yet */
    VEC(corpus_entry *) untried; /* those with operands that were not tried */
    size_t n_seeds, next_seed;
    const corpus_entry *chosen; /* … for so many more variants: */
    uint32_t left;
    map entry_of;  /* hash of a test -> its number in the corpus + 1 */
    map described; /* … -> its fields in `descriptions`, + 1 */
    VEC(field_list) descriptions;
    map known;          /* hashes of tests that came from here, or were given before */
    map hangs;          /* hash of an argument to its counts */
    map broken;         /* hashes of the edges of runs that broke */
    uint64_t n_old;     /* runs that brought nothing */
    double run_seconds; /* the longest */
    double
        usual; /* seconds of a run that ends by itself, the latest counting most; 0: not known yet */
    bool counted; /* mutate_config */
    const volatile sig_atomic_t *interrupt;
    bool loops;        /* many runs in one process; the words that its variants got: */
    vec_u32 used_ends; /* … of each where they end in */
    vec_u32 used;
    VEC(batch_fields) fields;
    uint32_t batch; /* inputs of the next one */
    uint64_t looped;
    uint64_t n_progress; /* tests that are kept for nothing but progress (tandem_batch) */
};

typedef struct stage_run {
    explore_mutate *m;
    mutate_keep keep;
    void *context;
    char *error;
    unsigned failed; /* runs in a row */
} stage_run;

/* mutate.c. The next test, initialised here. */
void mutate_next_test(explore_mutate *m, explore_test *t);
/* What came of a run: whether it is kept. */
void mutate_take_result(stage_run *s, const explore_test *t, const target_result *r);
/* How long the next run may take: some programs hang at every tenth input. */
double mutate_run_seconds(const explore_mutate *m);
/* Runs have ended by themselves, and taken so long in the mean. */
void mutate_note_seconds(explore_mutate *m, double seconds);

/* mutate_loop.c: batches of a harness until then, as explore_mutate_step has it; *runs grows. False:
 * they cannot be had (any more). */
bool mutate_loop(stage_run *s, double deadline, uint64_t max_runs, uint64_t *runs);
void mutate_loop_free(explore_mutate *m);

#endif
