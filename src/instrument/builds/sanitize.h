/* AddressSanitizer in a module that was compiled without it. */
#ifndef TANDEM_INSTRUMENT_BUILDS_SANITIZE_H
#define TANDEM_INSTRUMENT_BUILDS_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Appends the module with checks of its memory accesses; false with *error set (caller frees). */
bool ir_sanitize_addresses(const char *bitcode, size_t n, strbuf *out, char **error);

#endif
