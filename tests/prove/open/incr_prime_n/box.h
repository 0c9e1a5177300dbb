/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, -2, 60) X(i, -3, 62) X(out, -4, 130)
#define PRE (2 < n && n <= 1000000)
#define HEAD i = 0, out = 0
#define GUARD (i < n)
#define BODY i = i + 1, out = out + (isprime(n) ? 1 : 2)
#define POST ((isprime(n) && out == n) || (!isprime(n) && out == 2 * n))
