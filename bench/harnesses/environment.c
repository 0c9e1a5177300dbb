/* The environment is changed. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *before = getenv("HARNESS");
    if (before)
        sink = 1;
    if (before && !strcmp(before, "b"))
        sink = 2;
    if (n)
        setenv("HARNESS", data[0] == 'B' ? "b" : "other", 1);
    return 0;
}
