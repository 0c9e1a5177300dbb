/* Signals and clocks of a run: Ctrl-C, SIGTERM, the deadline, the memory of this process, and the
 * status line on a terminal.
 *
 * The first Ctrl-C raises a flag, which everything that waits looks at; a second ends the process
 * at once. Should the flag (or a limit) not have ended the run a moment later, because something
 * computes without looking, the clock's signal handler answers `unknown` itself and ends the
 * process: limits hold whatever the rest is doing. Solvers are children that die with us. */
#ifndef TANDEM_CLI_WATCH_H
#define TANDEM_CLI_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct watch_config {
    double deadline;       /* clock_wall; 0: none */
    uint64_t memory_bytes; /* of this process; 0: no limit */
    bool status;           /* draw a status line on stderr while busy */
    bool quiet;            /* no remark on stderr */
    bool json;             /* the last words are JSON */
} watch_config;

/* The one watch of the process. */
void watch_start(const watch_config *config);
/* Nothing is drawn or ended any more (the second Ctrl-C still is). */
void watch_stop(void);
/* True after Ctrl-C or SIGTERM. */
const volatile sig_atomic_t *watch_interrupt(void);
/* To be true while a check runs whose answer was not printed. */
volatile sig_atomic_t *watch_busy(void);
/* SIGINT, SIGTERM or 0. */
int watch_signal(void);
/* Like read(2), but 0 when interrupted or past the deadline. */
long watch_read(int descriptor, char *buffer, unsigned long size);

#endif
