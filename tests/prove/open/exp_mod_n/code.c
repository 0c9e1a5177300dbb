/* What program.c only runs. */
int powmod(int b, int e, int m)
{
    long r = 1 % m;
    for (int i = 0; i < e && i < 100000; i++)
        r = r * b % m;
    return (int)r;
}
