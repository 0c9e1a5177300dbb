/* Calls with values inside a worker, as often as a search makes them.
 *
 * Arguments that are no words lie in buffers that are used again, each ending at a guard page; there is
 * no allocation and no system call. Only for boxes whose result is a word, and for arguments of usual
 * size: direct.h calls with everything else. */
#ifndef TANDEM_BOX_WORKER_FLAT_H
#define TANDEM_BOX_WORKER_FLAT_H

#include "box/worker/invoke.h"

typedef struct box_flat {
    uint8_t *pages[BOX_MAX_ARITY]; /* by argument; NULL: not used yet */
} box_flat;

/* Whether the box may be called so. */
bool box_is_flat(const box *x);
/* The word that box_invoke takes for argument `i`; false: the value has no such form here. */
bool box_flat_argument(box_flat *f, const term_bank *b, const box *x, uint32_t i, value_id v,
                       uint64_t *word);
void box_flat_free(box_flat *f);

#endif
