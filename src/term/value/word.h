/* Values as machine words: Bool, RoundingMode, Int within 64 bits, bit-vectors up to 64 bits, Float32
 * and Float64 as their bits. */
#ifndef TANDEM_TERM_VALUE_WORD_H
#define TANDEM_TERM_VALUE_WORD_H

#include "term/value/value.h"

/* Whether values of the sort are words (of Int: those that fit). */
bool word_fits_sort(const term_bank *b, sort_id s);
/* Of a value of such a sort; an Int that does not fit is 0: word_of_small tells. */
uint64_t word_of_value(const term_bank *b, value_id v);
/* The same; false: an Int that does not fit. */
bool word_of_small(const term_bank *b, value_id v, uint64_t *word);
/* The word must be one of the sort. */
value_id value_of_word(term_bank *b, sort_id s, uint64_t word);

#endif
