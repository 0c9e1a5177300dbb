/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(b0, -5, 5) X(e0, -1, 7) X(r, -40, 260) X(b, -9, 30) X(e, -3, 8)
#define PRE (0 <= e0 && e0 <= 15 && -5 <= b0 && b0 <= 5)
#define HEAD b = b0, e = e0, r = 1
#define GUARD (e > 0)
#define BODY r = e % 2 ? r * b : r, b = b * b, e = e / 2
#define POST (r == ipow(b0, e0))
