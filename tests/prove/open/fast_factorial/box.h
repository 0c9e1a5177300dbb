/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 8) X(i, -3, 10) X(r, -10, 50000)
#define PRE (0 <= n && n <= 20)
#define HEAD r = 1, i = 1
#define GUARD (i <= n)
#define BODY r = mulprim(r, i), i = i + 1
#define POST (r == fact(n))
