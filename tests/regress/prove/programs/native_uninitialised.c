// RUN: prove --property unreach-call --int-model machine
// OUT: ^violated$
// OUT: uninitialised memory = 5
// What was never written may hold anything.
int find(const int *a, int n, int x)
{
    return n && (a[n - 1] == x || find(a, n - 1, x));
}
int main(void)
{
    int all[3];
    assert(!find(all, 3, 5));
}
