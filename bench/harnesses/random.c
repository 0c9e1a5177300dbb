/* Numbers come from a generator with hidden state. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        switch (rand() % 8) {
        case 0:
            sink = 1;
            break;
        case 1:
            sink = 2;
            break;
        case 2:
            sink = 3;
            break;
        case 3:
            sink = 4;
            break;
        default:
            sink = 5;
        }
    return 0;
}
