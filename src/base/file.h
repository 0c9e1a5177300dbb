/* Whole files. */
#ifndef TANDEM_BASE_FILE_H
#define TANDEM_BASE_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Appends what is in the file; false with errno set (what was read before stays). */
bool file_read(const char *path, strbuf *text);

#endif
