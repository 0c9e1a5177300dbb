/* A global counter decides after some runs. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

static int runs;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    runs++;
    if (runs > 1)
        sink = 1;
    if (runs > 5 && n && data[0] == 'A')
        sink = 2;
    return 0;
}
