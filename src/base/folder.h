/* Folders: scratch folders that are removed with all that is in them, and folders for results. */
#ifndef TANDEM_BASE_FOLDER_H
#define TANDEM_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a folder and those above it. False with *error set (caller frees). */
bool folder_make(const char *path, char **error);
/* A new private folder below $TMPDIR or /tmp; caller frees. NULL with errno set. Its name says which
 * process made it, so that folder_remove_dead knows when nobody needs it any more. */
char *folder_temporary(void);
/* Removes the temporary folders of this user whose processes have ended without doing so. */
void folder_remove_dead(void);
/* The user's folder for what is kept between runs, $XDG_CACHE_HOME/tandem/NAME (else ~/.cache/…), made if
 * `make`; caller frees. NULL: there is none, or others could write there. */
char *folder_cache(const char *name, bool make);
/* Removes the folder and everything below it, also folders that nobody may look into; links are not followed. */
void folder_remove(const char *path);
/* Writes a whole file; false with errno set. */
bool folder_write(const char *path, const void *bytes, size_t n);
/* Calls `each` for the files (not folders) of a folder; in the order of their names. */
void folder_each(const char *path, void (*each)(void *context, const char *file), void *context);

#endif
