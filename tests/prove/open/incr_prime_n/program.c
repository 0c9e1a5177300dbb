/* Steps of one or two, by a primality test of another file. */
int isprime(int n);

#ifdef MUTANT
#define OTHER 3
#else
#define OTHER 2
#endif

int main(void)
{
    int n = unknown(), i = 0, out = 0;
    assume(2 < n && n <= 1000000);
    while (i < n) {
        i = i + 1;
        if (isprime(n))
            out = out + 1;
        else
            out = out + 2;
    }
    assert((isprime(n) && out == n) || (!isprime(n) && out == OTHER * n));
}
