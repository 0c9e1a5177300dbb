/* Regular languages for the search: membership, how far a string is from it, and members near a
 * string. What is known of a language is kept from one question to the next. */
#ifndef TANDEM_FUZZ_VALUES_LANGUAGE_H
#define TANDEM_FUZZ_VALUES_LANGUAGE_H

#include "base/rng.h"
#include "fuzz/limits.h"
#include "term/regex/regex.h"

typedef struct language_set language_set;

/* `limits` (NULL: the defaults) outlive it. */
language_set *languages_new(const term_bank *b, const fuzz_limits *limits);
void languages_free(language_set *l);
/* Forgets what is known of values from this one on: their ids are given out again. */
void languages_forget(language_set *l, value_id first);

regex_answer language_has(language_set *l, value_id regex, const uint32_t *text, size_t n);
/* How many characters must at least be taken off the end and put there instead; 0 for members,
 * SIZE_MAX when that is not known or there is no member. */
size_t language_edits(language_set *l, value_id regex, const uint32_t *text, size_t n);
/* Appends a member that keeps of the text what it can; random where there is a choice. False when
 * none is found. */
bool language_near(language_set *l, value_id regex, const uint32_t *text, size_t n, rng *r,
                   vec_u32 *out);

#endif
