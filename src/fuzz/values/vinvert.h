/* Wanted values, backwards, for values of any sort: invert.h for vgraph.h.
 *
 * Exact where the operator can be inverted at the current values, a plausible guess otherwise. One
 * wanted value may become several (the parts of a concatenation). */
#ifndef TANDEM_FUZZ_VALUES_VINVERT_H
#define TANDEM_FUZZ_VALUES_VINVERT_H

#include "fuzz/values/vmutate.h"

typedef struct vwant {
    uint32_t node;
    value_id value;
} vwant;
typedef VEC(vwant) vwant_vec;

/* Appends what operands of the operator node `at` should be, so that it has the value `wanted`;
 * nothing where no operand can be moved. Boxes are the search's business. */
void vinvert(vgraph *g, vwords *w, uint32_t at, value_id wanted, vwant_vec *out);

#endif
