/* Arrays that are read at fixed places only: a constant for each place says the same, and constants
 * of words are what most members can work on. */
#ifndef TANDEM_SOLVE_PREPARE_FLAT_H
#define TANDEM_SOLVE_PREPARE_FLAT_H

#include "term/core/term.h"
#include "term/value/model.h"

typedef struct flat_arrays {
    term_vec reads;     /* (select array value) … */
    term_vec constants; /* … and what stands for each */
} flat_arrays;

/* Puts constants in place of all reads of such arrays. */
void flat_arrays_put(term_bank *b, flat_arrays *f, term_vec *formulas);
/* Makes the arrays of a model from the values of the constants, which are forgotten. */
void flat_arrays_complete(term_bank *b, const flat_arrays *f, term_model *m);
void flat_arrays_free(flat_arrays *f);

#endif
