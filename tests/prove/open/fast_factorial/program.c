/* Factorials with a guarded multiplication in another file. */
long mulprim(long a, long b);
long fact(long k);

#ifdef MUTANT
#define START 2
#else
#define START 1
#endif

int main(void)
{
    long n = unknown(), r = START, i = 1;
    assume(0 <= n && n <= 20);
    while (i <= n) {
        r = mulprim(r, i);
        i = i + 1;
    }
    assert(r == fact(n));
}
