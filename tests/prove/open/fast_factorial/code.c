/* What program.c only runs. */
long mulprim(long a, long b)
{
    long r;
    return __builtin_mul_overflow(a, b, &r) ? 0 : r;
}

long fact(long k)
{
    unsigned long r = 1;
    for (long i = 2; i <= k && i < 1000; i++)
        r *= (unsigned long)i;
    return (long)r;
}
