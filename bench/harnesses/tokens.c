/* strtok goes on where the last run stopped. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static volatile int sink;

static char line[64];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    strtok(line, " ");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *word = strtok(NULL, "\n");
    if (word)
        sink = 1;
    if (word && word[0] == 'B')
        sink = 2;
    if (n >= 3) {
        n = n < sizeof line - 1 ? n : sizeof line - 1;
        memcpy(line, data, n);
        line[n] = 0;
        if (strtok(line, "\n"))
            sink = 3;
    }
    return 0;
}
