/* proved */
int main(void)
{
    int a[8], i, m;
    m = a[0];
    for (i = 0; i < 8; i++)
        if (a[i] > m)
            m = a[i];
    assert(a[5] <= m);
}
