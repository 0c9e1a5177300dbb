#include <stdlib.h>
__attribute__((constructor)) static void begin(void)
{
    abort();
}
unsigned half(unsigned x)
{
    return x / 2;
}
