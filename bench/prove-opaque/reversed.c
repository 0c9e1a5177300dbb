/* Code that writes into a buffer. */
extern void reverse(int *a, int n);
extern int sum_of(const int *a, int n);
int main(void)
{
    int a[3], i = 0, n = unknown();
    a[0] = unknown();
    a[1] = unknown();
    a[2] = unknown();
    assume(a[0] > 0 && a[0] < 100 && a[1] > 0 && a[1] < 100 && a[2] > 0 && a[2] < 100);
    int first = a[0], s = a[0] + a[1] + a[2];
    while (i < n) {
        reverse(a, 3);
        i++;
    }
#ifdef FALSE
    assert(a[0] == first);
#else
    assert(a[0] + a[1] + a[2] == s);
#endif
}
