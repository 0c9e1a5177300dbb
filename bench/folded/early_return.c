/* Returns that are one instruction afterwards. */
#include "sides.h"
static int check(const char *s, size_t n)
{
    if (C(1, n < 6))
        return 1;
    if (C(2, s[0] != 'P'))
        return 1;
    if (C(3, s[5] != 'Z'))
        return 1;
    return 0;
}
int main(void)
{
    char in[16] = "";
    size_t n = input(in, sizeof in);
    return check(in, n);
}
