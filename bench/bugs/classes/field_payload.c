/* A payload of any length with Adler's sum: instructions for a stack machine whose stack has five places. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin);
    if (n < 8 || memcmp(in, "vm", 2))
        return 1;
    unsigned size = in[2] | in[3] << 8;
    if (size != n - 8)
        return 1;
    uint32_t a = 1, b = 0, sum;
    for (unsigned i = 0; i < size; i++) {
        a = (a + in[4 + i]) % 65521;
        b = (b + a) % 65521;
    }
    memcpy(&sum, in + 4 + size, 4);
    if ((b << 16 | a) != sum)
        return 1;
    unsigned *stack = malloc(5 * sizeof *stack), top = 0;
    for (unsigned i = 0; i < size; i++)
        switch (in[4 + i]) {
        case 'p':
            if (++i == size)
                return 1;
            stack[top++] = in[4 + i];
            break;
        case '+':
            if (top < 2)
                return 1;
            top--;
            stack[top - 1] += stack[top];
            break;
        default:
            return 1;
        }
    printf("%u\n", top ? stack[top - 1] : 0);
    free(stack);
    return 0;
}
