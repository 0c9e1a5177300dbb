/* Wrong accesses to memory that do no harm where nobody looks, and one that does. */
#include <stdlib.h>
#include <string.h>

static volatile int one = 1;

__attribute__((noinline)) static int at(const char *p, int i)
{
    return p[i];
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    int result = 0;
    char *heap = malloc(4 * one), stack[4] = "abc";
    memset(heap, 1, 4 * one);
    switch (argv[1][0]) {
    case 'o':
        result = at(heap, 4 * one);
        break;
    case 'f':
        free(heap);
        return at(heap, one);
    case 's':
        result = at(stack, 4 * one);
        break;
    case 'd':
        free(heap);
        if (one)
            free(heap);
        return 0;
    }
    free(heap);
    return result & 1;
}
