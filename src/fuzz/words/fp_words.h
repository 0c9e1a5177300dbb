/* Float32 and Float64 arithmetic on bit patterns, as SMT-LIB means it, by the machine's own
 * floating-point unit where that is exact, by softfp.h elsewhere. */
#ifndef TANDEM_FUZZ_WORDS_FP_WORDS_H
#define TANDEM_FUZZ_WORDS_FP_WORDS_H

#include "fuzz/words/bytecode.h"

/* All FUZZ_FP_ instructions; `width` 32 or 64 as in the instruction. Sets *trap where the value is
 * not given by the operands alone (conversions out of range). */
uint64_t fp_words_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                        bool *trap);

#endif
