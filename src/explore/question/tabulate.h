/* Closed boxes that see only one byte of the inputs: they are called with all 256 values, and the
 * table takes their place. That is exact, as a box is a function of what it sees: SMT can refute
 * what the table refutes. */
#ifndef TANDEM_EXPLORE_QUESTION_TABULATE_H
#define TANDEM_EXPLORE_QUESTION_TABULATE_H

#include "explore/target/recall.h"

typedef struct tabulator tabulator;

/* Makes at most so many tables. Trace and boxes must outlive it. */
tabulator *tabulate_new(explore_trace *t, box_set *boxes, uint64_t most);
void tabulate_free(tabulator *x);
/* Replaces the boxes in the terms for which that can be done. True: there were some. */
bool tabulate_boxes(tabulator *x, term_vec *terms);

#endif
