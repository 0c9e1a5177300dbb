/* The sum of squares; squares by inline assembly, sums by another file. */
int add(int a, int b);

static int sq(int i)
{
    int r = i;
#if defined(__x86_64__) && !defined(CLOSED)
    __asm__("imull %1, %0" : "+r"(r) : "r"(i) : "cc");
#else
    r = r * i;
#endif
    return r;
}

#ifdef MUTANT
#define LAST (2 * n + 2)
#else
#define LAST (2 * n + 1)
#endif

int main(void)
{
    int n = unknown(), i = 0, s = 0;
    assume(0 <= n && n <= 1000);
    while (i < n) {
        i = i + 1;
        s = add(s, sq(i));
    }
    assert(6 * s == n * (n + 1) * LAST);
}
