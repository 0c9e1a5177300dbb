/* proved machine */
int main(void)
{
    int a[50], b[50], i;
    for (i = 0; i < 50; i++)
        a[i] = unknown();
    for (i = 0; i < 50; i++)
        b[49 - i] = a[i];
    for (i = 0; i < 50; i++)
        assert(a[i] == b[49 - i]);
}
