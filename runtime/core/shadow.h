/* Which bytes of the target's memory have an expression: granules of 256 bytes in a hash table,
 * each byte with its expression and the value it had when the expression was put there. Code that
 * is not instrumented writes memory behind our back; where memory no longer has the recorded value
 * the expression is stale and forgotten. tandem_filter lets inlined code skip memory without any.
 */
#ifndef TANDEM_RUNTIME_CORE_SHADOW_H
#define TANDEM_RUNTIME_CORE_SHADOW_H

#include "runtime/core/state.h"

void tandem_shadow_set(const void *p, tandem_expr e, uint8_t value);
/* Of the byte at p, which holds `value` now. */
tandem_expr tandem_shadow_get(const void *p, uint8_t value);
/* Has the byte at p an expression, and another value than the one that belongs to it? */
bool tandem_shadow_stale(const void *p, uint8_t value);
/* The filter says that no byte has one, from here on. */
void tandem_shadow_hide(void);
void tandem_shadow_clear(const void *p, size_t n);
/* May any of these bytes have an expression? Does not read them. */
bool tandem_shadow_any(const void *p, size_t n);
/* Gives the bytes at `to` the expressions of those at `from`, before or after the bytes themselves
 * are moved: `values` are the bytes. Overlapping is fine. */
void tandem_shadow_move(const void *to, const void *from, const uint8_t *values, size_t n);

#endif
