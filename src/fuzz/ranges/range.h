/* Ranges: what is known of a machine word without running anything.
 *
 * Bit-vectors (Bool is one of width 1) have an unsigned interval, a signed one and bits that are
 * known; each sharpens the others. Ints have a signed interval whose ends INT64_MIN and INT64_MAX
 * stand for "no bound". A range always holds at least the values that are possible. */
#ifndef TANDEM_FUZZ_RANGES_RANGE_H
#define TANDEM_FUZZ_RANGES_RANGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct fuzz_range {
    unsigned width;       /* of a bit-vector, 1 to 64; 0: Int */
    uint64_t low, high;   /* unsigned; not of Int */
    int64_t least, most;  /* signed */
    uint64_t known, ones; /* bits that are the same in all values, and those of them that are 1 */
    bool empty;           /* no value is possible */
} fuzz_range;

fuzz_range fuzz_range_all(unsigned width);
/* A bit-vector's number, or an Int's. */
fuzz_range fuzz_range_one(unsigned width, uint64_t word);
/* Each narrows the range; true when it did. Ends that exceed the width are cut. */
bool fuzz_range_unsigned(fuzz_range *r, uint64_t low, uint64_t high);
bool fuzz_range_signed(fuzz_range *r, int64_t least, int64_t most);
bool fuzz_range_bits(fuzz_range *r, uint64_t known, uint64_t ones);
/* To what both allow; of equal widths. */
bool fuzz_range_meet(fuzz_range *r, const fuzz_range *other);
/* To the smallest that has the values of both; of equal widths. */
void fuzz_range_join(fuzz_range *r, const fuzz_range *other);
bool fuzz_range_single(const fuzz_range *r, uint64_t *word);
bool fuzz_range_has(const fuzz_range *r, uint64_t word);
/* The word itself when it is in the range, else one made from it that most likely is. */
uint64_t fuzz_range_fit(const fuzz_range *r, uint64_t word);

/* An upper bound of the number of values; UINT64_MAX: that many, or without end. */
uint64_t fuzz_range_size(const fuzz_range *r);
/* Goes through all values once: false when there is none (any more). */
bool fuzz_range_first(const fuzz_range *r, uint64_t *word);
bool fuzz_range_next(const fuzz_range *r, uint64_t *word);

#endif
