/* The state of the runtime in a target program: what one traced run knows.
 *
 * The runtime lives in somebody else's process: it has one global struct (there is no caller who
 * could own it), takes its memory from mmap and not from the target's heap, and keeps its names to
 * itself. Only the thread that runs main is traced; tandem_mode says so, and is 0 as well while the
 * runtime itself works, so that a signal handler of the target that interrupts it is not traced
 * into half-changed tables. */
#ifndef TANDEM_RUNTIME_CORE_STATE_H
#define TANDEM_RUNTIME_CORE_STATE_H

#pragma GCC visibility push(default)
#include "runtime/abi.h"
#pragma GCC visibility pop

typedef enum tandem_mode_kind {
    TANDEM_OFF,    /* not traced: no run, another thread, inside the runtime, budget spent */
    TANDEM_ON,     /* traced */
    TANDEM_PAUSED, /* inside a closed box: callbacks run concretely, their stores are seen */
} tandem_mode_kind;
extern __thread int tandem_mode;

typedef struct tandem_state {
    tandem_shared *shared; /* NULL: the program runs as if it had not been instrumented */
    tandem_record *log;
    uint32_t n, room;     /* records used; records that may be used */
    uint32_t depth;       /* branches in the log */
    uint32_t wonders;     /* questions of tandem_wonder */
    bool over;            /* the log has ended: nothing is traced any more */
    int control;          /* control socket, -1: none */
    const char *folder;   /* TANDEM_FOLDER, NULL: none */
    uint32_t *site_flips; /* branches at each site; NULL until the first */
    uint32_t site_room;
} tandem_state;
extern tandem_state tandem_rt;
/* How far down the stack a run has come, as far as light builds tell (host/sancov.c). */
extern uintptr_t tandem_lowest;

/* Between these two the caller may use the tables. False: the caller must not. */
static inline bool tandem_enter(void)
{
    if (tandem_mode != TANDEM_ON)
        return false;
    tandem_mode = TANDEM_OFF;
    return true;
}
static inline void tandem_leave(void)
{
    tandem_mode = tandem_rt.over ? TANDEM_OFF : TANDEM_ON;
}

/* Ends tracing for good: the log is full (bits of tandem_shared.full), or the process is a child of
 * the target's own making (0). */
void tandem_stop(uint32_t full);

/* Memory that is never given back, zeroed; NULL when there is none. */
void *tandem_alloc(size_t bytes);
/* The first few mappings that it is from; false: there are no more. */
bool tandem_alloc_chunk(size_t i, uint8_t **at, size_t *n);

#endif
