/* Memory images in a worker: objects of the formula at real addresses, and the way back.
 *
 * Objects (buffers that touch are one object) are placed each against a guard page, so that one
 * byte too far is a crash. Pointers are translated in both directions: NULL, interior pointers, one
 * past the end; a pointer into no object becomes an address that cannot be touched, and comes back
 * as itself when the box returns it. Pointers *stored* in objects are bytes like others. */
#ifndef TANDEM_BOX_WORKER_MEMORY_H
#define TANDEM_BOX_WORKER_MEMORY_H

#include "box/box.h"

typedef struct box_memory box_memory;

/* Places the objects; `placement` moves them to other addresses. NULL when there is no room. */
box_memory *box_memory_new(const box_image *image, uint64_t placement);
void box_memory_free(box_memory *m);
uint32_t box_memory_count(const box_memory *m);
/* Object i, by ascending address of the formula; bytes are the real ones and may be written. */
box_buffer box_memory_object(const box_memory *m, uint32_t i);
/* Writes image bytes again over what a call has changed (the image has the same shape). */
void box_memory_fill(box_memory *m, const box_image *image);
uint64_t box_memory_to_real(box_memory *m, uint64_t address);
/* False for a real address that belongs to no object and is not NULL. */
bool box_memory_to_formula(const box_memory *m, uint64_t real, uint64_t *address);

/* A single buffer of `n` bytes whose end is at a guard page. NULL when there is no room. Freed with
 * its length. */
uint8_t *box_guarded_new(size_t n);
void box_guarded_free(uint8_t *bytes, size_t n);

#endif
