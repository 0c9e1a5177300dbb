/* What program.c only runs. */
int add(int a, int b)
{
    return a + b;
}
