#include "runtime/boxes/invoke.h"

#include <string.h>

/* In the calling conventions of x86-64 and AArch64 integers and floating-point numbers fill their
 * registers independently of each other, and what is left goes to the stack in order. So a call
 * with all registers of both kinds, then more integers, passes any list of arguments with not too
 * many floats. The type has an ellipsis because on x86-64 functions that have one need a count of
 * float registers, and the others do not mind. */
#ifdef __aarch64__
enum { INT_REGISTERS = 8 };
#else
enum { INT_REGISTERS = 6 };
#endif
enum { FLOAT_REGISTERS = 8, ON_STACK = 8 };

bool tandem_can_invoke(uint32_t n, uint64_t floats)
{
    uint32_t f = 0;
    for (uint32_t i = 0; i < n && i < 63; i++)
        f += floats >> i & 1;
    return n < 63 && f <= FLOAT_REGISTERS && n - f <= INT_REGISTERS + ON_STACK;
}

#ifdef __aarch64__
#define INTS i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7]
#else
#define INTS i[0], i[1], i[2], i[3], i[4], i[5]
#endif
#define FLOATS f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
#define STACK s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]

uint64_t tandem_invoke(uint64_t function, uint32_t n, uint64_t floats, const uint64_t *args,
                       uint32_t result_float)
{
    uint64_t i[INT_REGISTERS + ON_STACK] = {0}, *s = i + INT_REGISTERS;
    double f[FLOAT_REGISTERS] = {0};
    uint32_t ints = 0, n_floats = 0;
    if (!tandem_can_invoke(n, floats))
        return 0;
    for (uint32_t k = 0; k < n; k++)
        if (floats >> k & 1)
            memcpy(&f[n_floats++], &args[k], sizeof(*f));
        else
            i[ints++] = args[k];
    if (!result_float)
        return ((uint64_t (*)(uint64_t, ...))(uintptr_t)function)(INTS, FLOATS, STACK);
    double d = ((double (*)(uint64_t, ...))(uintptr_t)function)(INTS, FLOATS, STACK);
    uint64_t bits;
    memcpy(&bits, &d, sizeof(bits));
    return result_float == 32 ? (uint32_t)bits : bits;
}
