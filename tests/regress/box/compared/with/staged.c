/* Says yes or no, after stages. */
#include <stdbool.h>
#include <stdint.h>

bool staged(uint64_t record)
{
    uint8_t b[8], sum = 0;
    for (int i = 0; i < 8; i++)
        b[i] = (uint8_t)(record >> 8 * i);
    if (b[0] != 0xc5 || b[1] != 0x3a || b[2] != 0x91)
        return false;
    if (b[3] < 40 || b[3] > 43 || b[4] != b[3] + 100)
        return false;
    for (int i = 0; i < 6; i++)
        sum = (uint8_t)(sum * 3 + b[i]);
    return b[6] == sum && b[7] == (sum ^ 0x5a);
}
