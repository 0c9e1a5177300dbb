/* The sum of an array by code, and by hand while it changes. */
extern int sum_of(const int *a, int n);
int main(void)
{
    int a[3] = {0, 0, 0}, s = 0, i = 0, n = unknown();
    while (i < n) {
        int v = unknown();
        assume(v >= 0 && v < 100);
        s = s - a[i % 3] + v;
        a[i % 3] = v;
        i++;
    }
#ifdef FALSE
    assert(sum_of(a, 3) != 150);
#else
    assert(sum_of(a, 3) == s);
#endif
}
