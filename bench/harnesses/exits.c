/* Some inputs end the process, and more so after others. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

static int warned;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n && data[0] == 'E')
        exit(3);
    if (warned && n > 1 && data[1] == 'D')
        exit(4);
    if (n > 2 && data[2] == 'A')
        warned = 1;
    return 0;
}
