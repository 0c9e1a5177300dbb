/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(N, -1, 6) X(n, -2, 7) X(x, -9, 220) X(y, -3, 130) X(z, -6, 44)
#define PRE (0 <= N && N <= 500)
#define HEAD n = 0, x = 0, y = 1, z = 6
#define GUARD (n < N)
#define BODY x = x + y, y = y + z, z = z + 6, n = n + 1
#define POST (x == cube((int)N))
