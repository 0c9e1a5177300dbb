// A length that a variable gives: proved or not known, and never wrong.
// RUN: prove
// OUT: ^(proved|unknown)
int main(void)
{
    int n = 4;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    assert(a[1] == 2);
}
