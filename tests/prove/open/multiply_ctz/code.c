/* What program.c only runs. */
int ctz(int b)
{
    return __builtin_ctz((unsigned)b);
}
