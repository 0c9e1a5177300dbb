// RUN: prove --int-model machine
// OUT: ^proved
// OUT: no run has signed overflow
// Bits alone are slow here; ideal integers know the invariant.
int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2;
    return s;
}
int main(void)
{
    int n = unknown();
    if (n < 0 || n > 1000)
        return 0;
    assert(sum(n) == 2 * n);
}
