/* A question about bytes with what is known of single ones put in. Conditions about one byte leave it certain values; what cannot be otherwise
 * with these is a constant, by which other conditions may come to be about one byte. Where digits are known to be digits a number in a text
 * is a sum of them, while reading it has a choice at each byte.
 *
 * With all values to begin with, the question that comes out is equal to the one that was given. With fewer, such as digits where there are
 * digits and all else as it is, its answers are answers, and that it has none says nothing. */
#ifndef TANDEM_SOLVE_VALUES_SHAPE_H
#define TANDEM_SOLVE_VALUES_SHAPE_H

#include "solve/values/points.h"

typedef enum shape_state {
    SHAPE_POSED,
    SHAPE_NONE,   /* a term does not hold, or no value is left to a byte */
    SHAPE_UNKNOWN /* the question has boxes, no program, or other inputs than bytes */
} shape_state;

/* A term (by its position in the question) has left fewer values to a place. */
typedef struct shape_step {
    uint32_t term, place;
} shape_step;

typedef struct shape_log {
    vec_u32
        origin; /* of each term of the new question: the position of the old one; UINT32_MAX: that a byte has one of its values */
    VEC(shape_step) steps;
} shape_log;
void shape_log_free(shape_log *log);

/* `left`: the values that each place of `q` may have; of what is left in the end. `to` gets the same inputs, and has to be freed in any case.
 * `log` may be NULL. */
shape_state shape_pose(question *q, byte_set *left, question *to, shape_log *log);

#endif
