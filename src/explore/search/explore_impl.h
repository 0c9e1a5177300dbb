/* Between the files of the search. */
#ifndef TANDEM_EXPLORE_SEARCH_EXPLORE_IMPL_H
#define TANDEM_EXPLORE_SEARCH_EXPLORE_IMPL_H

#include "explore/fields/infer.h"
#include "explore/finding/findings.h"
#include "explore/mutate/corpus.h"
#include "explore/search/balance.h"
#include "explore/search/explore.h"
#include "explore/search/queue.h"
#include "explore/target/target_loop.h"
#include "explore/test/sync.h"

typedef VEC(explore_test) test_list;

enum { LOG_RECORDS = 1 << 20 }; /* room for the log of one traced run */

/* explore_sanitizer.c */
typedef struct explorer_sanitizer {
    explore_target *target; /* NULL: there is none, yet */
    bool pending;           /* it is being built */
    test_list waiting;      /* that reached something new; from `next` on */
    size_t next;
    test_list samples; /* of the others */
    uint64_t others;
    double seconds; /* used so far */
} explorer_sanitizer;

typedef struct explorer {
    const explore_config *config;
    const explore_limits *limits;
    explore_progress *p;
    explore_target *tracer, *runner;
    explore_mutate *mutate;
    explore_output output;
    explore_findings findings;
    explorer_sanitizer sanitizer;
    corpus coverage;
    explore_queue queue;
    trace_bank terms;
    bank_marks mark;
    flipper *flips;
    fold_list folds;   /* how sums in inputs are computed */
    field_list fields; /* of the test that is being traced */
    map seen;          /* hashes of tests that were run */
    map aside;         /* edges that only tests that are not harmless have reached */
    explore_sync sync; /* folder NULL: none */
    vec_u32 siblings;  /* the next test of each */
    double started, told, synced;
    explore_balance balance;
    double worked;         /* since when one side has been at work, */
    uint64_t worked_edges; /* and what was reached by then */
    bool resuming;
    bool harness;       /* the program is one: its input is object 0, of any length */
    uint64_t put_aside; /* how often a test was not harmless */
    uint32_t revived;   /* how often what was given up was taken up again */
    char *error;
} explorer;

/* explore_progress.c: how far it is, now and then or `now`. */
void explorer_tell(explorer *x, explore_activity activity, bool now);

/* explore_work.c: seconds since the search began; where the user does not limit these, seconds of
 * counted work (limits.def: work_…), so that the seed alone decides who does how much. */
double explorer_now(const explorer *x);
/* Until the user's limit of runs; UINT64_MAX: there is none. */
uint64_t explorer_runs_left(const explorer *x);
/* One turn of mutation until then (as explorer_now), or as many runs as are left; how many it were. */
uint64_t explorer_mutate_until(explorer *x, double until, mutate_keep keep);

/* explore.c. The share of mutation, for the solver's time since `worked`: when it has become worth a slice, or now. */
void explorer_give_way(explorer *x, bool now);
/* Whether the search is to end. */
bool explorer_over(const explorer *x);
/* The same, but for the numbers of runs. */
bool explorer_out_of_time(const explorer *x);
/* explore_runs.c. False: the target cannot be run any more, or the user wants an end. */
bool explorer_run(explorer *x, explore_target *target, const explore_test *t,
                  const target_options *options, target_result *r);
/* Keeps a test that reached something new; returns how much. */
uint32_t explorer_note(explorer *x, const explore_test *t, const target_result *r);
/* Runs a test that was not run before; 0: nothing new. The entry made for it through *entry. */
uint32_t explorer_try(explorer *x, const explore_test *t, uint32_t generation, queue_entry **entry);

/* explore_flips.c: traces the test, and asks about the ways it did not take. */
void explorer_trace(explorer *x, queue_entry *e);

/* The longest input of a harness. */
static inline size_t explorer_most_data(const explorer *x)
{
    enum { UNLESS_SAID = 4096 };
    return x->config->max_len ? x->config->max_len : UNLESS_SAID;
}

/* explore_variants.c: what is there, what the user gives, and tests of the simplest kind. */
void explorer_begin(explorer *x);
/* A test from elsewhere; `context` is the explorer. What is standard input there is the input of a
 * harness here. */
void explorer_add_seed(void *context, const explore_test *t);
/* Inputs that the run of `e` read to their end could be longer. */
void explorer_lengthen(explorer *x, const queue_entry *e, const explore_trace *t);
/* Numbers in its texts could have more digits. */
void explorer_pad_numbers(explorer *x, const queue_entry *e);
/* One argument more, one less. */
void explorer_other_counts(explorer *x, const queue_entry *e);
/* The same where the system refuses something. */
void explorer_failures(explorer *x, const queue_entry *e);

/* explore_fields.c: x->fields become those that the trace of `e` shows; the mutation stage is told of them. */
void explorer_find_fields(explorer *x, const queue_entry *e, explore_trace *t);
/* The test with its sums right; and, if it reached something, with longer and shorter records in which all fields are right. */
void explorer_resize_fields(explorer *x, const queue_entry *e, const explore_trace *t);
/* Asks for the sums that are wrong and that nobody knows how to compute. Between flip_begin and flip_end. */
void explorer_mend_sums(explorer *x, const queue_entry *e, explore_trace *t);

/* explore_siblings.c: what other searches have kept since the last call. */
void explorer_read_siblings(explorer *x);

/* explore_sanitizer.c. The sanitizer is used from when it is there. That is waited for a little; where no time is limited, and
 * before something broken is looked at, until it is. */
void explorer_sanitizer_start(explorer *x);
void explorer_sanitizer_await(explorer *x);
void explorer_sanitizer_end(explorer *x);
/* Puts a test on the list. */
typedef enum sanitize_rank {
    SANITIZE_NEW,   /* it reached something new: as soon as there is time */
    SANITIZE_COUNT, /* it took edges more or less often: after these, the youngest first */
    SANITIZE_OTHER  /* the same for one of many */
} sanitize_rank;
void explorer_sanitize_later(explorer *x, const explore_test *t, sanitize_rank rank);
/* Runs tests of the list: as many as the stage's share of the time allows, or all. */
void explorer_sanitize(explorer *x, bool all);

#endif
