/* What the fuzzer does with one input: reads it whole and in pieces, which must agree. */
#ifndef TANDEM_TESTS_FUZZ_READER_H
#define TANDEM_TESTS_FUZZ_READER_H

#include <stddef.h>
#include <stdint.h>

/* Ends the process by abort when something is wrong. */
void fuzz_reader_one(const uint8_t *data, size_t size);

#endif
