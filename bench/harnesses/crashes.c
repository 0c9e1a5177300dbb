/* Some inputs crash, and others only in company. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

static int charge;
static int *nowhere;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (data[i] == 'F' && i == 3)
            abort();
        if (data[i] == 'C' && ++charge > 9)
            *nowhere = 1;
    }
    return 0;
}
