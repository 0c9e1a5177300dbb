/* What builds of a program call that are not instrumented: the operands of comparisons (instrument/builds/compares.h), and where lines are
 * counted (instrument/builds/lines.h) edges and choices. The linker takes this file only for those. */
#include "runtime/core/state.h"

enum { RING = sizeof(((tandem_shared *)0)->compares) / sizeof(((tandem_shared *)0)->compares[0]) };

/* How many bits differ; the compiler's own function is a call where processors without such an instruction count. */
static inline uint8_t bits_of(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (uint8_t)(x * 0x0101010101010101 >> 56);
}

/* Equal operands tell nothing new. */
static void record(uint64_t a, uint64_t b, uint32_t bytes, bool constant, uintptr_t place)
{
    tandem_shared *s = tandem_rt.shared;
    if (a == b || !s || !tandem_traced)
        return;
    uint8_t *nearest = &s->batch.nearest[(place ^ place >> 12) % TANDEM_NEAREST];
    uint8_t apart = (uint8_t)(1 + bits_of(a ^ b));
    if (!*nearest || apart < *nearest) {
        s->batch.progress |= *nearest != 0;
        *nearest = apart;
    }
    uint32_t i = s->n_compares++ % RING;
    s->compares[i].a = a;
    s->compares[i].b = b;
    s->compares[i].bytes = bytes;
    s->compares[i].is_constant = constant;
}

#pragma GCC visibility push(default)
void __sanitizer_cov_trace_pc_guard(const uint32_t *guard);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);
void tandem_choice(bool truth, const uint32_t *guards);

void __sanitizer_cov_trace_pc_guard(const uint32_t *guard)
{
    tandem_coverage[*guard]++;
}

/* A value that the source chose without a branch. */
void tandem_choice(bool truth, const uint32_t *guards)
{
    tandem_coverage[guards[truth]]++;
}

/* A comparison; and one with a constant, which comes first. */
#define COMPARISONS(bytes, type)                                            \
    void __sanitizer_cov_trace_cmp##bytes(type a, type b);                  \
    void __sanitizer_cov_trace_cmp##bytes(type a, type b)                   \
    {                                                                       \
        record(a, b, bytes, false, (uintptr_t)__builtin_return_address(0)); \
    }                                                                       \
    void __sanitizer_cov_trace_const_cmp##bytes(type a, type b);            \
    void __sanitizer_cov_trace_const_cmp##bytes(type a, type b)             \
    {                                                                       \
        record(b, a, bytes, true, (uintptr_t)__builtin_return_address(0));  \
    }
COMPARISONS(1, uint8_t)
COMPARISONS(2, uint16_t)
COMPARISONS(4, uint32_t)
COMPARISONS(8, uint64_t)

/* cases: their number, the width of the value in bits, then they themselves. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
    for (uint64_t i = 0; i < cases[0]; i++)
        record(value, cases[2 + i], (uint32_t)cases[1] / 8, true, (uintptr_t)cases + i);
}
#pragma GCC visibility pop
