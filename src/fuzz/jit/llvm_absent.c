/* A build without LLVM: bytecode is interpreted. */
#include <stddef.h>

#include "fuzz/jit/jit.h"
#include "fuzz/sweep/kernel.h"

fuzz_jit *fuzz_jit_new(const fuzz_bytecode *p, fuzz_distance *d)
{
    (void)p, (void)d;
    return NULL;
}

void fuzz_jit_free(fuzz_jit *j)
{
    (void)j;
}

uint64_t fuzz_jit_run(const fuzz_jit *j, const uint64_t *inputs, fuzz_machine *m)
{
    (void)j, (void)inputs, (void)m;
    return UINT64_MAX; /* nobody has one */
}

kernel *kernel_new(const kernel_task *t)
{
    (void)t;
    return NULL;
}

void kernel_free(kernel *k)
{
    (void)k;
}

kernel_end kernel_run(const kernel *k, uint64_t place, uint64_t point, uint64_t step, uint64_t n)
{
    (void)k, (void)place, (void)point, (void)step, (void)n;
    return KERNEL_TRAP; /* nobody has one */
}
