/* The published approach: constraints written as C (emit/emit.h), compiled with a fuzzing compiler
 * and given to an external fuzzer. A back end of the fuzz step, a baseline to measure against, and
 * what --emit-c writes.
 *
 * Every input that a fuzzer reports is evaluated here with the boxes called in our own workers: a
 * crash of a box, a hang or an exit is no model. The fuzzer's processes run the boxes without our
 * sandbox. */
#ifndef TANDEM_SOLVE_EXTERNAL_EXTERNAL_H
#define TANDEM_SOLVE_EXTERNAL_EXTERNAL_H

#include <signal.h>

#include "base/map.h"
#include "box/box.h"
#include "term/value/model.h"

typedef enum external_fuzzer { EXTERNAL_NONE, EXTERNAL_LIBFUZZER, EXTERNAL_AFL } external_fuzzer;

typedef struct external_config {
    external_fuzzer fuzzer;
    const char *emit_path; /* where the current program is written, or NULL; a '%' in it becomes
                              the number of the program: 0 is the whole formula, then one for
                              each use of the fuzzer */
    const char *operators; /* a table of operators in C (emit_config); may be NULL */
    unsigned first_number; /* of the programs that this one writes */
    const char *title;     /* of the formula, for a comment in the program; may be NULL */
    uint64_t attempts;     /* starts of the fuzzer for one task */
    double box_timeout;    /* seconds of one execution */
    void (*notice)(void *context, const char *line); /* what the user has to know; may be NULL */
    void *context;
} external_config;

typedef struct external external;

/* What has to be installed for the fuzzer and is not, as a message; NULL: nothing. */
const char *external_missing(external_fuzzer fuzzer);

typedef struct external_task {
    const term_id *constraints;
    size_t n;
    uint64_t seed;
    uint64_t executions; /* at most; 0: no limit */
    double deadline;     /* clock_wall; 0: none */
    const volatile sig_atomic_t *interrupt;
    const term_model *const *seeds; /* inputs to start from */
    size_t n_seeds;
} external_task;

typedef enum external_end {
    EXTERNAL_FOUND,
    EXTERNAL_BUDGET,  /* executions used up */
    EXTERNAL_STOPPED, /* deadline or interrupt */
    EXTERNAL_TROUBLE  /* external_message says what */
} external_end;

external *external_new(term_bank *b, box_set *boxes, const external_config *config);
/* Removes the scratch folder. */
void external_free(external *x);
/* Whether the constraint can be written as C. */
bool external_accepts(external *x, term_id constraint);
/* Writes the program to emit_path, if there is one. False: it could not, and said so. */
bool external_write(external *x, const term_id *constraints, size_t n);
/* Fuzzes; on EXTERNAL_FOUND the values are in `found` and the constraints hold on the real boxes.
 * *executions is increased. */
external_end external_fuzz(external *x, const external_task *task, term_model *found,
                           uint64_t *executions);
const char *external_message(const external *x);

#endif
