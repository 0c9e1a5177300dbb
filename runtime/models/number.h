/* A number in a text, read as strtol does it, from the first byte to the last: blanks (of the C locale), a
 * sign, digits; the first byte that is none ends it. All is expressions: one reader stands for every text. */
#ifndef TANDEM_RUNTIME_MODELS_NUMBER_H
#define TANDEM_RUNTIME_MODELS_NUMBER_H

#include "runtime/models/models.h"

/* What has been read so far; truths are expressions of width 1. */
typedef struct tandem_number_reader {
    tandem_expr before; /* only blanks so far */
    tandem_expr inside; /* a sign or digits */
    tandem_expr negative, any, over;
    tandem_expr octal;         /* the first digit is 0 */
    tandem_expr sign, zero, x; /* what the byte before was, on the way to "0x" */
    uint32_t digits;           /* that it can have so far, at most */
    tandem_expr value;         /* of as many bits as these need; 64 behind tandem_number_widen */
    tandem_expr end;           /* address behind the last digit, 64 bits */
    uint32_t base;
    bool prefixed;
} tandem_number_reader;

/* Before the first byte, whose address is `at`; `prefixed`: "0x" has to stand before the digits. */
tandem_number_reader tandem_number_begin(const void *at, uint32_t base, bool prefixed);
/* The next byte; `behind` is the address behind it. */
void tandem_number_step(tandem_number_reader *a, tandem_expr byte, tandem_expr behind);
void tandem_number_widen(tandem_number_reader *a);
/* What the function gives, of 64 bits; `over` has then whether it was out of range. */
tandem_expr tandem_number_value(tandem_number_reader *a, bool is_signed);

/* Parts of it, for readers with other rules. Is the byte a digit in the reader's base, and which (8 bits)? */
tandem_expr tandem_number_digit(const tandem_number_reader *a, tandem_expr byte,
                                tandem_expr *which);
/* Where `take` holds the digit stands behind those that were there. */
void tandem_number_take(tandem_number_reader *a, tandem_expr take, tandem_expr which);

/* Truths. */
tandem_expr tandem_not(tandem_expr x);
tandem_expr tandem_both(tandem_expr x, tandem_expr y);
tandem_expr tandem_either(tandem_expr x, tandem_expr y);
/* x < limit, unsigned. */
tandem_expr tandem_below(uint32_t width, tandem_expr x, uint64_t limit);
tandem_expr tandem_minus(tandem_expr byte, uint8_t by);
tandem_expr tandem_sum(uint32_t width, tandem_expr x, tandem_expr y);
tandem_expr tandem_is(tandem_expr byte, char c);
/* A blank of the C locale? */
tandem_expr tandem_is_blank(tandem_expr byte);

#endif
