/* A static buffer grows from run to run. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static volatile int sink;

static char text[512];
static size_t used;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n && used < sizeof text - 1; i++)
        text[used++] = (char)data[i];
    if (strstr(text, "AB"))
        sink = 1;
    if (strstr(text, "CAB"))
        sink = 2;
    if (used > 100)
        sink = 3;
    return 0;
}
