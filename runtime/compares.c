/* Comparisons of the light build (trace-cmp): the mutation stage learns numbers and characters from
 * them. The ring is used as a table by hash, so that a loop does not push out everything else. */
#include "runtime/state.h"

static void note(uint64_t a, uint64_t b, uint32_t bytes, uint32_t is_constant)
{
    tandem_shared *s = tandem_rt.shared;
    if (!s || a == b)
        return;
    uint64_t h = (a ^ (b << 29) ^ (b >> 35) ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(h >> 52);
    _Static_assert(sizeof(s->compares) / sizeof(*s->compares) == 4096, "the hash has 12 bits");
    s->compares[at].a = a;
    s->compares[at].b = b;
    s->compares[at].bytes = bytes;
    s->compares[at].is_constant = is_constant;
    s->n_compares++;
}

/* The names are SanitizerCoverage's; a constant is the first operand. */
#define COMPARE(name, type, constant)                           \
    void __sanitizer_cov_trace_##name(type a, type b);          \
    void __sanitizer_cov_trace_##name(type a, type b)           \
    {                                                           \
        note((uint64_t)a, (uint64_t)b, sizeof(type), constant); \
    }
COMPARE(cmp1, uint8_t, 0)
COMPARE(cmp2, uint16_t, 0)
COMPARE(cmp4, uint32_t, 0)
COMPARE(cmp8, uint64_t, 0)
COMPARE(const_cmp1, uint8_t, 1)
COMPARE(const_cmp2, uint16_t, 1)
COMPARE(const_cmp4, uint32_t, 1)
COMPARE(const_cmp8, uint64_t, 1)

/* `cases`: their number, the width of the value in bits, the cases. */
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases)
{
    for (uint64_t i = 0; tandem_rt.shared && i < cases[0]; i++)
        note(cases[i + 2], value, (uint32_t)(cases[1] / 8), 1);
}
