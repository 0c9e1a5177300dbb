/* Cubes by differences, with a closed box in another file. */
int cube(int n);

#ifdef MUTANT
#define THIRD 5
#else
#define THIRD 6
#endif

int main(void)
{
    int N = unknown(), n = 0, x = 0, y = 1, z = THIRD;
    assume(0 <= N && N <= 500);
    while (n < N) {
        x = x + y;
        y = y + z;
        z = z + 6;
        n = n + 1;
    }
    assert(x == cube(N));
}
