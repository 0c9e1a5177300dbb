/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 120) X(x, -2, 130) X(y, -2, 130)
#define PRE (1 <= n && n <= 1000000)
#define HEAD x = n, y = newton((int)n, (int)n)
#define GUARD (y < x)
#define BODY x = y, y = newton((int)x, (int)n)
#define POST (x * x <= n && n < (x + 1) * (x + 1))
#define VALID (x != 0)
