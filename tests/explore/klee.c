/* Inputs that the program marks itself. */
#include <assert.h>
#include <stddef.h>

void klee_make_symbolic(void *p, size_t bytes, const char *name);
void klee_assume(unsigned long condition);
int klee_range(int start, int end, const char *name);
int klee_int(const char *name);

int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int y = klee_range(3, 9, "y");
    klee_assume(x > 100);
    if (x == 1000 + y) {
        assert(y != 7);
        return 1;
    }
    if (klee_int("z") == 5)
        return 2;
    return 0;
}
