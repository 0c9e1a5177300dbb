/* A question about bit-vectors as one about integers, exactly: sums, products with constants, parts and
 * extensions are linear in the numbers that they are of, once what is cut off has a name. Bit-blasting finds
 * products of many bits hard; simplex and cuts do not. Floats are reals there, as if nothing were rounded: an
 * answer has to be confirmed, and that there is none says nothing where floats are. */
#ifndef TANDEM_SOLVE_NEAR_LINEAR_H
#define TANDEM_SOLVE_NEAR_LINEAR_H

#include "solve/near/question.h"

/* `terms` gets what is to hold, `inputs` the integer that each input of the question is (0: it does not occur). False: it
 * is not linear, or has boxes; both are then of no use. */
bool linear_pose(const question *q, term_vec *terms, term_vec *inputs);

#endif
