/* Grammar-preserving mutation: a construct takes the place of another one of the same sort. */
#ifndef TANDEM_RACE_MUTATE_H
#define TANDEM_RACE_MUTATE_H

#include "race/grammar.h"

/* `to` is `from` with one occurrence of a term, anywhere, replaced by construct `which`: its
 * arguments are those of what was there, as far as their sorts fit; superfluous ones (from the
 * right) are dropped, missing ones generated. Now and then what was there becomes an argument
 * itself, so that formulas can also grow. False: no place has a fitting sort. */
bool mutate(const grammar *g, rng *r, const formula *from, size_t which, formula *to);
/* `to` is `from` with one more of construct `which` and nothing else: it takes the place of a
 * variable or constant, or is a new assertion, and has variables and constants as arguments. */
bool mutate_dose(const grammar *g, rng *r, const formula *from, size_t which, formula *to);
/* `to` is `from` without the constructs that `out` marks: every occurrence gives way to another
 * construct with the same arguments, else to an argument of the same sort, else to something small.
 * False: they cannot be taken out. */
bool mutate_without(const grammar *g, rng *r, const formula *from, const bool *out, formula *to);
/* `to` is `from` with a copy of some subterm of `donor` that begins with construct `which` in place
 * of another term, so that it brings along what is below it. False: there is none, or no place. */
bool mutate_graft(const grammar *g, rng *r, const formula *from, const formula *donor, size_t which,
                  formula *to);
/* A child of two formulas: assertions of both, and a subterm of one in a place of the other. */
void mutate_cross(const grammar *g, rng *r, const formula *mother, const formula *father,
                  formula *child);

#endif
