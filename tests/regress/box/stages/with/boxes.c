#include <stdbool.h>
#include <stdint.h>
/* Each stage ends the call, and says nothing but no. */
bool sums(uint32_t a, uint32_t b, uint32_t c)
{
    if (a + 77 != 0x13579bdfu)
        return false;
    if (b - 3 * a != 0x0badcafeu)
        return false;
    return (c ^ b) == 0x600df00du;
}
bool digits(const char *s)
{
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        sum += s[i] - '0';
    }
    return !s[6] && sum == 31;
}
