/* Running bytecode for the search: interpreted at first, compiled once it has run often enough to
 * pay for that. Both give the same registers and the same distance. */
#ifndef TANDEM_FUZZ_WORDS_RUNNER_H
#define TANDEM_FUZZ_WORDS_RUNNER_H

#include "fuzz/jit/jit.h"
#include "fuzz/limits.h"

typedef struct fuzz_runner {
    const fuzz_bytecode *p;
    fuzz_distance gauge;
    fuzz_jit *jit;      /* NULL: interpreted */
    uint64_t until_hot; /* interpreted runs until it is compiled; UINT64_MAX: never */
    void (*compiling)(void *context, bool begins); /* around compilation; may be NULL */
    void *context;
} fuzz_runner;

/* `hot`: interpreted runs before the bytecode is compiled; 0: what pays off, UINT64_MAX: never. */
void fuzz_runner_init(fuzz_runner *r, const fuzz_bytecode *p, uint64_t hot,
                      const fuzz_limits *limits);
void fuzz_runner_free(fuzz_runner *r);
/* The registers in `m`, and the distance. */
uint64_t fuzz_runner_interpret(fuzz_runner *r, const uint64_t *inputs, fuzz_machine *m);
static inline uint64_t fuzz_runner_run(fuzz_runner *r, const uint64_t *inputs, fuzz_machine *m)
{
    return r->jit ? fuzz_jit_run(r->jit, inputs, m) : fuzz_runner_interpret(r, inputs, m);
}

#endif
