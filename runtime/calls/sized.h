/* Moving a number of bytes that depends on the input. */
#ifndef TANDEM_RUNTIME_CALLS_SIZED_H
#define TANDEM_RUNTIME_CALLS_SIZED_H

#include "runtime/core/state.h"

/* Gives the bytes at `to` the expressions that they have after `n` bytes were moved there, before
 * that is done; `size` is the expression of n, which may be anything that stays inside both
 * objects. False: their bounds are not known, or too much; nothing has happened. */
bool tandem_move_sized(void *to, const void *from, size_t n, tandem_expr size);

#endif
