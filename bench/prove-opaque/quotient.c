/* Two results through pointers. */
extern void divide(int a, int b, int *quotient, int *remainder);
int main(void)
{
    int n = unknown(), q = 0, r = 0, i = 0;
    assume(n >= 0 && n < 1000);
    while (i < n) {
        divide(i, 10, &q, &r);
        assert(10 * q + r == i);
#ifdef FALSE
        assert(q < 42);
#endif
        i++;
    }
}
