/* A portrait: the strongest invariant of a vocabulary at one cut point that holds of all states it was shown.
 *
 * The equations of an affine hull (of numbers that wrap around: those modulo a power of two), columns that were always
 * equal, bounds (which jump from threshold to threshold, so that they come to an end), remainders, and clauses of one or
 * two conditions. */
#ifndef TANDEM_PROVE_INVARIANT_PORTRAIT_H
#define TANDEM_PROVE_INVARIANT_PORTRAIT_H

#include "prove/invariant/conjunct.h"

typedef struct portrait portrait;

portrait *portrait_new(const vocabulary *v, uint32_t cut);
void portrait_free(portrait *p);
/* Shows a state. `example`: it is known to be reachable, so bounds that rise are not counted. False when it cannot be shown
 * (an undetermined condition of a reading that is not partial): the portrait is then not to be used. */
bool portrait_show(portrait *p, reading *r, bool example);
/* False: no state was shown. */
bool portrait_begun(const portrait *p);
/* Its conjuncts; of a portrait that was shown nothing: CONJUNCT_NEVER. They stay valid until the next portrait_show. */
const conjunct_vec *portrait_conjuncts(portrait *p);
/* All of them at a state; *first (may be NULL) is one that is false. */
truth portrait_holds(portrait *p, reading *r, const conjunct **first);

#endif
