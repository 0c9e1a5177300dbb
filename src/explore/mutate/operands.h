/* Operands of comparisons that stand in an input as they are: where the bytes have one of them they can get the
 * other. Which comparisons a run made is recorded by light builds (runtime/abi.h). */
#ifndef TANDEM_EXPLORE_MUTATE_OPERANDS_H
#define TANDEM_EXPLORE_MUTATE_OPERANDS_H

#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"

/* The operands of a comparison that were not equal; a constant is b. Of 1, 2, 4 or 8 bytes. */
typedef struct compare_pair {
    uint64_t a, b;
    uint8_t bytes;
    bool is_constant;
} compare_pair;
typedef VEC(compare_pair) compare_pairs;

/* Bytes that could stand at a place of an input. */
typedef struct operand_place {
    uint32_t at;
    uint8_t n;
    char bytes[8];
} operand_place;
typedef VEC(operand_place) operand_places;

/* Adds the places of `b` that have an operand of two bytes or more, each with what it was compared with and the
 * numbers beside that; `places` has at most `most` afterwards. */
void operands_find(const compare_pairs *pairs, const strbuf *b, size_t most,
                   operand_places *places);
/* One operand, drawn at random, is replaced where the bytes have it; false: they do not. */
bool operands_put(const compare_pairs *pairs, strbuf *b, rng *r);

#endif
