/* A file stays open between runs, with its place in it. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static volatile int sink;

static FILE *f;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (!f) {
        f = tmpfile();
        sink = 1;
    }
    if (!f)
        return 0;
    fwrite(data, 1, n, f);
    fflush(f);
    if (ftell(f) > 12)
        sink = 2;
    return 0;
}
