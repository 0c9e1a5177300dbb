/* Test generation by generational concolic search.
 *
 * A test is traced; each branch that it met is turned around, one at a time, and the solver
 * (flip.h) looks for inputs that go the other way; these are run, and what reached something new is
 * kept and traced in its turn. Between solver calls the mutation stage (mutate.h) gets its share of
 * the time.
 *
 * The folder of results can be taken up again at any moment, also after a sudden end: every test
 * stands there whole or not at all, and the next run begins with what it finds.
 *
 *   tests/NNNNNN/      tests that reached something new (test.h)
 *   ktest/NNNNNN.ktest the same
 *   aside/NNNN/        tests that would change files outside their folder: for a jail only
 *   findings/NNNN/     what broke: a test, and `what` says how
 *   coverage.tsv       what was reached over time
 *   limits             those that are not as by default */
#ifndef TANDEM_EXPLORE_SEARCH_EXPLORE_H
#define TANDEM_EXPLORE_SEARCH_EXPLORE_H

#include "explore/mutate/mutate.h"
#include "explore/question/flip.h"
#include "explore/target/classes.h"
#include "explore/target/rebuild.h"

typedef enum explore_order {
    EXPLORE_COVERAGE,
    EXPLORE_BFS,
    EXPLORE_DFS,
    EXPLORE_RANDOM
} explore_order;

struct explore_progress;

typedef struct explore_config {
    const char *program; /* instrumented */
    jail_kind jail;      /* of all runs */
    target_given given;  /* to all runs; tests on disk have these arguments, too */
    bool data_file;      /* its arguments name file A: standard inputs of others go there */
    const char *light;   /* for the mutation stage; NULL: the same program */
    rebuild *asan; /* with AddressSanitizer, perhaps still being made; NULL: no runs of that kind */
    const char *out;
    const char *const *seeds; /* folders of tests, of .ktest files or of a fuzzer's queue; tests */
    size_t n_seeds;
    const char *const *dictionaries; /* files of other fuzzers (mutate.h) */
    size_t n_dictionaries;
    uint32_t max_len;            /* bytes of the input of a harness; 0: the default */
    const char *sync;            /* a folder shared with other fuzzers (sync.h); NULL: none */
    const char *const *siblings; /* folders of results of searches beside this one */
    size_t n_siblings;
    explore_shape shape;
    const char *const *variables; /* of the environment, whose values are inputs */
    size_t n_variables;
    const char *signatures, *signatures_name; /* target.h; NULL: the default */
    double seconds;                           /* 0: no limit */
    uint64_t max_traces, max_runs;            /* traced ones, and all; 0: no limit */
    bool stop_at_first;                       /* finding */
    bool errors; /* failed assertions and aborts are the only findings */
    bool
        merge; /* nothing is searched: the seeds are run, and those that reach something new kept */
    explore_order order;
    bool no_deferred, no_models, no_mutation, no_solving;
    bool judge; /* with no_models: they say where there is no answer (flip.h, box_hopeless) */
    const explore_limits *limits; /* NULL: the defaults */
    flip_config flips;            /* with the seed of everything */
    double run_seconds;
    double share; /* of the time for mutation, below 1; negative: by what it brings (balance.h) */
    /* Called now and then; may be NULL. */
    void (*progress)(void *context, const struct explore_progress *p);
    void *progress_context;
    const volatile sig_atomic_t *interrupt;
} explore_config;

/* What is counted besides the solver's questions: COUNTER(name, text). */
#define EXPLORE_COUNTERS(COUNTER)                                             \
    COUNTER(runs, "runs")                                                     \
    COUNTER(traces, "traced runs")                                            \
    COUNTER(mutants, "runs of the mutation stage")                            \
    COUNTER(looped, "of these in one process")                                \
    COUNTER(mutants_kept, "tests from the mutation stage")                    \
    COUNTER(solved_kept, "tests from the solver")                             \
    COUNTER(tests, "tests")                                                   \
    COUNTER(aside, "tests put aside: they change files outside their folder") \
    COUNTER(findings, "findings")                                             \
    COUNTER(sanitized, "runs under AddressSanitizer")                         \
    COUNTER(unsanitized, "tests without one, for lack of time")               \
    COUNTER(edges, "edges reached")                                           \
    COUNTER(guards, "edges")                                                  \
    COUNTER(hung, "runs that took too long")                                  \
    COUNTER(lost, "runs that ended their server")                             \
    COUNTER(refused, "logs that were not read to the end")                    \
    COUNTER(mismatched, "conditions that did not come out as the run went")   \
    COUNTER(full, "logs that reached a limit")                                \
    COUNTER(conditions, "conditions met")                                     \
    COUNTER(boxes, "calls of closed boxes met")                               \
    COUNTER(fields, "sizes, counts and sums met in inputs")                   \
    COUNTER(pure_followed, "full path, no boxes: followed")                   \
    COUNTER(pure_diverged, "full path, no boxes: diverged")                   \
    COUNTER(other_followed, "other answers: followed")                        \
    COUNTER(other_diverged, "other answers: diverged")

/* What is being done: ACTIVITY(name, text). */
#define EXPLORE_ACTIVITIES(ACTIVITY)           \
    ACTIVITY(EXPLORE_BEGINNING, "first tests") \
    ACTIVITY(EXPLORE_MUTATING, "mutation")     \
    ACTIVITY(EXPLORE_TRACING, "tracing")       \
    ACTIVITY(EXPLORE_SOLVING, "solving")
typedef enum explore_activity {
#define ACTIVITY(name, text) name,
    EXPLORE_ACTIVITIES(ACTIVITY)
#undef ACTIVITY
} explore_activity;
const char *explore_activity_text(explore_activity a);

typedef struct explore_progress {
#define COUNTER(name, text) uint64_t name;
    EXPLORE_COUNTERS(COUNTER)
#undef COUNTER
    uint64_t concretized[TANDEM_REASON_COUNT];
    flip_box_counts box_counts;
    explore_classes classes; /* functions that are none */
    flip_counters flips;
    double seconds;
    double last_new; /* when the last edge was reached, in the same seconds */
    uint64_t queue;  /* tests that wait to be traced */
    explore_activity activity;
    bool complete;      /* nothing was left to do */
    bool threads;       /* a traced run started some, which are not traced */
    char *no_sanitizer; /* why there were no runs under AddressSanitizer; NULL: there were */
} explore_progress;

/* False with *error set (caller frees). `p` is filled in any case; free it with
 * explore_progress_free. */
bool explore_run(const explore_config *config, explore_progress *p, char **error);
void explore_progress_free(explore_progress *p);
/* "address", …: why a value was made concrete. */
const char *explore_reason_text(tandem_concrete_reason reason);

#endif
