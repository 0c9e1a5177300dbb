/* Whole files. */
#ifndef TANDEM_BASE_FILE_H
#define TANDEM_BASE_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Appends what is in the file; false with errno set (what was read before stays). */
bool file_read(const char *path, strbuf *text);
/* Writes a whole file: in one step where it is a regular one, so that a reader never sees half of
 * it. False with errno set. */
bool file_write(const char *path, const strbuf *text);

#endif
