/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(x0, -2, 70) X(x, -2, 70) X(y, -2, 9) X(s, -7, 9)
#define PRE (0 <= x0 && x0 < 1073741824)
#define HEAD x = x0, y = 0, s = 30
#define GUARD (s >= 0)
#define BODY                                  \
    {                                         \
        y = 2 * y;                            \
        long b = shl(3 * y * (y + 1) + 1, s); \
        if (x >= b)                           \
            x -= b, y++;                      \
        s -= 3;                               \
    }
#define POST (cube(y) <= x0 && x0 < cube(y + 1))
