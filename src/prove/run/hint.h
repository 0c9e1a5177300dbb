/* Hints: states with inputs that executions should try first, in words: the cut point, then a frame
 * (steps.h). */
#ifndef TANDEM_PROVE_RUN_HINT_H
#define TANDEM_PROVE_RUN_HINT_H

#include "prove/walk/frame.h"
#include "term/value/model.h"

/* Words of one hint. */
size_t hint_size(const ir_system *s);
/* Appends a model; false when a number does not fit a word. */
bool hint_add(const ir_system *s, const term_model *m, uint32_t cut, word_vec *hints);

#endif
