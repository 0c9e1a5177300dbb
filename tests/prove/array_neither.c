/* violated */
int main(void)
{
    int a[1000], i;
    for (i = 0; i < 1000; i++)
        if (unknown())
            a[i] = 1;
        else if (unknown())
            a[i] = 2;
        else
            a[i] = 3;
    for (i = 0; i < 1000; i++)
        assert(a[i] == 1 || a[i] == 2);
}
