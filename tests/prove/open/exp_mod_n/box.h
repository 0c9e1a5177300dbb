/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(m, 0, 9) X(b, -1, 9) X(e, -1, 7) X(r, -1, 9) X(i, -2, 8)
#define PRE (1 < m && m <= 10000 && 0 <= b && b < m && 0 <= e && e <= 100)
#define HEAD r = 1 % m, i = 0
#define GUARD (i < e)
#define BODY r = (r * b) % m, i++
#define POST (r == powmod((int)b, (int)e, (int)m))
#define VALID (m != 0)
