/* The entry of libFuzzer for one target: compiled once for each, with FUZZ_ONE as its function. */
#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_ONE(data, size);
    return 0;
}
