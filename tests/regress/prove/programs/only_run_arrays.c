// RUN: prove
// OUT: ^proved
// OUT: one run only
int main(void)
{
    int a[100], b[100];
    for (int i = 0; i < 100; i++)
        a[i] = i * i;
    for (int i = 0; i < 100; i++)
        b[99 - i] = a[i];
    for (int i = 0; i < 100; i++)
        assert(b[i] == (99 - i) * (99 - i));
}
