/* What program.c only runs. */
long cube(long x)
{
    return (long)((unsigned long)x * (unsigned long)x * (unsigned long)x);
}

long shl(long x, long by)
{
    return by < 0 || by > 62 ? 0 : (long)((unsigned long)x << by);
}
