/* The trial of opaque functions: before one is taken for a function of its arguments it is called
 * many times, with equal arguments again and again, between calls of others, in other orders, in
 * used processes and in new ones. One that answers differently is none. No trial proves that one
 * is: how many calls agreed is part of the answer. */
#ifndef TANDEM_PROVE_RUN_TRIAL_H
#define TANDEM_PROVE_RUN_TRIAL_H

#include "box/box.h"
#include "program/program.h"
#include "prove/limits.h"

typedef struct trial_of {
    const ir_opaque *function;
    uint64_t calls;               /* that agreed */
    bool differs;                 /* it answered differently on equal arguments … */
    uint64_t args[2], results[2]; /* … these (of the first two parameters), so */
} trial_of;

typedef VEC(trial_of) trial_vec;

typedef struct trial_config {
    const prove_limits *limits;
    box_set *boxes;
    const int64_t *numbers; /* of the program's text: worth trying */
    size_t n_numbers;
    uint64_t seed;
    double call_seconds;
} trial_config;

/* Tries the opaque operations that may be no functions and have code (`tried` says which, by their
 * place in p->opaques); foreign functions with code are called between them. Appends to *results.
 */
void trial_run(const ir_program *p, const bool *tried, const trial_config *config,
               trial_vec *results);

#endif
