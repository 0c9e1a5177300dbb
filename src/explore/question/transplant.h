/* Values worth a try before any search: what stands in the other buffer of a comparison, constants
 * of the conditions as bytes and as text, numbers that parsers find remarkable, formats filled in;
 * copied into the inputs at every place. Each is tried on the real boxes. */
#ifndef TANDEM_EXPLORE_QUESTION_TRANSPLANT_H
#define TANDEM_EXPLORE_QUESTION_TRANSPLANT_H

#include "explore/question/question.h"

/* At most `budget` executions. True when q->values satisfies the question. */
bool transplant(question *q, uint64_t budget);

/* Other inputs for one box: rows of values for its inputs, in which a buffer that it sees is like
 * another one. Appends at most `most` rows to `rows`. */
typedef VEC(uint64_t) transplant_rows;
void transplant_box(const trace_box *box, size_t most, transplant_rows *rows);

#endif
