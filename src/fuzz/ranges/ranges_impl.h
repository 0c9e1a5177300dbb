/* Inside of ranges.c: narrowing what the registers of bytecode can hold, one instruction at a time
 * and in all directions. */
#ifndef TANDEM_FUZZ_RANGES_RANGES_IMPL_H
#define TANDEM_FUZZ_RANGES_RANGES_IMPL_H

#include "fuzz/ranges/ranges.h"

typedef struct ranger {
    const fuzz_bytecode *p;
    fuzz_range *of;
    bool changed;
} ranger;

static inline uint64_t range_mask(unsigned width)
{
    return width ? UINT64_MAX >> (64 - width) : 0;
}

static inline void range_narrow(ranger *g, uint32_t reg, uint64_t low, uint64_t high)
{
    g->changed |= fuzz_range_unsigned(&g->of[reg], low, high);
}

static inline void range_narrow_bits(ranger *g, uint32_t reg, uint64_t known, uint64_t ones)
{
    g->changed |= fuzz_range_bits(&g->of[reg], known, ones);
}

/* An operand may be narrower than the operator says: zero extension keeps the word. */
static inline uint64_t range_known_bits(const fuzz_range *r)
{
    return r->known | ~range_mask(r->width);
}

static inline void range_signed_view(const fuzz_range *r, unsigned width, int64_t *least,
                                     int64_t *most)
{
    bool extended = r->width && r->width < width;
    *least = extended ? (int64_t)r->low : r->least;
    *most = extended ? (int64_t)r->high : r->most;
}

static inline void range_narrow_signed(ranger *g, uint32_t reg, unsigned width, int64_t least,
                                       int64_t most)
{
    fuzz_range *r = &g->of[reg];
    if (!r->width || r->width >= width)
        g->changed |= fuzz_range_signed(r, least, most);
    else if (most >= 0)
        range_narrow(g, reg, least < 0 ? 0 : (uint64_t)least, (uint64_t)most);
    else
        range_narrow(g, reg, 1, 0);
}

static inline void range_set_truth(ranger *g, uint32_t reg, bool value)
{
    range_narrow(g, reg, value, value);
}

/* Each contracts one instruction at `at`; the first two say whether the operator is theirs.
 * Operators without a case tell nothing. */
bool ranges_contract_compare(ranger *g, uint32_t at, const fuzz_insn *insn);
bool ranges_contract_bits(ranger *g, uint32_t at, const fuzz_insn *insn);
void ranges_contract_int(ranger *g, uint32_t at, const fuzz_insn *insn);

#endif
