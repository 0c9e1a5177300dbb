/* Compared is what the program computes of its input. */
#include <string.h>
#include <unistd.h>

#include "reach.h"

int main(void)
{
    unsigned char in[4], digest[4];
    unsigned sum = 7;
    if (read(0, in, sizeof in) != sizeof in)
        REACH(0);
    for (int i = 0; i < 4; i++) {
        sum = sum * 31 + in[i];
        digest[i] = (unsigned char)(sum ^ sum >> 8);
    }
    if (memcmp(digest, "\x11\x22\x33\x44", 4) == 0)
        REACH(1);
    if (memcmp(in, "ABCD", 4) > 0)
        REACH(2);
    REACH(3);
}
