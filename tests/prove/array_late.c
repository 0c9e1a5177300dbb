/* violated */
int main(void)
{
    int a[5], i;
    for (i = 0; i < 5; i++)
        a[i] = 2 * i;
    assert(a[3] != 6);
}
