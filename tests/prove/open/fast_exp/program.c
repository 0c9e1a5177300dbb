/* Powers by squaring. */
long ipow(long b, long e);

#ifdef MUTANT
#define HALF 3
#else
#define HALF 2
#endif

int main(void)
{
    long b0 = unknown(), e0 = unknown(), r = 1, b, e;
    assume(0 <= e0 && e0 <= 15 && -5 <= b0 && b0 <= 5);
    b = b0;
    e = e0;
    while (e > 0) {
        if (e % 2)
            r = r * b;
        b = b * b;
        e = e / HALF;
    }
    assert(r == ipow(b0, e0));
}
