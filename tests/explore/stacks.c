/* Crashes at one place that is reached in two ways, and others. */
#include <stdlib.h>

__attribute__((noinline)) static void put(volatile char *p)
{
    *p = 1;
}

__attribute__((noinline)) static void first(void)
{
    put((char *)8);
    __asm__ volatile("");
}

__attribute__((noinline)) static void second(void)
{
    put((char *)16);
    __asm__ volatile("");
}

__attribute__((noinline)) static int deep(int n)
{
    volatile char room[1000];
    room[0] = (char)n;
    return deep(n + 1) + room[0];
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    void (*volatile nowhere)(void) = NULL;
    switch (argv[1][0]) {
    case 'a':
    case 'b': /* the same crash as 'a' */
        first();
        break;
    case 'c':
        second();
        break;
    case 'd':
        abort();
    case 'e':
        return deep(0);
    case 'f':
        nowhere();
    }
    return argv[1][0] == 'b' && argv[1][1] == 'b';
}
