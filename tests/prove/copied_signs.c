/* violated machine */
#include <string.h>
int main(void)
{
    int a[40], i;
    unsigned b[40];
    for (i = 0; i < 40; i++)
        a[i] = -1 - i;
    memcpy(b, a, sizeof a);
    for (i = 0; i < 40; i++)
        assert(b[i] <= 5u);
}
