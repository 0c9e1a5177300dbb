/* Constants of datatypes with one constructor (structs, tuples): a constant for each field says the same, and constants
 * of words are what most members can work on. */
#ifndef TANDEM_SOLVE_PREPARE_FIELDS_H
#define TANDEM_SOLVE_PREPARE_FIELDS_H

#include "term/core/term.h"
#include "term/value/model.h"

typedef struct field_constants {
    term_vec whole; /* constants … */
    term_vec apart; /* … and the constructor terms that stand for them */
} field_constants;

/* Puts constructor terms in place of such constants, and fields in place of their selectors. Formulas keep their places. */
void field_constants_put(term_bank *b, field_constants *f, term_vec *formulas);
/* Makes the values of a model from those of the fields, which are forgotten. */
void field_constants_complete(term_bank *b, const field_constants *f, term_model *m);
void field_constants_free(field_constants *f);

#endif
