/* One writer for one folder or database: a lock file that says who holds the lock, and that goes
 * with its holder, however that ends. */
#ifndef TANDEM_PROCESS_LOCK_H
#define TANDEM_PROCESS_LOCK_H

#include "base/strbuf.h"

/* The descriptor that holds the lock, which this process's children have as well until they end or
 * start another program. -1 with errno set, EWOULDBLOCK when another process has it: then `holder`
 * gets what it says of itself ("process 7, since 2026-01-31 12:00:00: tandem explore x.c"), and
 * stays as it is if that cannot be read. */
int lock_take(const char *path, strbuf *holder);
/* Also removes the file. */
void lock_drop(const char *path, int descriptor);

#endif
