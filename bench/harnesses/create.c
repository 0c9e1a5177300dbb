/* A file can be made only once. */
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <unistd.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (!n)
        return 0;
    char name[2] = {(char)(data[0] % 26 + 'a'), 0};
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        sink = 1;
    else
        close(fd);
    return 0;
}
