/* Random values beyond those of src/generate: arrays, and numbers at which floats are difficult. */
#ifndef TANDEM_TESTS_RANDOM_VALUES_H
#define TANDEM_TESTS_RANDOM_VALUES_H

#include "base/rng.h"
#include "term/core/term.h"

value_id random_value_of(term_bank *b, rng *r, sort_id sort);
/* A Real near to the numbers of a float format: exact ones, halfway ones, and a little off. */
value_id random_real_near(term_bank *b, rng *r, sort_id fp_sort);
/* A value that an underspecified application may have at these arguments. */
value_id random_unspecified(term_bank *b, rng *r, term_id application, const value_id *args);

#endif
