/* SHA-256 (FIPS 180-4), for files that are named by their content, and HMAC (RFC 2104) with it, for
 * what only the holder of a key can have written. */
#ifndef TANDEM_BASE_SHA256_H
#define TANDEM_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t n, uint8_t digest[SHA256_BYTES]);
void sha256_hmac(const uint8_t key[SHA256_BYTES], const void *bytes, size_t n,
                 uint8_t mac[SHA256_BYTES]);

#endif
