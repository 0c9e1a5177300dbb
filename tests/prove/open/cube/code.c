/* What program.c only runs. */
int cube(int n)
{
    return (int)((unsigned)n * (unsigned)n * (unsigned)n);
}
