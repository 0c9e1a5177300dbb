/* What program.c only runs. */
long ipow(long b, long e)
{
    unsigned long r = 1;
    for (long i = 0; i < e && i < 10000; i++)
        r *= (unsigned long)b;
    return (long)r;
}
