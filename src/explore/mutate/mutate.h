/* The mutation stage: cheap variants of the tests that are there, run between solver calls.
 *
 * The search (explore.h) tells it of every test it keeps and gives it a share of the time; it gives
 * back tests that reached something new in its own coverage map (of the light build, or of the
 * instrumented one in plain runs). What is kept in the end is the search's decision. Deterministic:
 * the seed and the order of calls decide everything but where the time ends. */
#ifndef TANDEM_EXPLORE_MUTATE_MUTATE_H
#define TANDEM_EXPLORE_MUTATE_MUTATE_H

#include "explore/fields/field.h"
#include "explore/limits.h"
#include "explore/target/target.h"

/* What tests may look like: --sym-args and the like. */
typedef struct explore_shape {
    uint32_t min_args, max_args, arg_bytes;
    uint32_t n_files, file_bytes; /* named A, B, … */
    uint32_t stdin_bytes;
    bool has_stdin;
    uint32_t max_fail;
} explore_shape;

typedef struct explore_mutate explore_mutate;

typedef struct mutate_config {
    jail_kind jail; /* of its runs */
    target_given given;
    const char *program;  /* the light build; NULL or equal to the target: plain runs of it */
    const char *original; /* whose bitcode the dictionary is of; NULL: the program */
    const char *const *dictionaries; /* files with more words (dictionary_add_file) */
    size_t n_dictionaries;
    size_t max_bytes;             /* of the input of a harness */
    const char *const *variables; /* of the environment that are varied, whatever else is */
    size_t n_variables;
    explore_shape shape;
    uint64_t seed;
    const explore_limits *limits; /* NULL: the defaults */
    double run_seconds;
    bool counted;     /* work is counted: how long something took decides nothing */
    fold_list *folds; /* of fields (explore_mutate_describe); the caller's, may grow */
    const volatile sig_atomic_t *interrupt;
} mutate_config;

/* NULL with *error set (caller frees). */
explore_mutate *explore_mutate_new(const mutate_config *config, char **error);
void explore_mutate_free(explore_mutate *m);
/* Another test of the corpus: to be varied. `gain`: how much new it reached, for choosing. */
void explore_mutate_add(explore_mutate *m, const explore_test *t, uint32_t gain);
/* The fields of the data of a test that was or will be added; those of variants follow from them. */
void explore_mutate_describe(explore_mutate *m, const explore_test *t, const field_list *fields);
/* Why a variant is handed over. */
typedef enum mutate_news {
    MUTATE_NEW_EDGE,  /* it took an edge for the first time */
    MUTATE_NEW_COUNT, /* … in another order of magnitude of times */
    MUTATE_BROKEN,    /* it broke, in a way (taken by the edges) that is new */
    MUTATE_SAMPLE     /* nothing: one of many */
} mutate_news;
/* False: it is not wanted, and the edges it took first are still to be had by others. */
typedef bool (*mutate_keep)(void *context, const explore_test *t, const target_result *result,
                            mutate_news news);
/* Runs variants until `deadline` (clock_wall) or `max_runs` (each 0: no limit) and hands each one that
 * reached something new to `keep`. Returns the number of runs. */
uint64_t explore_mutate_step(explore_mutate *m, double deadline, uint64_t max_runs,
                             mutate_keep keep, void *context);

/* Whether it runs many inputs in one process, and how many runs these were. */
bool explore_mutate_loops(const explore_mutate *m, uint64_t *runs);

#endif
