/* The sum of cubes; cubes by inline assembly, sums by another file. */
long add(long a, long b);

static long cube(long i)
{
    long r = i;
#if defined(__x86_64__) && !defined(CLOSED)
    __asm__("imulq %1, %0\n\timulq %1, %0" : "+r"(r) : "r"(i) : "cc");
#else
    r = r * i * i;
#endif
    return r;
}

#ifdef MUTANT
#define LAST (n + 2)
#else
#define LAST (n + 1)
#endif

int main(void)
{
    long n = unknown(), i = 0, s = 0;
    assume(0 <= n && n <= 1000);
    while (i < n) {
        i = i + 1;
        s = add(s, cube(i));
    }
    assert(4 * s == n * n * (n + 1) * LAST);
}
