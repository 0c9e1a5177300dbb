/* Values as text for programs, and their replies as values: docs/boxes.md.
 *
 * The reader accepts one SMT-LIB value and nothing behind it. It knows the sort that is wanted, so
 * that a reply of another sort or width is told apart from garbage. */
#ifndef TANDEM_BOX_PROGRAM_TEXT_H
#define TANDEM_BOX_PROGRAM_TEXT_H

#include "base/strbuf.h"
#include "term/value/value.h"

/* Whether values of the sort have a text here: Bool, Int, Real, BitVec, FloatingPoint, String,
 * RoundingMode. */
bool text_has_sort(const term_bank *b, sort_id sort);
/* Int and BitVec in plain decimal, Real as decimal fraction n or n/d, Bool, RoundingMode by name,
 * FloatingPoint as SMT-LIB term; String as UTF-8, or as SMT-LIB literal when `quoted`. */
void text_put_value(const term_bank *b, value_id v, bool quoted, strbuf *out);
/* 0 with *error set (caller frees) when the text is no value of the sort. */
value_id text_read_value(term_bank *b, sort_id sort, const char *text, char **error);
/* Decimal text of an Int ("-12") or Real ("-12", "3/4", "0.25"); 0 when it is none. */
value_id text_read_number(term_bank *b, sort_id sort, const char *text);

/* UTF-8 to code points of the String sort and back; false for bytes that are no UTF-8. */
bool text_decode(const char *bytes, size_t n, vec_u32 *points);
void text_encode(const uint32_t *points, size_t n, strbuf *out);

#endif
