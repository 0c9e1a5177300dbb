#include "prove/walk/place.h"

#include <stdlib.h>

enum { HOT = 250000 }; /* runs before it is compiled */

bool place_compile(walk_place *p, term_bank *b, const term_vec *roots,
                   const fuzz_compile_config *config, const char **reason)
{
    p->code = fuzz_compile(b, roots->at, roots->n, config, reason);
    if (p->code)
        p->gathered = base_alloc_zero(p->code->inputs.n + 1, sizeof *p->gathered);
    return p->code != NULL;
}

void place_start(walk_place *p, bool lazy, bool compiles, place_call call, void *context)
{
    p->begun = true;
    p->lazy = lazy;
    p->compiles = compiles;
    if (lazy) {
        fuzz_demand_init(&p->demand, p->code);
        p->demand.call = call;
        p->demand.context = context;
        return;
    }
    fuzz_machine_init(&p->registers, p->code);
    p->registers.call = call;
    p->registers.context = context;
}

void place_free(walk_place *p)
{
    fuzz_jit_free(p->jit);
    if (p->begun && p->lazy)
        fuzz_demand_free(&p->demand);
    else if (p->begun)
        fuzz_machine_free(&p->registers);
    fuzz_bytecode_free(p->code);
    free(p->gathered);
    vec_free(&p->sources);
}

void place_begin(walk_place *p, const uint64_t *frame)
{
    for (size_t i = 0; i < p->sources.n; i++)
        p->gathered[i] = frame[p->sources.at[i]];
    if (p->lazy) {
        fuzz_demand_begin(&p->demand, p->gathered);
    } else if (p->jit) {
        fuzz_jit_run(p->jit, p->gathered, &p->registers);
    } else {
        fuzz_run(p->code, p->gathered, &p->registers);
        if (++p->runs == HOT && p->compiles)
            p->jit = fuzz_jit_new(p->code, NULL);
    }
}
