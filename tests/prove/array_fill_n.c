/* proved machine */
int main(void)
{
    int n = unknown();
    assume(n > 0 && n < 100000);
    int a[n], i;
    for (i = 0; i < n; i++)
        a[i] = i + 3;
    for (i = 0; i < n; i++)
        assert(a[i] == i + 3);
}
