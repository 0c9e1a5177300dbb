/* A static array of some megabytes is changed here and there. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

enum { SIZE = 6 << 20 };
static uint8_t marks[SIZE];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    size_t at = 5;
    for (size_t i = 0; i < n; i++) {
        at = (at * 33 + data[i] * 7919u) % SIZE;
        if (marks[at]++)
            sink = 1;
        if (marks[at] > 3)
            sink = 2;
    }
    return 0;
}
