/* The n-th Fibonacci number, with a closed box in another file. */
int fib(int k);

#ifdef MUTANT
#define SECOND 2
#else
#define SECOND 1
#endif

int main(void)
{
    int n = unknown(), a = 0, b = SECOND, i = 0;
    assume(0 <= n && n <= 44);
    while (i < n) {
        int t = a + b;
        a = b;
        b = t;
        i++;
    }
    assert(a == fib(n));
}
