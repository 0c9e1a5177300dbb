/* Eight digits, weights 3 and 1, and then the number in the middle of them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char code[16];
    if (scanf("%15s", code) != 1)
        return 1;
    int sum = 0, n = 0;
    for (; code[n]; n++) {
        if (!isdigit((unsigned char)code[n]))
            return 1;
        sum += (n & 1 ? 1 : 3) * (code[n] - '0');
    }
    if (n != 8 || sum % 10)
        return 1;
    static unsigned char seen[412];
    int country = (code[1] - '0') * 100 + (code[2] - '0') * 10 + (code[3] - '0');
    if (country > 412)
        return 1;
    return seen[country]++;
}
