/* Inputs that are there already, changed: what StringFuzz calls transformers. The result is like the seed and not the
 * same; nothing is known of its answer. Not here: putting constructs in, which the searches do (mutate.h). */
#ifndef TANDEM_RACE_SEEDS_TRANSFORM_H
#define TANDEM_RACE_SEEDS_TRANSFORM_H

#include "race/grammar.h"

typedef enum transform_kind {
    TRANSFORM_MULTIPLY,  /* numbers times a factor, strings repeated */
    TRANSFORM_REVERSE,   /* strings from their end */
    TRANSFORM_TRANSLATE, /* letters and digits exchanged for others, everywhere in the same way */
    TRANSFORM_FUZZ,      /* some literals exchanged for random ones */
    TRANSFORM_ROTATE,    /* the arguments of an operator one place on */
    TRANSFORM_GRAFT,     /* assertions and a subterm of another seed put into it */
    TRANSFORM_COUNT
} transform_kind;

/* False: it changes nothing in this one, and *to is not set. */
bool transform(const grammar *g, rng *r, transform_kind kind, const formula *from, formula *to);
/* A seed of the grammar, which must have one, after a few transformers or none. */
void transform_seed(const grammar *g, rng *r, formula *to);

#endif
