/* The objects of a memory image that a call can see: those its arguments point into. */
#ifndef TANDEM_BOX_REACHABLE_H
#define TANDEM_BOX_REACHABLE_H

#include "box/box_impl.h"

typedef struct reachable {
    VEC(box_buffer) objects; /* apart from each other, by ascending address; bytes are owned */
    box_image image;         /* the same */
} reachable;

/* `image` may be NULL. */
void reachable_find(const box_set *set, const box *x, const value_id *args, const box_image *image,
                    reachable *r);
void reachable_free(reachable *r);

#endif
