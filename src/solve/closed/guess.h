/* Guessing what a box computes: the smallest term that agrees with what was observed.
 *
 * Terms over the parameters and a few constants are enumerated by size; of those that have the same
 * values on the first examples only one is kept. A guess proves nothing: it tells the SMT engine
 * where to look, and the box has the last word. */
#ifndef TANDEM_SOLVE_CLOSED_GUESS_H
#define TANDEM_SOLVE_CLOSED_GUESS_H

#include "solve/limits.h"
#include "term/core/term.h"

typedef struct guess_examples {
    uint32_t width; /* of all arguments and the result, at most 64; 0: Int, within 64 bits */
    uint32_t arity;
    const uint64_t *rows; /* arguments and result, arity + 1 words each */
    size_t n;
} guess_examples;

/* A term over `parameters` (of the examples' sort), or 0 when none of the sizes tried fits. */
term_id guess_term(term_bank *b, const guess_examples *examples, const solve_limits *limits,
                   const term_id *parameters);

#endif
