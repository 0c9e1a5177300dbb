/* Libraries of small random closed boxes, written twice: as C, for the solver to call, and as
 * SMT-LIB definitions, for the test to know what they compute.
 *
 * Box number i is `b<i>` in both; its definition is `b<i>!`. Their sorts are Bool, bit-vectors of
 * three widths, Int and now and then Float32. Some abort at one input: there the definition is one
 * of many that fit, which is all that a right answer may assume. */
#ifndef TANDEM_TESTS_RANDOM_BOXES_H
#define TANDEM_TESTS_RANDOM_BOXES_H

#include "base/strbuf.h"

enum { RANDOM_BOXES = 16, RANDOM_BOX_WIDTHS = 3 };

typedef struct random_boxes {
    uint32_t widths[RANDOM_BOX_WIDTHS];
    strbuf c;   /* a C file */
    strbuf smt; /* declarations b0 …, definitions b0! … */
} random_boxes;

void random_boxes_make(random_boxes *boxes, uint64_t seed);
void random_boxes_free(random_boxes *boxes);

#endif
