/* Memory is lost in each run; nothing else stays. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char *p = malloc(100000 + data[i]);
        if (!p)
            sink = 1;
        else if (data[i] == 'A')
            p[99] = 1;
        else
            p[100] = 1;
        sink += p != NULL;
    }
    return 0;
}
