/* Operators of terms that are one instruction on the operands as they stand: a table for the compiler. */
#ifndef TANDEM_FUZZ_WORDS_COMPILE_SIMPLE_H
#define TANDEM_FUZZ_WORDS_COMPILE_SIMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "term/core/op.h"

typedef struct compile_simple {
    uint16_t op;      /* 0: it is none of these */
    bool swap, chain; /* operands swapped; pairwise over neighbours, joined by `and` */
} compile_simple;

compile_simple compile_simple_of(term_op op);

#endif
