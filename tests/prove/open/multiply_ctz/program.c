/* Multiplication with a compiler builtin that counts zeros. */
#ifdef CLOSED
#define CTZ(b) ctz(b)
#else
#define CTZ(b) __builtin_ctz(b)
#endif

#ifdef MUTANT
#define PRODUCT (a0 * b0 + 1)
#else
#define PRODUCT (a0 * b0)
#endif

int main(void)
{
    int a0 = unknown(), b0 = unknown(), supported = unknown(), a, b, r = 0, shift = 0;
    assume(0 <= a0 && a0 <= 1000 && 0 <= b0 && b0 <= 1000);
    a = a0;
    b = b0;
    while (b != 0) {
        if (supported)
            shift = CTZ(b);
        else
            shift = 0;
        if (shift) {
            r += a << shift;
            b -= 1 << shift;
        } else {
            r += a;
            b -= 1;
        }
    }
    assert(r == PRODUCT);
}
