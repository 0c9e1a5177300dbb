/* Models: what each free declaration means, and what the underspecified operators mean.
 *
 * A constant has a value; a function has parameters and a body (a term over them). Underspecified
 * applications (x/0, fp.to_ubv of NaN, …) have values in a table keyed by operator, indices and
 * argument values, or a function given by the solver (z3 prints `/0`). Declared sorts have elements. */
#ifndef TANDEM_TERM_VALUE_MODEL_H
#define TANDEM_TERM_VALUE_MODEL_H

#include "base/map.h"
#include "term/core/term.h"

typedef struct term_model term_model;

term_model *model_new(term_bank *b);
void model_free(term_model *m);
void model_clear(term_model *m);
term_bank *model_bank(const term_model *m);

/* Meaning of a constant, as a value or as a term still to be evaluated (arrays by lambda, say). */
void model_set_value(term_model *m, decl_id d, value_id v);
void model_set_function(term_model *m, decl_id d, const term_id *parameters, uint32_t n,
                        term_id body);
/* Takes the meaning of a declaration out again. */
void model_forget(term_model *m, decl_id d);
bool model_has(const term_model *m, decl_id d);
/* 0 when the declaration has none (or is a function). */
value_id model_value(const term_model *m, decl_id d);
/* Body of a function, its parameters through *parameters; 0 if there is none. */
term_id model_function(const term_model *m, decl_id d, const term_id **parameters);
/* All declarations in it, in the order they were set. */
size_t model_size(const term_model *m);
decl_id model_decl_at(const term_model *m, size_t i);

/* The elements of a declared sort, as far as they were told: what quantifiers over it range over. */
void model_add_element(term_model *m, value_id element);
const value_id *model_elements(const term_model *m, sort_id sort, uint32_t *n);

/* Adds everything that another model of the same bank says. False if the two contradict each other
 * (a declaration or an underspecified application with two meanings): then `to` is unfinished. The
 * elements of sorts are no longer known: those of one model may break what the other says of all. */
bool model_add(term_model *to, const term_model *from);

/* The same for what is made often and seldom looked at: nothing is copied, the other model (of the
 * same bank, with other declarations, at most two) has to stay as it is until model_settle, which
 * does copy. Until then the declarations in it cannot be listed. */
bool model_rest_on(term_model *m, const term_model *base);
void model_settle(term_model *m);

/* The value of an underspecified application at given argument values. */
void model_set_partial(term_model *m, term_op op, const uint32_t *indices, uint32_t n_indices,
                       const value_id *args, uint32_t n, value_id result);
value_id model_partial(const term_model *m, term_op op, const uint32_t *indices, uint32_t n_indices,
                       const value_id *args, uint32_t n);
/* The same as a function of the first `n` arguments (z3's `/0`, `div0`, `mod0`, … drop the zero);
 * a partial value goes before it. */
void model_set_partial_function(term_model *m, term_op op, const term_id *parameters, uint32_t n,
                                term_id body);
term_id model_partial_function(const term_model *m, term_op op, const term_id **parameters,
                               uint32_t *n);
/* Selectors at values of another constructor are underspecified too: their partial values have
 * OP_APP and the selector's declaration as the index, or model_set_function gives them a body. */

#endif
