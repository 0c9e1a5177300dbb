/* The words that are copied into inputs: what boxes see, constants of the question, what it
 * spells, formats filled in, and what parsers find remarkable. */
#ifndef TANDEM_SOLVE_NEAR_TRANSPLANT_WORDS_H
#define TANDEM_SOLVE_NEAR_TRANSPLANT_WORDS_H

#include "solve/near/question.h"

enum { TRANSPLANT_LONGEST = 64 };

typedef struct transplant_word {
    uint8_t bytes[TRANSPLANT_LONGEST];
    uint32_t n;
} transplant_word;
typedef VEC(transplant_word) transplant_words;

/* The most promising first. */
void transplant_words_find(transplant_words *words, const question *q);

#endif
