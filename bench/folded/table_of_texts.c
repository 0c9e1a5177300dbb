/* A switch over a large number, to texts. */
#include "sides.h"
static const char *name(uint32_t code)
{
    switch (code - 0x40302010) {
    case 0:
        L(1);
        return "zero";
    case 1:
        L(2);
        return "one";
    case 2:
        L(3);
        return "two";
    case 3:
        L(4);
        return "three";
    }
    L(5);
    return "none";
}
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    puts(name(word(in)));
    return 0;
}
