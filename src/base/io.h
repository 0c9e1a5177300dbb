/* Descriptors, and programs on the search path: loops around system calls that must not be written
 * twice, since each has a case that is easily forgotten (EINTR, a write that takes only a part, an
 * empty entry of PATH). Not for talking with children under limits: that is process/process.h. */
#ifndef TANDEM_BASE_IO_H
#define TANDEM_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Writes all n bytes; false with errno set when that is not possible. Safe in signal handlers. */
bool io_write_all(int descriptor, const void *bytes, size_t n);
/* Reads exactly n bytes; false at an earlier end, or with errno set. */
bool io_read_exactly(int descriptor, void *bytes, size_t n);
/* Appends all that comes until the end; false with errno set (what was read before stays). The text
 * is terminated in any case. */
bool io_read_rest(int descriptor, strbuf *text);

/* Whether the path is a regular file that we may run. */
bool io_is_program(const char *path);
/* The file that execvp would run for this name: the name itself if it has a slash, otherwise the first
 * program of PATH, where an empty entry is the working directory. To be freed by the caller; NULL when
 * there is none. */
char *io_find_program(const char *name);
bool io_has_program(const char *name);

#endif
