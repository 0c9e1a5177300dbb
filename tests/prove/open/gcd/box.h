/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(a0, -2, 14) X(b0, -2, 14) X(a, -16, 16) X(b, -16, 16)
#define PRE (a0 > 0 && b0 > 0)
#define HEAD a = a0, b = b0
#define GUARD (b != 0)
#define BODY            \
    {                   \
        long t = a % b; \
        a = b, b = t;   \
    }
#define POST (a == gcdlib(a0, b0))
