/* Sanitizers in a module that was compiled without them: AddressSanitizer, and where the module is as the front end made
 * it checks for undefined behaviour (builds/undefined.h). */
#ifndef TANDEM_INSTRUMENT_BUILDS_SANITIZE_H
#define TANDEM_INSTRUMENT_BUILDS_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Appends the module with its checks; false with *error set (caller frees). */
bool ir_sanitize(const char *bitcode, size_t n, bool early, strbuf *out, char **error);

#endif
