/* What stays is written only by rare inputs, after many that leave nothing. */
#include <stddef.h>
#include <stdint.h>

static volatile int sink;

static int armed;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (armed)
        sink = 1;
    if (n > 2 && data[0] == '1' && data[1] == 'A')
        armed = 1;
    return 0;
}
