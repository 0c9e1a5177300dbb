/* Libraries that are named as linkers name them: z is libz.so of the folders that the system searches, and where that is
 * not there, or a text for linkers, as Debian's libc.so is, the newest of libz.so.N. Opens none of them. */
#ifndef TANDEM_BOX_BIND_NAMED_LIBRARY_H
#define TANDEM_BOX_BIND_NAMED_LIBRARY_H

#include "base/strbuf.h"

/* The name that stands between lib and .so, or is alone (z, libz.so); caller frees. NULL: it is a path, or another name. */
char *named_library_name(const char *given);
/* The shared object; caller frees. NULL: there is none; `tried` says what was looked for, and where. */
char *named_library_find(const char *name, strbuf *tried);

#endif
