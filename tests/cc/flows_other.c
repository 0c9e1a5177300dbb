/* Functions of another module. */
#include "flows.h"

#include <stdarg.h>

int other_add(int a, int b)
{
    return a + b;
}

static int subtract(int a, int b)
{
    return a - b;
}

two other_two(long a)
{
    return (two){a, 7};
}

mixed other_mixed(double a)
{
    return (mixed){a, (int)a};
}

long other_big(int before, big b, int after)
{
    expect_concrete(before, __LINE__);
    expect_symbolic(after, __LINE__);
    expect_symbolic(b.a, __LINE__);
    expect_symbolic((long)b.b, __LINE__);
    expect_symbolic(b.c[12], __LINE__);
    expect_concrete(b.c[1], __LINE__);
    return b.a + b.c[12];
}

/* There are 30 slots; what does not fit is made concrete by the caller. */
long other_huge(huge h, int behind)
{
    expect_symbolic(h.v[3], __LINE__);
    expect_concrete(h.v[4], __LINE__);
    expect_symbolic(h.v[29], __LINE__);
    expect_concrete(h.v[30], __LINE__);
    expect_concrete(behind, __LINE__);
    return h.v[29];
}

int other_many(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9,
               int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18,
               int a19, int a20, int a21, int a22, int a23, int a24, int a25, int a26, int a27,
               int a28, int a29, int a30, int a31, int a32)
{
    expect_symbolic(a0, __LINE__);
    expect_concrete(a1, __LINE__);
    expect_symbolic(a29, __LINE__);
    expect_concrete(a30, __LINE__);
    expect_concrete(a32, __LINE__);
    return a29 + a32;
}

long other_variable(int n, ...)
{
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    long sum = 0;
    for (int i = 0; i < n; i++) {
        int a = va_arg(list, int);
        double b = va_arg(list, double);
        long c = va_arg(list, long);
        expect_symbolic(a, __LINE__);
        expect_symbolic((long)b, __LINE__);
        expect_concrete(c, __LINE__);
        sum += a + (long)b + c;
    }
    va_end(list);
    expect_symbolic(va_arg(copy, int), __LINE__);
    va_end(copy);
    return sum;
}

double other_float(float a, double b)
{
    return a + b;
}

int (*other_pointer(int which))(int, int)
{
    return which ? other_add : subtract;
}

int other_callback(int (*f)(int), int x)
{
    return f(x) + 1;
}

void other_write(char *p, char c)
{
    *p = c;
}
