/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(a0, -1, 5) X(b0, -2, 12) X(supported, 0, 1) X(a, -1, 5) X(b, -2, 14) X(r, -20, 70)
#define PRE (0 <= a0 && a0 <= 1000 && 0 <= b0 && b0 <= 1000)
#define HEAD a = a0, b = b0, r = 0
#define GUARD (b != 0)
#define BODY                                      \
    {                                             \
        long shift = supported ? ctz((int)b) : 0; \
        if (shift)                                \
            r += a << shift, b -= 1L << shift;    \
        else                                      \
            r += a, b -= 1;                       \
    }
#define POST (r == a0 * b0)
