/* A table on the heap is made before the first run and changed by each. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

static int *counts;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    counts = calloc(256, sizeof *counts);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (++counts[data[i]] > 4)
            sink = 1;
    return 0;
}
