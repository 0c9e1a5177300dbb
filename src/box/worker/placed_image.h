/* Memory images placed in a worker: objects of the formula at real addresses, and the way back.
 *
 * Objects (buffers that touch are one object) are placed each against a guard page, so that one
 * byte too far is a crash. Pointers are translated in both directions: NULL, interior pointers, one
 * past the end; a pointer into no object becomes an address that cannot be touched, and comes back
 * as itself when the box returns it. Pointers *stored* in objects are bytes like others. */
#ifndef TANDEM_BOX_WORKER_PLACED_IMAGE_H
#define TANDEM_BOX_WORKER_PLACED_IMAGE_H

#include "box/box.h"

typedef struct placed_image placed_image;

/* Places the objects; `placement` moves them to other addresses. NULL when there is no room. */
placed_image *placed_image_new(const box_image *image, uint64_t placement);
void placed_image_free(placed_image *m);
uint32_t placed_image_count(const placed_image *m);
/* Object i, by ascending address of the formula; bytes are the real ones and may be written. */
box_buffer placed_image_object(const placed_image *m, uint32_t i);
/* Writes image bytes again over what a call has changed (the image has the same shape). */
void placed_image_fill(placed_image *m, const box_image *image);
uint64_t placed_image_to_real(placed_image *m, uint64_t address);
/* False for a real address that belongs to no object and is not NULL. */
bool placed_image_to_formula(const placed_image *m, uint64_t real, uint64_t *address);

/* A single buffer of `n` bytes whose end is at a guard page. NULL when there is no room. Freed with
 * its length. */
uint8_t *box_guarded_new(size_t n);
void box_guarded_free(uint8_t *bytes, size_t n);

#endif
