/* How far a Bool register is from being true, and from being false, after a run.
 *
 * 0 means it is there; otherwise the smaller the nearer, on a scale where one comparison that is
 * off by as much as possible counts about DISTANCE_UNIT. Conjunctions add up, disjunctions take the
 * nearer. Numbers are compared on a logarithmic scale, equality also by the bits that differ; other
 * values as fuzz/values/vdistance.h says. */
#ifndef TANDEM_FUZZ_WORDS_DISTANCE_H
#define TANDEM_FUZZ_WORDS_DISTANCE_H

#include "fuzz/words/bytecode.h"

enum { DISTANCE_UNIT = 65 << 10 };

typedef struct fuzz_pair {
    uint64_t yes, no;
} fuzz_pair;

/* A monotone logarithm with ten bits of fraction; 0 for 0, less than DISTANCE_UNIT. */
static inline uint64_t distance_logarithm(uint64_t gap)
{
    if (!gap)
        return 0;
    unsigned zeros = (unsigned)__builtin_clzll(gap);
    return (uint64_t)(64 - zeros) << 10 | (gap << zeros) << 1 >> 54;
}
/* Between two words of one sort. */
uint64_t distance_equal(sort_id sort, uint64_t x, uint64_t y);

/* Which of the two distances of a register the constraints need. */
enum { DISTANCE_TO_TRUE = 1, DISTANCE_TO_FALSE = 2 };

typedef struct fuzz_distance {
    uint64_t *to_true, *to_false; /* by register; only of those in `list` */
    uint8_t *needs;               /* by register */
    uint64_t *weights;            /* by constraint: how much its distance counts; 1 at first */
    vec_u32 list;                 /* the registers that are needed, ascending */
} fuzz_distance;

void fuzz_distance_init(fuzz_distance *d, const fuzz_bytecode *p);
void fuzz_distance_free(fuzz_distance *d);
/* After fuzz_run: fills both arrays (of mixed bytecode: the machine's); returns the weighted sum over the constraints, which is 0 only
 * when all of them hold. */
uint64_t fuzz_distance_measure(fuzz_distance *d, const fuzz_bytecode *p, const fuzz_machine *m);

#endif
