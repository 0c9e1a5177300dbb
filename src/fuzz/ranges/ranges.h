/* Ranges of the registers of bytecode when all its constraints hold.
 *
 * Intervals and known bits go forwards from operands to results and backwards from constraints to
 * inputs until nothing changes (or for a number of rounds). Values outside the ranges of the inputs
 * satisfy no constraints, whatever the boxes answer: what is left may be few enough to try
 * all. Float arithmetic is not looked into. */
#ifndef TANDEM_FUZZ_RANGES_RANGES_H
#define TANDEM_FUZZ_RANGES_RANGES_H

#include "fuzz/limits.h"
#include "fuzz/ranges/range.h"
#include "fuzz/words/bytecode.h"

/* One for each register, or all empty when no values satisfy the constraints; freed with free.
 * Floats are seen as their bits. `limits`: NULL: the defaults. */
fuzz_range *fuzz_ranges_new(const term_bank *b, const fuzz_bytecode *p, const fuzz_limits *limits);
/* Whatever the constraints: those of the sorts, for the caller to narrow … */
fuzz_range *fuzz_ranges_any(const term_bank *b, const fuzz_bytecode *p);
/* … and what follows from that for the other registers. */
void fuzz_ranges_follow(const fuzz_bytecode *p, fuzz_range *of);

#endif
