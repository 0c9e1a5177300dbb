/* The inputs of the programs of random_program.py: standard input, never at its end. */
#include <stddef.h>
#include <stdio.h>

unsigned char input_byte(void);
void input_fill(void *to, size_t n);
void expect_symbolic(long value, int line);
void expect_concrete(long value, int line);
void expect_bounds(const void *p, long before, long bytes, int line);

void expect_symbolic(long value, int line) {}

void expect_concrete(long value, int line) {}

void expect_bounds(const void *p, long before, long bytes, int line) {}

unsigned char input_byte(void)
{
    static unsigned char behind;
    int c = getchar();
    return c == EOF ? behind += 37 : (unsigned char)c;
}

void input_fill(void *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)to)[i] = input_byte();
}
