/* Bytecode on demand: only what a wanted register needs is computed, so calls in
 * branches that are not taken are not made. For bytecode whose calls are dear, may crash or never
 * return; straight-line execution (fuzz_run) is faster where they are none of that. */
#ifndef TANDEM_FUZZ_WORDS_DEMAND_H
#define TANDEM_FUZZ_WORDS_DEMAND_H

#include "fuzz/words/bytecode.h"

typedef struct fuzz_demand {
    const fuzz_bytecode *p;
    const uint64_t *inputs;
    uint64_t *regs;
    uint32_t *known; /* the round in which a register was computed */
    uint8_t *bad;    /* why it has no value: one of those below, or 0 */
    uint32_t round;
    vec_u32 stack;
    uint64_t *args;
    /* May set `failure` before it returns false. */
    bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result);
    void *context;
    uint8_t failure;
} fuzz_demand;

enum {
    FUZZ_NO_VALUE = 1, /* beyond words, or a call that was not made */
    FUZZ_FAILED = 2    /* a call that was made and failed */
};

void fuzz_demand_init(fuzz_demand *d, const fuzz_bytecode *p);
void fuzz_demand_free(fuzz_demand *d);
/* Other inputs: nothing is known any more. They must stay while they are used. */
void fuzz_demand_begin(fuzz_demand *d, const uint64_t *inputs);
/* False when the register has no value at these inputs. */
bool fuzz_demand_value(fuzz_demand *d, uint32_t reg, uint64_t *value);
/* Whether that was because of a call that failed. */
static inline bool fuzz_demand_failed(const fuzz_demand *d, uint32_t reg)
{
    return d->bad[reg] == FUZZ_FAILED;
}

#endif
