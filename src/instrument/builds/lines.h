/* Counters of basic blocks, with the source lines that each block has, and of the ways that branches take: coverage of a
 * program without a compiler that knows its sources. */
#ifndef TANDEM_INSTRUMENT_BUILDS_LINES_H
#define TANDEM_INSTRUMENT_BUILDS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Block `counter` has an instruction of this line (`way` is 0); said once for neighbours. Or it counts one way of a branch of this
 * line: ways are numbered from 1 among those of the line in one function. */
typedef void (*ir_line)(void *context, uint32_t counter, const char *folder, const char *file,
                        unsigned line, unsigned way);

/* Appends the module with counters in place of SanitizerCoverage's, numbered from *next on, which
 * moves on. They count in runtime/abi.h's coverage, like guards that never change their number. What the front end made
 * (`early`) has all branches of the source. False with *error set (caller frees). */
bool ir_count_lines(const char *bitcode, size_t n, bool early, uint32_t *next, ir_line line,
                    void *context, strbuf *out, char **error);

#endif
