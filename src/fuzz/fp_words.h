/* Float32 and Float64 arithmetic on bit patterns, as SMT-LIB means it, by the machine's own
 * floating-point unit. RNA has no hardware mode: those functions report a trap for it. */
#ifndef TANDEM_FUZZ_FP_WORDS_H
#define TANDEM_FUZZ_FP_WORDS_H

#include "fuzz/program.h"

/* All FUZZ_FP_ instructions; `width` 32 or 64 as in the instruction. Sets *trap where the value is
 * not the machine's to give (underspecified conversions, rounding to nearest away). */
uint64_t fp_words_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                        bool *trap);

#endif
