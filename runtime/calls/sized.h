/* Numbers of bytes that depend on the input: moving them, and whether there is room. */
#ifndef TANDEM_RUNTIME_CALLS_SIZED_H
#define TANDEM_RUNTIME_CALLS_SIZED_H

#include "runtime/core/state.h"

/* Bytes from p to the end of its object; 0: not known. */
size_t tandem_room_at(const void *p);
/* `size`, which is n now, is at most `most`; that it could be more is a question. False: it is more now, or `most` is 0. */
bool tandem_size_inside(size_t most, size_t n, tandem_expr size);
/* Gives the bytes at `to` the expressions that they have after `n` bytes were moved there, before
 * that is done; `size` is the expression of n, which may be anything that stays inside both
 * objects. False: their bounds are not known, or too much; nothing has happened but that. */
bool tandem_move_sized(void *to, const void *from, size_t n, tandem_expr size);

#endif
