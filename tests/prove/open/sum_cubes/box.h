/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 12) X(i, -3, 13) X(s, -10, 9000)
#define PRE (0 <= n && n <= 1000)
#define HEAD i = 0, s = 0
#define GUARD (i < n)
#define BODY i = i + 1, s = s + i * i * i
#define POST (4 * s == n * n * (n + 1) * (n + 1))
