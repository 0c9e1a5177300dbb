/* The same with so much memory that it has a mapping of its own. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

enum { SIZE = 8 << 20 };
static uint8_t *marks;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    marks = calloc(1, SIZE);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        at = (at * 31 + data[i] * 4099u) % SIZE;
        if (marks[at])
            sink = 1;
        marks[at] = 1;
    }
    return 0;
}
