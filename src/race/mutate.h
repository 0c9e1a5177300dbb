/* Grammar-preserving mutation: a construct takes the place of another one of the same sort. */
#ifndef TANDEM_RACE_MUTATE_H
#define TANDEM_RACE_MUTATE_H

#include "race/grammar.h"

/* `to` is `from` with one occurrence of a term, anywhere, replaced by construct `which`: its
 * arguments are those of what was there, as far as their sorts fit; superfluous ones (from the
 * right) are dropped, missing ones generated. Now and then what was there becomes an argument
 * itself, so that formulas can also grow; they always grow when that is done several `times`.
 * False: no place has a fitting sort. */
bool mutate(const grammar *g, rng *r, const formula *from, size_t which, uint32_t times,
            formula *to);
/* `to` is `from` with several more of construct `which` and nothing else: they take the places of
 * terms without any of the constructs that `precious` marks, or are new assertions, and have leaves
 * as arguments. */
bool mutate_dose(const grammar *g, rng *r, const formula *from, size_t which, const bool *precious,
                 formula *to);
/* `to` is `from` without the constructs that `out` marks: every occurrence gives way to another
 * construct that keeps what was below it (if possible none of those that `avoid` marks), else to an
 * argument of the same sort, else to something small. What loses its place by that is in a new
 * assertion. False: they cannot be taken out. */
bool mutate_without(const grammar *g, rng *r, const formula *from, const bool *out,
                    const bool *avoid, formula *to);
/* `to` is `from` without some assertions, or with something small in place of a term. */
bool mutate_smaller(const grammar *g, rng *r, const formula *from, formula *to);
/* `to` is `from` with a copy of some subterm of `donor` that begins with construct `which` in place
 * of another term, so that it brings along what is below it. False: there is none, or no place. */
bool mutate_graft(const grammar *g, rng *r, const formula *from, const formula *donor, size_t which,
                  formula *to);
/* A child of two formulas: assertions of both, and a subterm of one in a place of the other. */
void mutate_cross(const grammar *g, rng *r, const formula *mother, const formula *father,
                  formula *child);

#endif
