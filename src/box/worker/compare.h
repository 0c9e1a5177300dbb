/* What boxes compare with: in a worker that searches, calls of strcmp, memcmp and the like that a library makes go
 * through us, and operands that lie in the library itself (constants, that is) are noted. They are words that an input
 * might have to be. Workers that confirm answers have no such thing. Calls inside of libc, and comparisons that
 * the compiler has written out, are not seen. */
#ifndef TANDEM_BOX_WORKER_COMPARE_H
#define TANDEM_BOX_WORKER_COMPARE_H

#include "box/bind/library.h"

enum { COMPARE_MOST = 128, COMPARE_LONGEST = 48 };

typedef struct compare_word {
    uint8_t n;
    uint8_t bytes[COMPARE_LONGEST];
} compare_word;

/* In shared memory: not to be trusted by who reads it. */
typedef struct compare_log {
    volatile uint32_t n;
    compare_word words[COMPARE_MOST];
} compare_log;

/* In a worker, after its libraries were loaded: notes go to the log from now on. */
void compare_watch(const box_libraries *l, compare_log *log);

#endif
