/* What a run of a harness leaves behind outside its memory: files in its folder, descriptors, another
 * working folder, threads. Each is put right after every run once a run was seen to leave it, and
 * not before; whoever asks runs the inputs since the last question again then (loop.h). */
#ifndef TANDEM_RUNTIME_LOOP_SURROUNDINGS_H
#define TANDEM_RUNTIME_LOOP_SURROUNDINGS_H

#include <stdbool.h>

/* `high`: descriptors from there on are out of the program's way. False: they cannot be known. */
bool tandem_surroundings_take(int high);
/* After each run. */
void tandem_surroundings_restore(void);
/* Whether something was left since the last question that is not put right yet; it is now, and will
 * be from now on. */
bool tandem_surroundings_changed(void);
/* Whether there is a second thread. */
bool tandem_surroundings_threads(void);

#endif
