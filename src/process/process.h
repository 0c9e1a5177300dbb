/* The one child-process runner: SMT engines, campaigns and benchmarks start their children here.
 *
 * A child runs in a process group of its own, with limits, and with pipes that never block us: all
 * waiting is done in process_wait, which watches the child, its output, the deadline, the memory of
 * the whole group and the caller's interrupt flag at once. Ending a child ends its group; no zombie
 * and no descriptor is left behind. */
#ifndef TANDEM_PROCESS_PROCESS_H
#define TANDEM_PROCESS_PROCESS_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/strbuf.h"

typedef struct process process;

typedef struct process_config {
    char *const *argv;                                /* exec this; or, if NULL: */
    int (*run)(void *context, int input, int output); /* run this in a fork, then _exit; all
                                        other descriptors are closed, printf goes to the errors */
    void *context;
    const char *scratch;   /* with argv: where it puts temporary files (TMPDIR); NULL: as for us */
    uint64_t memory_bytes; /* of the group's resident set; 0: no limit. What a forked
                              function shares with us or has from us does not count */
    double cpu_seconds;    /* RLIMIT_CPU of each process, a little more; 0: no limit */
    uint64_t output_bytes; /* more unconsumed output ends the child; 0: 64 MiB */
    const volatile sig_atomic_t *interrupt; /* waiting ends when it becomes true; may be NULL */
} process_config;

typedef enum process_event {
    PROCESS_OUTPUT,   /* new bytes in process_output / process_errors */
    PROCESS_EXIT,     /* it ended; all its output has been read */
    PROCESS_DEADLINE, /* the time given to process_wait is over */
    PROCESS_MEMORY,   /* over its memory limit (it has been killed) */
    PROCESS_FLOOD,    /* over its output limit (it has been killed) */
    PROCESS_INTERRUPT /* the flag was raised */
} process_event;

/* NULL with *error set (caller frees) when the program cannot be started. */
process *process_start(const process_config *config, char **error);
/* Kills the group if it still runs, reaps it, frees everything. */
void process_free(process *p);
/* Queues bytes for the child's standard input; they are sent while waiting, or before when they are
 * many or when process_flush is called. */
void process_send(process *p, const char *bytes, size_t n);
void process_flush(process *p);
void process_close_input(process *p);
/* Waits for the next event, at most until `deadline` (clock_wall; 0: no deadline). A deadline or an
 * interrupt leaves the child running; what it wrote until then has been read. */
process_event process_wait(process *p, double deadline);
/* What poll has to watch for the next event, for callers that wait for several children at once and
 * then ask each with a deadline that has passed; returns how many. */
enum { PROCESS_WATCHED = 4 };
size_t process_watch(const process *p, struct pollfd watched[PROCESS_WATCHED]);
/* What came so far and was not consumed. The caller may consume from the front. */
strbuf *process_output(process *p);
strbuf *process_errors(process *p);
void process_consume(process *p, size_t n);
/* SIGKILL to the group, and reap; does not wait for the kernel to take a large memory apart. */
void process_kill(process *p);
bool process_running(const process *p);
pid_t process_pid(const process *p);
/* After the exit: exit code, or 128 + signal. */
int process_status(const process *p);
int process_signal(const process *p); /* 0: it was not a signal */
/* CPU seconds (user + system) and peak resident bytes of the child and its waited-for children. */
double process_cpu(const process *p);
uint64_t process_peak_memory(const process *p);

#endif
