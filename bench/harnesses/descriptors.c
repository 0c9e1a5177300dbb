/* Descriptors are opened and never closed. */
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n && i < 4; i++) {
        int fd = open("/dev/null", O_RDONLY);
        if (fd > 12)
            sink = 1;
        if (fd < 0)
            sink = 2;
    }
    return 0;
}
