/* A variable of the thread counts. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

static __thread int seen[4];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (++seen[data[i] % 4] > 9)
            sink = 1;
    return 0;
}
