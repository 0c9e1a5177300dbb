/* Libraries that are named as linkers name them: z is libz.so of the folders that the system searches, and where that is
 * not there, or a text for linkers, as Debian's libc.so is, the newest of libz.so.N. Opens none of them. */
#ifndef TANDEM_BOX_BIND_NAMED_LIBRARY_H
#define TANDEM_BOX_BIND_NAMED_LIBRARY_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Whether it can only be a file: a path, boxes.c, boxes.so. Names may have dots, as glib-2.0 and lua5.4 do. */
bool named_library_is_file(const char *given);
/* The name that stands between lib and .so, or is alone (z, libz.so); caller frees. NULL: it is a file, or a name with
 * its version (libz.so.1), which the linker finds by itself. */
char *named_library_name(const char *given);
/* The shared object; caller frees. NULL: there is none; `tried` says what was looked for, and where. */
char *named_library_find(const char *name, strbuf *tried);

#endif
