/* What the text of a program suggests: conditions over its variables that occur in it, and the
 * numbers near which bounds are worth trying. */
#ifndef TANDEM_PROVE_INVARIANT_ATOMS_H
#define TANDEM_PROVE_INVARIANT_ATOMS_H

#include "program/system.h"
#include "prove/limits.h"

typedef VEC(int64_t) number_vec;

/* Conditions and their negations, over shown variables only; at most `limit`. */
void atoms_of_text(const ir_system *s, size_t limit, term_vec *atoms);
/* Sorted, without duplicates: the program's constants, sums and differences of two, and the
 * neighbours of all these. */
void atoms_thresholds(const ir_system *s, const prove_limits *limits, number_vec *thresholds);
/* The same of the constants alone, with both signs. */
void atoms_landmarks(const ir_system *s, const prove_limits *limits, number_vec *landmarks);

/* Its integer constants as they come, at most a few. */
void atoms_constants(const ir_system *s, const prove_limits *limits, number_vec *constants);

/* A few terms that are numbers over shown variables: elements of arrays, quotients and remainders.
 */
void atoms_terms(const ir_system *s, const prove_limits *limits, term_vec *terms);
/* Small constants that the program multiplies, divides or steps by; at most a handful. */
void atoms_moduli(const ir_system *s, const prove_limits *limits, number_vec *moduli);
/* Whether two numbers that are no constants are multiplied. */
bool atoms_multiply(const ir_system *s);
/* Numbers are compared, two of them. */
bool atoms_is_comparison(const term_bank *b, term_id t);
/* All terms of the system, arguments before their users. */
void atoms_terms_of_system(const ir_system *s, term_vec *order);
/* Its free constants, of which there are some, are variables of the C program. */
bool atoms_over_shown(const ir_system *s, term_id t);
/* The same, with opaque operations in it. */
bool atoms_over_opaque(const ir_system *s, term_id t);

#endif
