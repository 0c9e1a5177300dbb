/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 12) X(i, -2, 14) X(a, -3, 250) X(b, -3, 250)
#define PRE (0 <= n && n <= 44)
#define HEAD a = 0, b = 1, i = 0
#define GUARD (i < n)
#define BODY               \
    {                      \
        long t = a + b;    \
        a = b, b = t, i++; \
    }
#define POST (a == fib((int)n))
