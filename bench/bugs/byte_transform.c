/* Each byte is turned and mixed with the one before it, then all are compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[12], before = 0x5a;
    static const unsigned char wanted[12] = "\x3c\xd1\x07\x99\xe2\x40\x8b\x6f\x15\xaa\x72\x01";
    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 1;
    for (size_t i = 0; i < sizeof in; i++) {
        unsigned char turned = (unsigned char)(in[i] << 3 | in[i] >> 5);
        before = in[i] = (unsigned char)((turned ^ before) + 7 * i);
    }
    if (memcmp(in, wanted, sizeof in))
        return 1;
    char *cell = malloc(4);
    cell[4] = 0;
    free(cell);
    return 0;
}
