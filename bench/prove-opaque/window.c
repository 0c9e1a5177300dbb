/* Two results over a buffer. */
extern void extremes(const int *a, int n, int *low, int *high);
int main(void)
{
    int a[4] = {0, 0, 0, 0}, low = 0, high = 0, i = 0;
    while (unknown()) {
        int v = unknown();
        assume(v >= -50 && v <= 50);
        a[i] = v;
        i = i == 3 ? 0 : i + 1;
        extremes(a, 4, &low, &high);
#ifdef FALSE
        assert(high - low <= 60);
#else
        assert(low >= -50 && high <= 50 && low <= high);
#endif
    }
}
