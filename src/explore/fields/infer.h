/* Which fields an input has, from the trace of a run: sizes are compared with what is left of the input, bound loops, or are part of the
 * address at which a byte of it was read; counts bound loops whose rounds look at other bytes of it each; sums are compared with
 * a term over other bytes. What is found is a guess about other inputs (field.h). A trace that was cut off has fewer. */
#ifndef TANDEM_EXPLORE_FIELDS_INFER_H
#define TANDEM_EXPLORE_FIELDS_INFER_H

#include "explore/fields/field.h"
#include "explore/limits.h"

/* The fields of input `kind`, `index` of the trace, whose bytes these are, are added to `list`; ways to compute sums to `folds`. */
void fields_infer(explore_trace *t, uint8_t kind, uint32_t index, const strbuf *bytes,
                  const explore_limits *limits, fold_list *folds, field_list *list);
/* The input that most bytes of the trace are of. False: none. */
bool fields_input(const explore_trace *t, uint8_t *kind, uint32_t *index);

#endif
