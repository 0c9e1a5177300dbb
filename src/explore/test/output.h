/* The folder of results: explore.h has its layout. */
#ifndef TANDEM_EXPLORE_TEST_OUTPUT_H
#define TANDEM_EXPLORE_TEST_OUTPUT_H

#include "explore/test/test.h"

typedef struct explore_output {
    char *folder;
    char *program;           /* for .ktest files */
    char *path;              /* of the program, as a whole */
    const char *const *args; /* that stand in front of each test's on disk; not owned */
    size_t n_args;
    uint32_t n_tests;             /* the next number */
    uint32_t n_findings, n_aside; /* the same */
} explore_output;

/* Makes the folder, or takes it up again. False with *error set (caller frees). */
bool output_open(explore_output *o, const char *folder, const char *program, char **error);
void output_close(explore_output *o);
/* False with errno set. */
bool output_add_test(explore_output *o, const explore_test *t);
/* A test that is only to be run in a jail. */
bool output_add_aside(explore_output *o, const explore_test *t);
/* `what` is a text of one or more lines. */
bool output_add_finding(explore_output *o, const explore_test *t, const char *what);
/* A line for coverage.tsv. */
void output_add_coverage(explore_output *o, double seconds, uint64_t runs, uint64_t edges);
/* Calls `each` for the tests in a folder of tests (also of .ktest files, or of a fuzzer's queue), in
 * a folder of results, or for the test that `path` itself is, in the order of their names. Those that cannot be read
 * are left out; returns how many were read. */
size_t output_each_test(const char *path, void (*each)(void *context, const explore_test *t),
                        void *context);
/* The same for the findings of the folder: their numbers and `what` texts. */
void output_each_finding(const explore_output *o,
                         void (*each)(void *context, uint32_t number, const char *what),
                         void *context);

#endif
