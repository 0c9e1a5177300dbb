/* Numbers that are written in digits, as numbers: where nothing of a question depends on the digits but by the number that they make, that is one
 * unknown instead of ten, and what is asked of it is small. Which terms are such numbers is seen by trying some digits; so an answer has to be
 * confirmed. */
#ifndef TANDEM_SOLVE_VALUES_NUMERALS_H
#define TANDEM_SOLVE_VALUES_NUMERALS_H

#include "solve/values/points.h"

typedef struct numeral {
    term_id number;      /* of 64 bits */
    uint32_t first, end; /* the places of its digits */
} numeral;

typedef struct numerals {
    VEC(numeral) all;
    term_vec terms; /* of the question, and how large the numbers can be */
} numerals;

/* `left`: the values of the places; where these are digits only there may be a number. False: there is none. To be freed in any case. */
bool numerals_pose(question *q, const byte_set *left, numerals *to);
void numerals_free(numerals *n);
/* After an answer sat: q->values are what the engine says. */
void numerals_take(question *q, engine *e, const numerals *n);

#endif
