/* A run goes to another folder and stays there. */
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (access("sub", F_OK) == 0)
        sink = 1;
    if (n > 2 && mkdir("sub", 0700) == 0 && chdir("sub") == 0) {
        mkdir("below", 0700);
        sink = 2;
    }
    if (access("../sub", F_OK) == 0)
        sink = 3;
    return 0;
}
