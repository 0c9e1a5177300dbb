/* Strings in emitted programs: up to 63 ASCII characters; a part of the emitter. */
#ifndef TANDEM_EMIT_EMIT_STRING_H
#define TANDEM_EMIT_EMIT_STRING_H

#include "emit/emit_impl.h"

/* Bytes of an input: its length, then its characters. */
enum { EMIT_STRING_INPUT = 33 };

bool emit_string(emitter *e, term_id t);
void emit_string_literal(emitter *e, term_id t, value_id v);
value_id emit_string_value(term_bank *b, const uint8_t *bytes, size_t n, size_t at);
/* Only what fits is written. */
void emit_string_encode(const term_bank *b, value_id v, uint8_t *bytes);

#endif
