/* Closed boxes for the examples: code that the solver can run and not look into. */
#include <stdint.h>

/* Fletcher's checksum of four bytes. */
uint16_t checksum(uint32_t message)
{
    uint16_t a = 0, b = 0;
    for (int i = 0; i < 4; i++) {
        a = (uint16_t)((a + (message >> (8 * i) & 255)) % 255);
        b = (uint16_t)((b + a) % 255);
    }
    return (uint16_t)(b << 8 | a);
}
