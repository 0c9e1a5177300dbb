/* Integer cube roots, three bits at a time; shifts and cubes in another file. */
long cube(long x);
long shl(long x, long by);

#ifdef MUTANT
#define ABOVE (x0 < cube(y))
#else
#define ABOVE (x0 < cube(y + 1))
#endif

int main(void)
{
    long x0 = unknown(), x, y = 0, s = 30, b;
    assume(0 <= x0 && x0 < 1073741824);
    x = x0;
    while (s >= 0) {
        y = 2 * y;
        b = shl(3 * y * (y + 1) + 1, s);
        if (x >= b) {
            x = x - b;
            y = y + 1;
        }
        s = s - 3;
    }
    assert(cube(y) <= x0 && ABOVE);
}
