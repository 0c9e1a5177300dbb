/* SHA-256 (FIPS 180-4), for files that are named by their content. */
#ifndef TANDEM_BASE_SHA256_H
#define TANDEM_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t n, uint8_t digest[SHA256_BYTES]);

#endif
