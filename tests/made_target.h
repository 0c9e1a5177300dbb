/* A program that a test has made from C text, and runs of it by the host's side of the interface
 * (explore/target/target.h). A test program has one; it goes when the test program ends. */
#ifndef TANDEM_TESTS_MADE_TARGET_H
#define TANDEM_TESTS_MADE_TARGET_H

#include "explore/target/target.h"

typedef struct made_target {
    explore_target *target; /* NULL: not made yet */
    char *folder;           /* with the program, for files of the test as well */
    char program[512];
} made_target;

/* Compiles `source` (by `cc -w` with `options`, in which %s is where this build has its libraries)
 * and starts it, the first time. `config` needs no path. */
explore_target *made_target_get(made_target *m, const char *source, const char *options,
                                target_config config);

typedef struct made_input {
    const char *arg, *input, *file, *env, *object; /* NULL: none; the file is A */
} made_input;
target_result made_target_run(made_target *m, made_input given, target_options options);

#endif
