/* Fuzz targets: functions that read bytes from a stranger. Whatever the bytes are, they return, leave
 * nothing behind, and keep their word (MUST). scripts/fuzz builds each with libFuzzer;
 * unit/test_fuzz_replay runs the stored inputs with any compiler. */
#ifndef TANDEM_TESTS_FUZZ_TARGETS_H
#define TANDEM_TESTS_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "term/core/bank.h"

#define FUZZ_TARGET(name, change, help) void fuzz_##name##_one(const uint8_t *data, size_t size);
#include "fuzz/targets.def"
#undef FUZZ_TARGET

#define MUST(condition)                                                                   \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            abort();                                                                      \
        }                                                                                 \
    } while (0)

/* A bug on purpose, in builds that are to show that the target finds bugs (bench/fuzz_targets.py):
 * a condition that only well-formed inputs of some depth reach. */
#ifdef FUZZ_PLANTED
#define PLANTED(condition) MUST(!(condition))
#else
#define PLANTED(condition) ((void)sizeof(!(condition)))
#endif

/* The bytes as text that ends with NUL; inner NULs become spaces. The caller frees. */
char *fuzz_text(const uint8_t *data, size_t size);
/* One bank for all inputs, emptied by each call: faster than a new one, and what a campaign does. */
term_bank *fuzz_bank(void);
/* A folder in memory for this process, made at the first call and removed at the end. */
const char *fuzz_folder(void);

#endif
