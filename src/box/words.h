/* Calls of boxes with machine words, remembered: for bytecode that runs outside a worker.
 *
 * Single calls are dear where another process answers them. While *collecting*, calls that are not
 * known have no value and are noted; boxes_flush makes all of them together, and then they are
 * known. */
#ifndef TANDEM_BOX_WORDS_H
#define TANDEM_BOX_WORDS_H

#include "box/box.h"

/* Whether the declaration is a box whose arguments and result are words (term/value/word.h). */
bool boxes_takes_words(const box_set *set, decl_id d);
/* False with *status when it has no value there (BOX_OK: one that does not fit a word). */
bool boxes_call_words(box_set *set, decl_id d, const uint64_t *args, uint64_t *result,
                      box_status *status);
/* Remembered only: BOX_UNAVAILABLE when this call was never made. */
bool boxes_known_words(box_set *set, decl_id d, const uint64_t *args, uint64_t *result,
                       box_status *status);
void boxes_collect(box_set *set, bool collecting);
/* False: nothing was noted. */
bool boxes_flush(box_set *set);
/* Whether the box is only reached by calls from here, and many at once cost much less each than one. */
bool boxes_batch(const box_set *set, decl_id d);
/* A call whose values (of all its group) are known already. */
void boxes_remember_words(box_set *set, decl_id d, const uint64_t *args, const uint64_t *outputs);

/* What calls of the box see besides their arguments, by ascending age; NULL with *n = 0: nothing. */
const box_cell *boxes_cells(const box_set *set, decl_id d, size_t *n);
/* What its calls are; false: nobody knows (a program, a callback). */
bool boxes_original(const box_set *set, decl_id d, box_original *o);
/* Boxes of one group have the same number: one call gives the values of all. */
uint32_t boxes_group(const box_set *set, decl_id d);

#endif
