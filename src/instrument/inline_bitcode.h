/* runtime/core/inline.c as bitcode: made when Tandem is built (scripts/embed). */
#ifndef TANDEM_INSTRUMENT_INLINE_BITCODE_H
#define TANDEM_INSTRUMENT_INLINE_BITCODE_H

#include <stddef.h>

extern const unsigned char ir_inline_bitcode[];
extern const size_t ir_inline_bitcode_size;

#endif
