/* Small calls of the C library, which are not instrumented: the worst case for announcing calls. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char text[1 << 14];
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = (char)(' ' + i * 7 % 90);
    unsigned long sum = 0;
    for (int round = 0; round < 3000; round++) {
        for (size_t i = 0; text[i]; i++) {
            if (isalpha((unsigned char)text[i]))
                sum += (unsigned long)toupper((unsigned char)text[i]);
            if (strchr("aeiou\n", text[i]))
                sum++;
        }
        text[round % 1000] = 'x';
    }
    printf("%lu\n", sum);
    return 0;
}
