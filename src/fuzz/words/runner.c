#include "fuzz/words/runner.h"

/* Bytecode is compiled when it has been interpreted for about as long as compiling it takes, so
 * that at most as much time is lost as was used anyway. Measured (bench/fuzz_rate prints them): 20
 * ms to load LLVM and 0.28 ms for each instruction, against 4 ns for each that is interpreted. */

void fuzz_runner_init(fuzz_runner *r, const fuzz_bytecode *p, uint64_t hot,
                      const fuzz_limits *limits)
{
    *r = (fuzz_runner){
        .p = p, .until_hot = hot ? hot : limits->jit_runs + limits->jit_instructions / p->code.n};
    if (p->code.n > limits->jit_largest || p->bank)
        r->until_hot = UINT64_MAX;
    fuzz_distance_init(&r->gauge, p);
}

void fuzz_runner_free(fuzz_runner *r)
{
    fuzz_jit_free(r->jit);
    fuzz_distance_free(&r->gauge);
}

static void compile(fuzz_runner *r, const fuzz_machine *m)
{
    if (r->p->boxes.n && !m->call)
        return;
    if (r->compiling)
        r->compiling(r->context, true);
    r->jit = fuzz_jit_new(r->p, &r->gauge);
    if (r->compiling)
        r->compiling(r->context, false);
}

uint64_t fuzz_runner_interpret(fuzz_runner *r, const uint64_t *inputs, fuzz_machine *m)
{
    if (r->until_hot != UINT64_MAX && --r->until_hot == 0) {
        r->until_hot = UINT64_MAX;
        compile(r, m);
        if (r->jit)
            return fuzz_jit_run(r->jit, inputs, m);
    }
    fuzz_run(r->p, inputs, m);
    return fuzz_distance_measure(&r->gauge, r->p, m);
}
