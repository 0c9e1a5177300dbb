/* A file in the working folder grows. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct stat info;
    FILE *f = fopen("log", "ab");
    if (f) {
        fwrite(data, 1, n, f);
        fclose(f);
    }
    if (!stat("log", &info) && info.st_size > 12)
        sink = 1;
    if (!stat("log", &info) && info.st_size > 100)
        sink = 2;
    return 0;
}
