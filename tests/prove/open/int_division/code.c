/* What program.c only runs. */
int divlib(int a, int b)
{
    return a / b;
}

int modlib(int a, int b)
{
    return a % b;
}
