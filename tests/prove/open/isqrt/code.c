/* What program.c only runs. */
int newton(int x, int n)
{
    return (int)(((long)x + n / x) / 2);
}
