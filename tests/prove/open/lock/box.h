/* The program as parts, and the ranges in which all states are tried. */
#define VARS(X) X(x, -20, 20) X(y, -20, 20) X(lock, -3, 3) X(choice, 0, 1)
#define PRE 1
#define HEAD y = x + 1, lock = 0
#define GUARD (x != y)
#define BODY                             \
    {                                    \
        if (choice)                      \
            lock = 1, x = y;             \
        else                             \
            lock = unlock(), x = y, y++; \
    }
#define POST (lock == 1)
