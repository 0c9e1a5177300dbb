/* What libFuzzer is told of comparisons, so that it can put what was compared with into inputs. Filling
 * its tables takes a third of the time of our parsers of texts, whose words come from dictionaries
 * and from other inputs instead (change_words.c); there they are left out. The linker gives calls of
 * libFuzzer's functions to these (--wrap). */
#include <stdint.h>

#include "fuzz/change.h"

bool fuzz_compares;

#define COMPARE(name, type)                                                                   \
    void __wrap___sanitizer_cov_trace_##name(type a, type b);                                 \
    void __real___sanitizer_cov_trace_##name(type a, type b);                                 \
    __attribute__((no_sanitize("coverage"))) void __wrap___sanitizer_cov_trace_##name(type a, \
                                                                                      type b) \
    {                                                                                         \
        if (fuzz_compares)                                                                    \
            __real___sanitizer_cov_trace_##name(a, b);                                        \
    }

COMPARE(cmp1, uint8_t)
COMPARE(cmp2, uint16_t)
COMPARE(cmp4, uint32_t)
COMPARE(cmp8, uint64_t)
COMPARE(const_cmp1, uint8_t)
COMPARE(const_cmp2, uint16_t)
COMPARE(const_cmp4, uint32_t)
COMPARE(const_cmp8, uint64_t)
COMPARE(switch, uint64_t)
