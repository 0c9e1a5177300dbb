/* Disposable workers: processes in which boxes may do what they like.
 *
 * box_run_start forks a *template* from the calling process: it has everything the caller had at
 * that moment (the bytecode, the bank, now read-only), runs `prepare`, and then
 * forks *workers*, one at a time. A worker enters the sandbox, loads the libraries, whose
 * constructors are foreign code already, and runs `loop` to its end. When it
 * crashes, hangs or calls exit() the template forks the next one, which runs the same loop again:
 * what shall survive lies in the shared area. Nothing of a box's doing reaches the caller but that
 * area, which is not to be trusted: confirm what comes out of it with boxes_call.
 *
 * Crashes cost a fork. A loop that wants them cheaper sets a landing:
 *
 *     int loop(void *context, box_worker *w)
 *     {
 *         box_status trouble = BOX_CATCH(w);   // comes back here, as setjmp does
 *         if (trouble != BOX_OK) note_crash(w->shared);
 *         while (next_input(w)) { BOX_PROGRESS(w); box_invoke(f, args, &result); … }
 *         return 0;
 *     }
 *
 * and gets a number of recoveries per worker before the worker is replaced after all. Variables of
 * the loop that must survive the landing belong in the shared area or are volatile. */
#ifndef TANDEM_BOX_WORKER_WORKER_H
#define TANDEM_BOX_WORKER_WORKER_H

#include <setjmp.h>

#include "box/box.h"

typedef struct box_worker {
    void *shared; /* the caller's area; zero before the first worker */
    size_t shared_size;
    volatile uint64_t *progress; /* to be changed before each call: a hang is seen by its rest; 0:
                                    idle, not timed */
    struct box_times *times;     /* how long calls take, for box_call_begins */
    bool mortal; /* outside of calls the progress is 0: a call that is to end may end the worker */
    uint64_t attempt;                  /* how many workers came before this one */
    box_status last;                   /* why the previous one ended; BOX_OK for the first */
    int refused;                       /* after BOX_REFUSED: the system call; -1: unknown */
    const volatile sig_atomic_t *stop; /* the caller wants an end: the loop should return */
    int input, output;                 /* box_run_send, box_run_output */
    uint32_t recoveries;               /* landings left */
    volatile sig_atomic_t armed;
    sigjmp_buf landing;
} box_worker;

/* How long calls of a box took, in CPU time. A call that takes a hundred times as long as the longest of its box (and
 * at least a few milliseconds) is ended early, with BOX_HUNG: by a landing, or with the worker. That is learned over all
 * workers of the set; boxes_be_patient gives more. */
enum { BOX_TIMED = 64 };
typedef struct box_times {
    volatile uint32_t box;      /* that is called now, by its number modulo BOX_TIMED; + 1 */
    volatile uint64_t patience; /* times the usual that a call gets before it is ended early */
    volatile uint64_t calls;    /* that were begun */
    volatile uint64_t longest[BOX_TIMED]; /* nanoseconds; 0: no call has ended */
} box_times;
/* Around a call, by those who want that; `began` goes from one to the other. */
uint64_t box_call_begins(box_worker *w, const box *x);
void box_call_ends(box_worker *w, const box *x, uint64_t began);

/* box_status of what happened since the landing was set; BOX_OK when it is set. */
#define BOX_CATCH(w) ((w)->armed = 1, (box_status)sigsetjmp((w)->landing, 0))
#define BOX_PROGRESS(w) ((void)++*(w)->progress)
#define BOX_IDLE(w) ((void)(*(w)->progress = 0))

/* In a loop: one byte of the input comes, or one goes to the output. False: the other side is gone. */
bool box_worker_transfer(int descriptor, char *token, bool out);

/* What a loop returns that wants to go on in a fresh worker. */
enum { BOX_LOOP_AGAIN = -2 };

/* A search in which the sandbox ended so many workers goes nowhere. */
enum { BOX_MOST_REFUSED = 64 };

typedef struct box_run_config {
    /* 0: done; BOX_LOOP_AGAIN; else the run has failed with that code. */
    int (*loop)(void *context, box_worker *w);
    int (*prepare)(void *context); /* once in the template, before workers; 0: good; may be NULL */
    void *context;
    size_t shared_size;
    uint64_t max_workers;   /* 0: no limit */
    uint64_t max_refused;   /* workers that the sandbox ended; 0: no limit */
    double timeout_seconds; /* without progress; 0: the set's */
    bool patient;           /* no call is ended before that */
    uint32_t recoveries;    /* per worker; 0: 1,000 */
    bool sights;        /* what boxes compare is noted (boxes_sightings): not where they judge */
    uint64_t placement; /* libraries, heap and buffers lie elsewhere for other numbers */
} box_run_config;

typedef enum box_run_state {
    BOX_RUN_GOING,
    BOX_RUN_NEWS,   /* the worker has written to its output */
    BOX_RUN_DONE,   /* the loop returned 0 */
    BOX_RUN_FAILED, /* it returned another number, `prepare` failed, or a library did not load */
    BOX_RUN_SPENT,  /* max_workers, max_refused */
    BOX_RUN_INTERRUPTED
} box_run_state;

typedef struct box_run_figures {
    uint64_t workers, crashed, hung, memory, exited, refused, recovered;
    uint64_t early; /* calls that were ended before the time of one call was over */
    int code;       /* of the loop, after DONE or FAILED */
} box_run_figures;

typedef struct box_run box_run;

/* NULL with *error set (caller frees). */
box_run *box_run_start(box_set *set, const box_run_config *config, char **error);
/* Waits until the run is over or has written something, at most until `deadline` (clock_wall; 0: no
 * deadline). */
box_run_state box_run_wait(box_run *r, double deadline);
void *box_run_shared(box_run *r);
/* Bytes for the worker's input; what came from its output and was not consumed. */
void box_run_send(box_run *r, const void *bytes, size_t n);
struct strbuf *box_run_output(box_run *r);
void box_run_consume(box_run *r, size_t n);
/* Waits until the worker has written something, which is consumed: an answer, to those who ask for one
 * at a time. False: the deadline came (*alive), or the run is over. */
bool box_run_answered(box_run *r, double deadline, bool *alive);
/* Why the run failed before a worker ran (a library that does not load); "" otherwise. */
const char *box_run_error(const box_run *r);
box_run_figures box_run_count(const box_run *r);
/* Raises the stop flag of the worker; box_run_wait then sees the end. */
void box_run_stop(box_run *r);
/* Takes the stop flag down again. */
void box_run_go_on(box_run *r);
/* Kills what still runs; the shared area is gone. */
void box_run_free(box_run *r);

/* A run that stays with the set until a box is bound or released: started by the first call with
 * this loop, and again when it has ended. Not to be freed. `context` is used by the first call
 * only, and may go away after it: the template has its own copy. */
box_run *box_run_kept(box_set *set, const box_run_config *config, char **error);
/* Ends the run that was kept for this loop. */
void box_run_drop(box_set *set, int (*loop)(void *context, box_worker *w));

#endif
