/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(n, 98, 102) X(k, -3, 103) X(sum, -10, 470)
#define PRE 1
#define HEAD n = 100, sum = 0, k = 0
#define GUARD (k < n)
#define BODY sum = sum + predict((int)k), k = k + 1
#define POST (441 <= sum && sum <= 459)
