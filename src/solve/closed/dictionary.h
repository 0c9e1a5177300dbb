/* Words for a search over values: what boxes were seen to compare with, as the inputs might begin. */
#ifndef TANDEM_SOLVE_CLOSED_DICTIONARY_H
#define TANDEM_SOLVE_CLOSED_DICTIONARY_H

#include "box/box.h"
#include "fuzz/words/bytecode.h"

/* Appends values of the sorts of the inputs. */
void dictionary_find(const fuzz_bytecode *p, const box_set *boxes, vec_u32 *words);

#endif
