/* A harness as libFuzzer has them. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > 3 && data[0] == 'F' && data[1] == 'U' && data[2] == 'Z' && data[3] == 'Z')
        abort();
    return 0;
}
