/* Euclid's algorithm; remainders and the specification in another file. */
int gcdlib(int a, int b);
int modlib(int a, int b);

#ifdef MUTANT
#define RESULT (gcdlib(a0, b0) + 1)
#else
#define RESULT gcdlib(a0, b0)
#endif

int main(void)
{
    int a0 = unknown(), b0 = unknown(), a, b;
    assume(a0 > 0 && b0 > 0);
    a = a0;
    b = b0;
    while (b != 0) {
        int t = modlib(a, b);
        a = b;
        b = t;
    }
    assert(a == RESULT);
}
