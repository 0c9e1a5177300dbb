/* Calls of boxes with machine words from this process, one by one and remembered: for constraint
 * programs over boxes that no worker can run by itself (programs, callbacks), and where every call
 * has to be a fact. */
#ifndef TANDEM_SOLVE_CLOSED_WORD_CALL_H
#define TANDEM_SOLVE_CLOSED_WORD_CALL_H

#include "box/box.h"
#include "fuzz/words/bytecode.h"

/* Whether the declaration is a box whose arguments and results fit machine words. */
bool word_call_possible(const term_bank *b, const box_set *boxes, decl_id d);
/* False with *status when it has no value there (BOX_OK: one that does not fit a word). With
 * `known` only what was called before is looked up: BOX_UNAVAILABLE when it never was. */
bool word_call(term_bank *b, box_set *boxes, decl_id d, const uint64_t *args, bool known,
               uint64_t *result, box_status *status);

#endif
