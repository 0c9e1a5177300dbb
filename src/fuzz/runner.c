#include "fuzz/runner.h"

/* Compilation takes more than linear time; programs of this size also spend theirs elsewhere. */
enum { LARGEST = 4000 };

void fuzz_runner_init(fuzz_runner *r, const fuzz_program *p, uint64_t hot)
{
    *r = (fuzz_runner){.p = p, .until_hot = hot ? hot : FUZZ_HOT};
    if (p->code.n > LARGEST)
        r->until_hot = UINT64_MAX;
    fuzz_distance_init(&r->gauge, p);
}

void fuzz_runner_free(fuzz_runner *r)
{
    fuzz_jit_free(r->jit);
    fuzz_distance_free(&r->gauge);
}

uint64_t fuzz_runner_interpret(fuzz_runner *r, const uint64_t *inputs, fuzz_machine *m)
{
    if (r->until_hot != UINT64_MAX && --r->until_hot == 0) {
        r->jit = m->call || !r->p->boxes.n ? fuzz_jit_new(r->p, &r->gauge) : NULL;
        r->until_hot = UINT64_MAX;
        if (r->jit)
            return fuzz_jit_run(r->jit, inputs, m);
    }
    fuzz_run(r->p, inputs, m);
    return fuzz_distance_measure(&r->gauge, r->p, m);
}
