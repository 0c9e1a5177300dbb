/* What program.c only runs. */
int modlib(int a, int b)
{
    return a % b;
}

int gcdlib(int a, int b)
{
    long x = a, y = b;
    if (x < 0)
        x = -x;
    if (y < 0)
        y = -y;
    while (y) {
        long t = x % y;
        x = y;
        y = t;
    }
    return (int)x;
}
