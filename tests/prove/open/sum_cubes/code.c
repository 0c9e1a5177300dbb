/* What program.c only runs. */
long add(long a, long b)
{
    return a + b;
}
