/* A formula as a list of literals: conjunctions taken apart, definitions expanded, and what the
 * closed-box solver needs to know of each. */
#ifndef TANDEM_SOLVE_PREPARE_LITERALS_H
#define TANDEM_SOLVE_PREPARE_LITERALS_H

#include "box/box.h"
#include "solve/limits.h"
#include "term/core/term.h"
#include "term/value/model.h"

/* Appends the conjuncts of the assertions, each once, `true` left out, and to `origins` (may be NULL) the number
 * of the assertion that each comes from. */
void literals_split(term_bank *b, const term_id *assertions, size_t n, term_vec *literals,
                    vec_u32 *origins);
/* Whether a box of the set is applied in the term, and whether under a binder. */
bool literals_has_box(const term_bank *b, const box_set *boxes, term_id t);
bool literals_has_bound_box(const term_bank *b, const box_set *boxes, term_id t);
/* The calls of boxes in the term. */
unsigned literals_calls(const term_bank *b, const box_set *boxes, term_id t);
/* Whether the bits of a float are looked at: those of NaN are underspecified, so what the machine takes for them
 * decides nothing. */
bool literals_see_nan_bits(const term_bank *b, const term_id *terms, size_t n);
/* The free constants of the terms, each once. */
void literals_constants(const term_bank *b, const term_id *terms, size_t n, vec_u32 *decls);

/* Equivalence classes over variables, constants and terms: an equation that can be solved for a
 * free constant (isolate.h) makes the constant stand for the other side everywhere. What remains
 * has fewer variables and fewer equations; `eliminated` and `meaning` say what they were. */
typedef struct literals_classes {
    term_vec eliminated; /* applications of free constants … */
    term_vec meaning;    /* … and the terms they are equal to, over what remains */
} literals_classes;

/* Eliminates and simplifies in place; literals that became `true` are removed, one that became
 * `false` says that no model exists. */
void literals_eliminate(term_bank *b, const solve_limits *limits, term_vec *literals,
                        literals_classes *classes);
/* Adds the values of what was eliminated to a model of what remains; boxes are called for them. */
void literals_classes_complete(const literals_classes *classes, box_set *boxes, term_model *m);
void literals_classes_free(literals_classes *classes);

#endif
