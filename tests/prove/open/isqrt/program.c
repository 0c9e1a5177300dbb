/* Integer square roots by Newton's method; its step in another file. */
int newton(int x, int n);

#ifdef MUTANT
#define AT_MOST(r) ((r) * (r) < n)
#else
#define AT_MOST(r) ((r) * (r) <= n)
#endif

int main(void)
{
    int n = unknown(), x, y;
    assume(1 <= n && n <= 1000000);
    x = n;
    y = newton(n, n);
    while (y < x) {
        x = y;
        y = newton(x, n);
    }
    assert(AT_MOST(x) && n < (x + 1) * (x + 1));
}
