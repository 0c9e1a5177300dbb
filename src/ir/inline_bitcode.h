/* runtime/inline.c as bitcode: made when Tandem is built (scripts/embed). */
#ifndef TANDEM_IR_INLINE_BITCODE_H
#define TANDEM_IR_INLINE_BITCODE_H

#include <stddef.h>

extern const unsigned char ir_inline_bitcode[];
extern const size_t ir_inline_bitcode_size;

#endif
