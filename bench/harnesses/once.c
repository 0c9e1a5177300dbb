/* Something is set up by the first run only. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

static int ready;
static uint8_t table[256];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (!ready) {
        for (int i = 0; i < 256; i++)
            table[i] = (uint8_t)(i * 7);
        ready = 1;
    }
    for (size_t i = 0; i < n; i++)
        if (table[data[i]] > 200)
            sink++;
    return 0;
}
