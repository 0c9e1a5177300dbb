/* What program.c only runs. */
int fib(int k)
{
    unsigned a = 0, b = 1;
    for (int i = 0; i < k && i < 100; i++) {
        unsigned t = a + b;
        a = b;
        b = t;
    }
    return (int)a;
}
