/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(a, -3, 40) X(b, -3, 12) X(q, -6, 42) X(r, -8, 42)
#define PRE (0 <= a && a <= 1000000 && 1 <= b)
#define HEAD q = 0, r = a
#define GUARD (r >= b)
#define BODY r = r - b, q = q + 1
#define POST (b != 0 && q == divlib((int)a, (int)b) && r == modlib((int)a, (int)b))
#define VALID (b != 0)
