/* violated machine */
int main(void)
{
    int n = unknown();
    assume(n > 0 && n < 1000);
    int a[n], i;
    for (i = 0; i < n; i++)
        a[i] = 1;
    a[n / 2] = 0;
    for (i = 0; i < n; i++)
        assert(a[i] == 1);
}
