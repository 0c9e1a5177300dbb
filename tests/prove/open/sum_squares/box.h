/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 40) X(i, -3, 42) X(s, -10, 700)
#define PRE (0 <= n && n <= 1000)
#define HEAD i = 0, s = 0
#define GUARD (i < n)
#define BODY i = i + 1, s = s + i * i
#define POST (6 * s == n * (n + 1) * (2 * n + 1))
