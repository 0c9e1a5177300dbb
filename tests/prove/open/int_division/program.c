/* Division by subtraction, with quotient and remainder in another file. */
int divlib(int a, int b);
int modlib(int a, int b);

#ifdef MUTANT
#define QUOTIENT (divlib(a, b) + 1)
#else
#define QUOTIENT divlib(a, b)
#endif

int main(void)
{
    int a = unknown(), b = unknown(), q = 0, r;
    assume(0 <= a && a <= 1000000 && 1 <= b);
    r = a;
    while (r >= b) {
        r = r - b;
        q = q + 1;
    }
    assert(q == QUOTIENT && r == modlib(a, b));
}
