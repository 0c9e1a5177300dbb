/* The inside of mutation: occurrences of terms. */
#ifndef TANDEM_RACE_MUTATE_IMPL_H
#define TANDEM_RACE_MUTATE_IMPL_H

#include "race/mutate.h"

/* One occurrence in the tree of an assertion. */
typedef struct place {
    term_id term;
    uint32_t parent;   /* position in the list; its own for a root */
    uint32_t argument; /* of the parent */
    uint32_t assertion;
} place;

typedef VEC(place) place_list;

/* All occurrences, breadth first and only the first few thousand: formulas of races are small. */
void mutate_places(const grammar *g, const formula *f, place_list *places);
/* Puts `t` where the place is, and rebuilds everything above it; 0 if that is not well-sorted. */
term_id mutate_put(const grammar *g, const place_list *places, size_t where, term_id t);

#endif
