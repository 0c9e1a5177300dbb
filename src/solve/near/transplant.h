/* Values worth a try before any search: what stands in the other buffer of a comparison, constants
 * of the conditions as bytes and as text, numbers that parsers find remarkable, formats filled in;
 * copied into the inputs at every place. Each is tried on the real boxes. */
#ifndef TANDEM_SOLVE_NEAR_TRANSPLANT_H
#define TANDEM_SOLVE_NEAR_TRANSPLANT_H

#include "solve/near/question.h"

/* At most `budget` executions. True when q->values satisfies the question. */
bool transplant(question *q, uint64_t budget);

/* Other arguments for a call of `d`, in which a buffer that it sees is like another one; `seen` are
 * the arguments now. Appends at most about `most` rows: the arguments, then for each of them the
 * bits that were copied. */
typedef VEC(uint64_t) transplant_rows;
void transplant_call(const question *q, decl_id d, const uint64_t *seen, size_t most,
                     transplant_rows *rows);

#endif
