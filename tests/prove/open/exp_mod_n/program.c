/* Powers modulo m by repeated multiplication. */
int powmod(int b, int e, int m);

#ifdef MUTANT
#define FIRST 0
#else
#define FIRST 1
#endif

int main(void)
{
    int b = unknown(), e = unknown(), m = unknown(), r, i = 0;
    assume(1 < m && m <= 10000 && 0 <= b && b < m && 0 <= e && e <= 100);
    r = FIRST % m;
    while (i < e) {
        r = (r * b) % m;
        i++;
    }
    assert(r == powmod(b, e, m));
}
