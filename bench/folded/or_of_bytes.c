/* a || b as a number. */
#include "sides.h"
static int special(const char *s)
{
    return C(1, s[0] == '#') || C(2, s[1] == '%');
}
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    printf("%d\n", special(in));
    return 0;
}
