/* Watching a worker from its template: its end, calls that hang, memory that is used up. How long calls may take is
 * learned in the worker (box_call_begins in worker.h). */
#ifndef TANDEM_BOX_WORKER_WATCH_H
#define TANDEM_BOX_WORKER_WATCH_H

#include <signal.h>
#include <sys/types.h>

#include "box/worker/worker_impl.h"

/* Tells a worker to end the call that it is in, if that is still the one of header->unwanted. */
enum { WATCH_END_CALL = SIGVTALRM };

/* Waits for the worker's end; BOX_OK when its loop has returned. `data_at_start`: what the template has of data. */
box_status watch_worker(box_run *r, pid_t pid, uint64_t data_at_start);

#endif
