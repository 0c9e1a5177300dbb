/* The functions of SV-COMP's and Test-Comp's programs: values that are inputs, assumptions, errors. */
#include "runtime/host/klee.h"

#include <string.h>
#include <sys/types.h>

/* NONDET(name, type) */
#define NONDETS(NONDET)                   \
    NONDET(char, char)                    \
    NONDET(schar, signed char)            \
    NONDET(uchar, unsigned char)          \
    NONDET(short, short)                  \
    NONDET(ushort, unsigned short)        \
    NONDET(int, int)                      \
    NONDET(uint, unsigned)                \
    NONDET(unsigned, unsigned)            \
    NONDET(long, long)                    \
    NONDET(ulong, unsigned long)          \
    NONDET(longlong, long long)           \
    NONDET(ulonglong, unsigned long long) \
    NONDET(u8, uint8_t)                   \
    NONDET(u16, uint16_t)                 \
    NONDET(u32, uint32_t)                 \
    NONDET(u64, uint64_t)                 \
    NONDET(size_t, size_t)                \
    NONDET(loff_t, loff_t)                \
    NONDET(pointer, void *)               \
    NONDET(float, float)                  \
    NONDET(double, double)

#pragma GCC visibility push(default)
#define NONDET(name, type) type __VERIFIER_nondet_##name(void);
NONDETS(NONDET)
#undef NONDET
_Bool __VERIFIER_nondet_bool(void);
void klee_assume(uintptr_t condition);
void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);
void reach_error(void) __attribute__((weak)); /* programs mostly have their own */
#pragma GCC visibility pop

#define NONDET(name, type)                                      \
    type __VERIFIER_nondet_##name(void)                         \
    {                                                           \
        uint64_t bits = tandem_klee_value(#name, sizeof(type)); \
        type value;                                             \
        memcpy(&value, &bits, sizeof(value));                   \
        return value;                                           \
    }
NONDETS(NONDET)
#undef NONDET

/* Its byte may have any value. */
_Bool __VERIFIER_nondet_bool(void)
{
    return tandem_klee_value("bool", 1) & 1;
}

void __VERIFIER_assume(int condition)
{
    klee_assume(condition != 0);
}

void __VERIFIER_error(void)
{
    tandem_klee_fail();
}

void reach_error(void)
{
    tandem_klee_fail();
}
