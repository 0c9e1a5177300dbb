/* The libFuzzer entry: build-fuzz/tests/fuzz/fuzz_reader tests/fuzz/corpus/reader */
#include "fuzz/fuzz_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_reader_one(data, size);
    return 0;
}
