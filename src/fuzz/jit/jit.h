/* Bytecode as machine code: one function that computes all registers and the distance.
 *
 * It gives exactly what fuzz_run and fuzz_distance_measure give, also where registers are
 * undefined, so a search takes the same course with it and without it. Worth its price (loading
 * LLVM, a few milliseconds of compilation) for what runs often; runner.h decides that. */
#ifndef TANDEM_FUZZ_JIT_JIT_H
#define TANDEM_FUZZ_JIT_JIT_H

#include "fuzz/words/distance.h"
#include "fuzz/words/bytecode.h"

typedef struct fuzz_jit fuzz_jit;

/* `p` and `d` must outlive it; without `d` there is no distance. NULL when there is no LLVM, or when
 * it fails. */
fuzz_jit *fuzz_jit_new(const fuzz_bytecode *p, fuzz_distance *d);
void fuzz_jit_free(fuzz_jit *j);
/* As fuzz_run followed by fuzz_distance_measure (whose arrays are filled only after a trap). The
 * machine must be able to call, when the bytecode has boxes. */
uint64_t fuzz_jit_run(const fuzz_jit *j, const uint64_t *inputs, fuzz_machine *m);

#endif
