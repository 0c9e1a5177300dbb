/* The entries of libFuzzer for one target: compiled once for each, with FUZZ_ONE as its function and
 * FUZZ_NAME as its name. */
#include <string.h>

#include "fuzz/change.h"
#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_ONE(data, size);
    return 0;
}

static fuzz_change *change_of(const char *target)
{
    static const struct {
        const char *target;
        fuzz_change *change;
    } changes[] = {
#define FUZZ_TARGET(name, change, help) {#name, fuzz_change_##change},
#include "fuzz/targets.def"
#undef FUZZ_TARGET
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (!strcmp(changes[i].target, target))
            return changes[i].change;
    return fuzz_change_bytes;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    for (int i = 1; i < *argc; i++)
        if (!strncmp((*argv)[i], "-dict=", 6))
            fuzz_words_read((*argv)[i] + 6);
    fuzz_compares = change_of(FUZZ_NAME) != fuzz_change_words;
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return change_of(FUZZ_NAME)(data, size, most, seed);
}
