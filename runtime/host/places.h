/* Folders for temporary files (/tmp and the like), as far as a jail has made them the program's own: a run
 * may make files in them, and these are removed before the next one. Nothing else is there, but for the way to the
 * folder of the runs and what the jail shows of the folder behind it. */
#ifndef TANDEM_RUNTIME_HOST_PLACES_H
#define TANDEM_RUNTIME_HOST_PLACES_H

#include <stdbool.h>
#include <sys/stat.h>

/* Whether this file lies in one of them (and is not such a folder itself). */
bool tandem_places_have(const struct stat *file);
/* Whether this is one of them, or a folder in one. */
bool tandem_places_hold(const struct stat *folder);
/* Whether something came or went there since the last question. */
bool tandem_places_touched(void);
void tandem_places_empty(void);
/* Whether a run has left something there. */
bool tandem_places_left(void);

/* Removes what is in a folder and on the same device. */
void tandem_folder_empty(int folder);

#endif
