/* proved machine */
int main(void)
{
    int a[64], i;
    for (i = 0; i < 63; i++)
        a[i] = unknown();
    a[63] = 0;
    for (i = 0; a[i] != 0; i++)
        ;
    assert(i <= 63);
}
