/* Arrays in emitted programs; a part of the emitter. */
#ifndef TANDEM_EMIT_EMIT_ARRAY_H
#define TANDEM_EMIT_EMIT_ARRAY_H

#include "emit/emit_impl.h"

bool emit_array_fits(const term_bank *b, sort_id s);
/* The C type; it will be written out. */
const char *emit_array_ctype(emitter *e, sort_id s);
/* select, store, constant arrays; true when the operator was one of them. Arrays always have names
 * (emit_hoist). */
bool emit_array(emitter *e, term_id t);
/* A value, put together in statements before the rung. */
void emit_array_literal(emitter *e, term_id t, value_id v);
/* x = y, and x as an argument of a box, appended. */
void emit_array_same(emitter *e, sort_id s, const emit_expr *x, const emit_expr *y, strbuf *out);
void emit_array_argument(emitter *e, sort_id s, const emit_expr *x, strbuf *out);
/* The types and their functions. */
void emit_array_types(emitter *e, strbuf *out);
/* Bytes of an input, and the values they stand for. */
uint32_t emit_array_bytes(const term_bank *b, sort_id s);
value_id emit_array_value(term_bank *b, sort_id s, const uint8_t *bytes, size_t n, size_t at);
void emit_array_encode(const term_bank *b, sort_id s, value_id v, uint8_t *bytes);

#endif
