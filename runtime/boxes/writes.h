/* Which bytes of memory a piece of code writes.
 *
 * All private memory of the process becomes read-only; the first write to a page faults, and the
 * page is copied before it may be written. The memory that the table itself, its stack and its
 * results lie in is shared memory, which is left alone. Used in forks of the program that do
 * nothing else afterwards: runtime/trial.c. */
#ifndef TANDEM_RUNTIME_BOXES_WRITES_H
#define TANDEM_RUNTIME_BOXES_WRITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tandem_owner {
    TANDEM_OWNER_OTHER, /* the program's and the libraries' data, the stack */
    TANDEM_OWNER_LIBC,  /* that of libc, and memory without a name: thread-local data */
    TANDEM_OWNER_HEAP,
} tandem_owner;

enum { TANDEM_PAGE = 4096, TANDEM_WRITTEN_PAGES = 192, TANDEM_WRITTEN_RANGES = 512 };
typedef struct tandem_writes {
    struct {
        uintptr_t base, end;
        tandem_owner owner;
    } range[TANDEM_WRITTEN_RANGES], clock;
    uint32_t n_ranges;
    struct {
        uintptr_t base;
        tandem_owner owner;
    } page[TANDEM_WRITTEN_PAGES];
    uint32_t n_pages;
    bool full; /* more pages were written */
    uint8_t copy[TANDEM_WRITTEN_PAGES][TANDEM_PAGE];
} tandem_writes;

/* Begins; false when the process cannot be looked at. The clock that needs no system call goes
 * away: to look at it faults in w->clock. */
bool tandem_writes_start(tandem_writes *w);
/* Forgets what was written so far. */
void tandem_writes_again(tandem_writes *w);
/* In the handler of SIGSEGV: true if the code can go on. */
bool tandem_writes_fault(tandem_writes *w, uintptr_t address);
/* What the byte at p was when this began. */
uint8_t tandem_writes_before(const tandem_writes *w, uintptr_t p);

/* Calls `each` for each byte that is not what it was. */
void tandem_writes_changes(const tandem_writes *w,
                           void (*each)(void *context, uintptr_t p, tandem_owner owner),
                           void *context);

#endif
