/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(N, -2, 8) X(n, -3, 9) X(x, -30, 520) X(y, -5, 220) X(z, -20, 60)
#define PRE (0 <= N && N <= 500)
#define HEAD n = 0, x = 0, y = 1, z = 6
#define GUARD (n < N)
#define BODY x = x + y, y = y + z, z = z + 6, n = n + 1
#define POST (x == cube((int)N))
