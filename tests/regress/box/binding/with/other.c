int other(int x)
{
    return x;
}
