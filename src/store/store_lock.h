/* One writer for one campaign: a lock beside the database, which goes when its holder ends. */
#ifndef TANDEM_STORE_STORE_LOCK_H
#define TANDEM_STORE_STORE_LOCK_H

/* The descriptor that holds the lock; -1 with errno set, EWOULDBLOCK when another process has it.
 */
int store_lock_take(const char *path);
/* Also removes the file. */
void store_lock_drop(const char *path, int descriptor);

#endif
