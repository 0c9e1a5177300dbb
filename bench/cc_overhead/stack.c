/* A small array on the stack in a function that is called often, and is handed on. */
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static unsigned sum(const char *text)
{
    unsigned s = 0;
    while (*text)
        s = s * 31 + (unsigned char)*text++;
    return s;
}

__attribute__((noinline)) static unsigned one(unsigned n)
{
    char digits[12];
    char *p = digits + sizeof digits - 1;
    *p = 0;
    do
        *--p = (char)('0' + n % 10);
    while (n /= 10);
    return sum(p);
}

int main(void)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 20000000; i++)
        s += one(i & 63);
    printf("%u\n", s);
}
