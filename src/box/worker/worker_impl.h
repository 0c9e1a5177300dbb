/* What the two sides of a run share; for worker.c and template.c only. */
#ifndef TANDEM_BOX_WORKER_WORKER_IMPL_H
#define TANDEM_BOX_WORKER_WORKER_IMPL_H

#include "box/box_impl.h"
#include "box/worker/sighting.h"
#include "box/worker/worker.h"
#include "process/process.h"

/* At the front of the shared mapping; the caller's area lies behind it, on its own pages. */
typedef struct run_header {
    volatile uint64_t progress;
    volatile sig_atomic_t stop;
    volatile sig_atomic_t done;   /* the loop has returned */
    volatile sig_atomic_t status; /* box_status of a worker that caught its own end */
    volatile int code;
    volatile int refused;        /* the system call, + 1 */
    volatile sig_atomic_t ready; /* the libraries are loaded */
    char trouble[256];           /* why no worker can run */
    volatile box_run_state state;
    box_run_figures figures;
    volatile uint64_t recovered;
    volatile uint64_t early;    /* box_run_figures */
    volatile uint64_t unwanted; /* the progress of a call that is to end early */
    box_times times;
    box_sightings sightings;
} run_header;

struct box_run {
    box_set *set;
    const sandbox *sandbox; /* NULL: none */
    box_run_config config;
    process *template;
    run_header *header;
    size_t mapped;
    size_t offset; /* of the caller's area */
    strbuf error;
    box_run_state over;  /* BOX_RUN_GOING: not over */
    uint64_t early_seen; /* of header->early */
};

/* The template process, as process_start runs it; `context` is the box_run. */
int template_main(void *context, int input, int output);

#endif
