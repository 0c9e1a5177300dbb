/* Counters of basic blocks, with the source lines that each block has: line coverage of a program
 * without a compiler that knows its sources. */
#ifndef TANDEM_INSTRUMENT_BUILDS_LINES_H
#define TANDEM_INSTRUMENT_BUILDS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Block `counter` has an instruction of this line; said once for neighbours. */
typedef void (*ir_line)(void *context, uint32_t counter, const char *folder, const char *file,
                        unsigned line);

/* Appends the module with counters in place of SanitizerCoverage's, numbered from *next on, which
 * moves on. They count in runtime/abi.h's coverage, like guards that never change their number.
 * False with *error set (caller frees). */
bool ir_count_lines(const char *bitcode, size_t n, uint32_t *next, ir_line line, void *context,
                    strbuf *out, char **error);

#endif
