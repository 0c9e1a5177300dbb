/* Invertible steps: functions of one argument with a way back, for random fusion trees. Going
 * forward and then back gives the same again for every argument (the other way round need not). */
#ifndef TANDEM_FUSE_FUNCTIONS_STEPS_H
#define TANDEM_FUSE_FUNCTIONS_STEPS_H

#include "fuse/functions/functions.h"

typedef struct invertible_step {
    uint32_t kind;
    uint32_t number;      /* a rotation's */
    term_id constants[2]; /* what it needs: there and back */
} invertible_step;

/* A random step on the sort (one of SUITS_STEPS). */
invertible_step step_choose(fusion_builder *f, sort_id sort);
term_id step_forward(term_bank *b, const invertible_step *s, term_id t);
term_id step_back(term_bank *b, const invertible_step *s, term_id t);

/* An odd number and its inverse modulo 2^width. */
void step_odd_pair(fusion_builder *f, uint32_t width, term_id pair[2]);

#endif
