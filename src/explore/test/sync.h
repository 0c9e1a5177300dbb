/* Work together with AFL++ and other fuzzers that share a folder: FOLDER/NAME/queue has the inputs
 * of fuzzer NAME. What others put there becomes tests (bytes on standard input); tests of ours with
 * one input (explore_test_bytes) go to FOLDER/tandem/queue, under names that they read. */
#ifndef TANDEM_EXPLORE_TEST_SYNC_H
#define TANDEM_EXPLORE_TEST_SYNC_H

#include "base/map.h"
#include "explore/test/test.h"

typedef struct explore_sync {
    char *folder;
    map known; /* hashes of paths that were read, and of inputs that are known */
    uint32_t next;
} explore_sync;

/* Makes our own queue in the folder, or goes on with it. False with *error set (caller frees). */
bool sync_open(explore_sync *s, const char *folder, char **error);
void sync_close(explore_sync *s);
/* Calls `each` for what is new in the queues of others; returns how many. A single queue folder
 * (with files id:…) may be given instead of the folder above it: it is read only. */
size_t sync_read(explore_sync *s, void (*each)(void *context, const explore_test *t),
                 void *context);
/* A test of ours, for others. False with errno set. */
bool sync_write(explore_sync *s, const explore_test *t);

#endif
