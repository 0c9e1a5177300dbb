/* Random values, from the corners where mistakes live. */
#ifndef TANDEM_TESTS_RANDOM_VALUES_H
#define TANDEM_TESTS_RANDOM_VALUES_H

#include "base/rng.h"
#include "term/value/value.h"

value_id random_value_of(term_bank *b, rng *r, sort_id sort);
/* A Real near to the numbers of a float format: exact ones, halfway ones, and a little off. */
value_id random_real_near(term_bank *b, rng *r, sort_id fp_sort);
/* Bits that are a NaN of the format, as a bit-vector. */
value_id random_nan_bits(term_bank *b, rng *r, sort_id fp_sort);

#endif
