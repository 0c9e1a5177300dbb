/* Running tests on an instrumented program.
 *
 * The program (built by tandem-cc, or anything else that speaks part 4 of runtime/abi.h) is started
 * once, in a jail (jail.h), and forks itself for each run: `explore_target` is the other end. A run
 * gets a fresh working folder, its own arguments, environment and standard input, and limits. What
 * it did is read from the shared memory, which is not to be trusted: target_result has what was
 * checked, trace.h checks the log.
 *
 * A program that ends its server, or does not let itself be ended, costs a restart of the server
 * and nothing else. */
#ifndef TANDEM_EXPLORE_TARGET_TARGET_H
#define TANDEM_EXPLORE_TARGET_TARGET_H

#include <signal.h>

#include "explore/target/jail.h"
#include "explore/test/test.h"
#include "runtime/abi.h"

typedef struct explore_target explore_target;

/* What all runs are given besides a test. */
typedef struct target_given {
    const char *const *args; /* in front of the test's */
    size_t n_args;
    const char *const
        *env; /* NAME=VALUE, for tests that have none of their own; NULL: a small fixed one */
    size_t n_env;
    tandem_nature clock, random; /* where the time of day and random bytes are from */
    /* Where the jail has namespaces (places.h): */
    unsigned places;        /* folders for temporary files of their own */
    const text_list *shown; /* what is there nevertheless, to be read; NULL: nothing */
} target_given;

typedef struct target_config {
    const char *path;      /* the executable */
    jail_kind jail;        /* JAIL_AUTO: looked for each time; jail_choose does it once */
    uint32_t log_records;  /* room of the log; 0: for plain runs only */
    double seconds;        /* wall time of one run; 0: 1 s */
    uint32_t cpu_seconds;  /* 0: 2 */
    uint32_t file_bytes;   /* of one file; 0: 16 MiB */
    uint64_t memory_bytes; /* address space; 0: 2 GiB */
    /* Text: what is a closed box (runtime/boxes/choices.h); NULL: the default. */
    const char *signatures;
    const char *signatures_name; /* for messages: the file that they are from; NULL: none */
    target_given given;
    bool
        late; /* runs may begin behind the program's start-up, if they have no arguments and no environment
                  of their own (runtime/host/late.h); such runs only, or it is given up */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} target_config;

/* How one run is to be done; zero is a plain run with coverage. */
typedef struct target_options {
    bool symbolic;
    bool keep_output; /* in the files `out` and `err` of target_folder */
    bool tell;        /* where it breaks, if it does: target_broken */
    uint32_t arg_bytes, symbolic_env, env_bytes, keep_boxes; /* as in tandem_request */
    uint32_t max_fail, fail_seed; /* for tests that do not say it themselves */
    uint32_t max_records, max_flips, max_depth;
    uint32_t flags; /* TANDEM_RUN_… */
    double seconds; /* 0: the target's */
} target_options;

typedef enum target_outcome {
    TARGET_EXITED,   /* status is its exit code */
    TARGET_SIGNALED, /* status is the signal */
    TARGET_HUNG,     /* killed, as it took too long */
    TARGET_LOST      /* it ended its server, or the server ended: no result; restarted */
} target_outcome;

typedef struct target_result {
    target_outcome outcome;
    int status;
    tandem_finding finding; /* with its site */
    uint32_t finding_site;
    bool outside; /* of a run with TANDEM_RUN_WATCH: it tries to change files of others */
    uint32_t user_ms, wall_ms;
    const uint8_t *coverage; /* one counter for each guard; valid until the next run */
    uint32_t n_guards;
    const tandem_shared *shared; /* as it was left: for those who check everything they read */
} target_result;

/* What tests without an environment of their own get, but for PWD. */
const char *const *target_environment(const target_given *given, size_t *n);
/* NULL with *error set (caller frees): it cannot be started, or is not instrumented. */
explore_target *target_start(const target_config *config, char **error);
void target_free(explore_target *t);
/* False with *error set (caller frees) when the target cannot be started any more, or the flag was
 * raised (then *error is NULL). */
bool target_run(explore_target *t, const explore_test *test, const target_options *options,
                target_result *result, char **error);
/* Where the last run broke, if it was to tell: appends what abi.h says of TANDEM_RUN_TELL. Nothing
 * in it is to be trusted. */
void target_broken(const explore_target *t, strbuf *text);
/* A socket to keeper `i` (from 0) of the last run; -1: there is none. The caller closes it. Keepers
 * end with the next run at the latest. */
int target_keeper(explore_target *t, uint32_t i);
uint32_t target_guards(const explore_target *t);
/* How often the server had to be started again. */
uint64_t target_restarts(const explore_target *t);
/* Whether runs begin behind the program's start-up. */
bool target_is_late(const explore_target *t);
/* The executable, as a path without links. */
const char *target_path(const explore_target *t);
/* What the target and we look at together; nothing in it is to be trusted. */
tandem_shared *target_shared(explore_target *t);
/* The scratch folder. */
const char *target_folder(const explore_target *t);

#endif
