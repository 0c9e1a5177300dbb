/* Operands of comparisons: calls beside the comparisons and switches of a light build, under the names that
 * SanitizerCoverage has for them (trace-cmp). They come last, so that nothing is kept from being optimised for them;
 * builds that have expressions have no use for them. */
#ifndef TANDEM_INSTRUMENT_BUILDS_COMPARES_H
#define TANDEM_INSTRUMENT_BUILDS_COMPARES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Appends the changed bitcode; false with *error set (caller frees). */
bool ir_trace_compares(const char *bitcode, size_t n, strbuf *out, char **error);

#endif
