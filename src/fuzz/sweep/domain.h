/* The inputs of bytecode as a finite set that is counted and gone through in any order.
 *
 * Each input is an axis: an interval of numbers or of floats, numbers with some bits fixed, the
 * members of a residue class, whole floats, or a table of values. An axis holds at least the values that the
 * constraints leave the input (fuzz/ranges/ranges.h, and what single constraints say): the constraints
 * themselves are still to be looked at. A point is a number below `count`, its digits are places on
 * the axes. */
#ifndef TANDEM_FUZZ_SWEEP_DOMAIN_H
#define TANDEM_FUZZ_SWEEP_DOMAIN_H

#include "fuzz/limits.h"
#include "fuzz/words/bytecode.h"

typedef enum sweep_axis_kind {
    AXIS_LINEAR, /* base + digit * scale */
    AXIS_BITS,   /* the digit spread over the bits of `mask`, and those of base */
    AXIS_FLOAT,  /* floats in their order, -0 before 0 */
    AXIS_WHOLE,  /* the floats that are whole numbers: base + digit, signed */
    AXIS_TABLE   /* table[base + digit] */
} sweep_axis_kind;

typedef struct sweep_axis {
    sweep_axis_kind kind;
    unsigned width; /* of the word: 64 for Int */
    bool is_float, is_int;
    uint64_t count;
    uint64_t stride; /* points between neighbours: the product of the counts before */
    uint64_t base, scale, mask;
} sweep_axis;

typedef struct sweep_domain {
    VEC(sweep_axis) axes; /* as the inputs of the bytecode */
    VEC(uint64_t) table;
    VEC(uint8_t) implied; /* by constraint: it holds everywhere in the domain */
    uint64_t count;       /* points; UINT64_MAX: that many, or more */
} sweep_domain;

/* An axis of at most so many places may be cut down to a table, for which each is looked at. */
enum { SWEEP_FILTER_MOST = 1 << 22 };
/* What the constraints of the bytecode leave; `filtered`: SWEEP_FILTER_MOST, or less. */
void sweep_domain_init(sweep_domain *d, const term_bank *b, const fuzz_bytecode *p,
                       const fuzz_limits *limits, uint64_t filtered);
void sweep_domain_free(sweep_domain *d);
/* The word at a place of an axis; of a float: NaN in its one form. */
uint64_t sweep_axis_word(const sweep_axis *x, const uint64_t *table, uint64_t digit);
/* The input words of a point below `count`. */
void sweep_domain_point(const sweep_domain *d, uint64_t point, uint64_t *words);

static inline uint64_t sweep_mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static inline uint64_t sweep_infinity(unsigned width)
{
    return width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
}

/* Floats as numbers in their order, and back; not for NaN. */
static inline uint64_t sweep_rank(uint64_t word, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return word & sign ? ~word & sweep_mask(width) : word | sign;
}

static inline uint64_t sweep_of_rank(uint64_t rank, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return rank & sign ? rank ^ sign : ~rank & sweep_mask(width);
}

#endif
