/* What SanitizerCoverage calls in light builds of a program, which are not instrumented: coverage
 * of edges, and the operands of comparisons. The linker takes this file only for those. */
#include "runtime/state.h"

#pragma GCC visibility push(default)
void __sanitizer_cov_trace_pc_guard(const uint32_t *guard);
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b);
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b);
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b);
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b);
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b);
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);
#pragma GCC visibility pop

enum { RING = sizeof(((tandem_shared *)0)->compares) / sizeof(((tandem_shared *)0)->compares[0]) };

void __sanitizer_cov_trace_pc_guard(const uint32_t *guard)
{
    tandem_coverage[*guard]++;
}

/* Equal operands tell nothing new. */
static void record(uint64_t a, uint64_t b, uint32_t bytes, bool constant)
{
    tandem_shared *s = tandem_rt.shared;
    if (!s || !tandem_traced || a == b)
        return;
    uint32_t i = s->n_compares++ % RING;
    s->compares[i].a = a;
    s->compares[i].b = b;
    s->compares[i].bytes = bytes;
    s->compares[i].is_constant = constant;
}

void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b)
{
    record(a, b, 1, false);
}
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b)
{
    record(a, b, 2, false);
}
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b)
{
    record(a, b, 4, false);
}
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b)
{
    record(a, b, 8, false);
}
/* The constant comes first. */
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b)
{
    record(b, a, 1, true);
}
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b)
{
    record(b, a, 2, true);
}
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b)
{
    record(b, a, 4, true);
}
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b)
{
    record(b, a, 8, true);
}

/* cases: their number, the width of the value in bits, then they themselves. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
    for (uint64_t i = 0; i < cases[0]; i++)
        record(value, cases[2 + i], (uint32_t)cases[1] / 8, true);
}
