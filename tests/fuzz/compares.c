/* libFuzzer's tables of what was compared, left out: filling them takes a third of the time of our
 * parsers, and their words come from dictionaries and from other inputs instead (change_words.c).
 * The linker gives calls of libFuzzer's functions to these (--wrap). */
#include <stdint.h>

#define NOTHING(name, type)                                                                   \
    void __wrap___sanitizer_cov_trace_##name(type a, type b);                                 \
    __attribute__((no_sanitize("coverage"))) void __wrap___sanitizer_cov_trace_##name(type a, \
                                                                                      type b) \
    {                                                                                         \
    }

NOTHING(cmp1, uint8_t)
NOTHING(cmp2, uint16_t)
NOTHING(cmp4, uint32_t)
NOTHING(cmp8, uint64_t)
NOTHING(const_cmp1, uint8_t)
NOTHING(const_cmp2, uint16_t)
NOTHING(const_cmp4, uint32_t)
NOTHING(const_cmp8, uint64_t)
NOTHING(switch, uint64_t)
