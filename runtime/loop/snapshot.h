/* The memory of a harness as its first run finds it, so that each run finds it so.
 *
 * All private memory that can be written belongs to it but the stack, the loader's and the runtime's
 * own: data of the program and of its libraries, the heap, thread-local variables. Large areas are
 * restored by pages: they become private mappings of a copy, and what was written is dropped. Of the
 * others those blocks are copied back that any run so far has changed; that there are no more is
 * found out by comparing everything, and whoever asks for that runs the inputs since the last time
 * again if there are.
 *
 * A harness that changes nothing but malloc's own tables and what it has freed again needs none of
 * this: until the first change that matters nothing is copied. Not for files and descriptors
 * (surroundings.h). */
#ifndef TANDEM_RUNTIME_LOOP_SNAPSHOT_H
#define TANDEM_RUNTIME_LOOP_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

/* From how many bytes on an area is restored by pages; once for each process. False: it is too much,
 * or cannot be known. */
bool tandem_snapshot_take(size_t paged_from);
/* Restore after each run, whatever was changed so far. */
void tandem_snapshot_always(void);
/* After each run. */
void tandem_snapshot_restore(void);
/* Whether a run since the last such question changed what is not restored yet; it will be from now on,
 * and memory is as it was. */
bool tandem_snapshot_changed(void);
/* Bytes that are restored after each run. */
size_t tandem_snapshot_copied(void);
size_t tandem_snapshot_paged(void);

#endif
