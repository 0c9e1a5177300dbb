#include "box/worker/watch.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/group.h"

enum {
    PATIENCE = 4,  /* times the limit that a worker without CPU time gets */
    UNUSUAL = 100, /* times its longest that a call may take … */
    STEADY = 64    /* … of which, after as many, each of so many is timed */
};
#define LEAST_SECONDS 0.002 /* that a call gets, of CPU time … */
#define LEAST_WALL 0.25     /* … and otherwise */
#define LOOKS 0.01          /* seconds between looks at calls that may be ended early … */
#define CLOSER_LOOKS 0.001  /* … and when there were such */

/* ---- Inside a worker ------------------------------------------------------------------------- */

static uint64_t own_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static size_t time_slot(const box *x)
{
    return x->group % BOX_TIMED;
}

uint64_t box_call_begins(box_worker *w, const box *x)
{
    box_times *times = w->times;
    times->box = (uint32_t)time_slot(x) + 1;
    uint64_t n = times->calls++;
    return n < STEADY || n % STEADY == 0 ? own_time() : 0;
}

void box_call_ends(box_worker *w, const box *x, uint64_t began)
{
    volatile uint64_t *longest = &w->times->longest[time_slot(x)];
    if (!began && *longest)
        return;
    uint64_t took = began ? own_time() - began + 1 : 1;
    if (took > *longest)
        *longest = took;
}

/* ---- In the template ------------------------------------------------------------------------- */

static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What a worker without progress is guilty of: endless allocation or just endlessness. */
static box_status hang_status(const box_set *set, pid_t pid, uint64_t data_at_start)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = descriptor < 0 ? -1 : read(descriptor, text, sizeof text - 1);
    if (descriptor >= 0)
        close(descriptor);
    unsigned long long data = 0;
    if (n <= 0 || sscanf(text, "%*u %*u %*u %*u %*u %llu", &data) != 1)
        return BOX_HUNG;
    data *= (unsigned long long)sysconf(_SC_PAGESIZE);
    return set->memory && data + set->memory / 8 > data_at_start + set->memory ? BOX_MEMORY
                                                                               : BOX_HUNG;
}

/* Memory that boxes map shared is under no limit of the kernel: looked at now and then. */
static bool is_too_large(const box_set *set, pid_t pid, uint64_t resident_at_start)
{
    return set->memory && group_resident_one(pid, false) > resident_at_start + set->memory;
}

typedef struct watch {
    uint64_t seen;
    double since, cpu;
    double limit; /* after which the call is asked to end; 0: not before its time */
} watch;

/* What the call gets that a worker is in now; 0: its time. */
static double usual_limit(const box_run *r)
{
    const run_header *h = r->header;
    uint32_t slot = h->times.box - 1;
    uint64_t longest = slot < BOX_TIMED ? h->times.longest[slot] : 0;
    if (r->config.patient || !longest)
        return 0;
    double limit = UNUSUAL * 1e-9 * (double)longest;
    limit = (limit > LEAST_SECONDS ? limit : LEAST_SECONDS) * (double)h->times.patience;
    return limit < r->config.timeout_seconds ? limit : 0;
}

/* A machine under load is no hang: a worker that got little CPU time has more patience. */
static bool hangs(watch *w, const box_run *r, pid_t pid)
{
    double now = clock_wall(), limit = r->config.timeout_seconds;
    uint64_t progress = r->header->progress;
    if (!progress || progress != w->seen) {
        *w = (watch){.seen = progress, .since = now, .cpu = cpu_of(pid), .limit = usual_limit(r)};
        return false;
    }
    double waited = now - w->since, used = cpu_of(pid) - w->cpu;
    bool rests = waited >= PATIENCE * w->limit && waited >= LEAST_WALL;
    if (w->limit > 0 && waited >= w->limit && (used >= w->limit || rests)) {
        r->header->unwanted = progress;
        kill(pid, WATCH_END_CALL);
        w->limit = 2 * waited; /* once more, later */
    }
    return waited >= limit && (used >= limit / 2 || waited >= PATIENCE * limit);
}

/* Milliseconds until the next look. */
static int next_look(const box_run *r, bool told)
{
    double limit = r->config.timeout_seconds, seconds = limit < 0.04 ? 0.01 : limit / 4;
    bool timed = !r->config.patient && r->header->progress && r->header->times.box;
    if (timed)
        seconds = r->header->early ? CLOSER_LOOKS : LOOKS < seconds ? LOOKS : seconds;
    return told ? (int)(seconds * 1000) : 1;
}

static box_status ended_status(const run_header *h, int status)
{
    if (h->status != BOX_OK)
        return (box_status)h->status;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGKILL  ? BOX_MEMORY
               : WTERMSIG(status) == SIGSYS ? BOX_REFUSED
                                            : BOX_CRASHED;
    return BOX_EXITED;
}

box_status watch_worker(box_run *r, pid_t pid, uint64_t data_at_start)
{
    int end = (int)syscall(SYS_pidfd_open, pid, 0);
    watch w = {.since = clock_wall()};
    uint64_t resident = group_resident_one(getpid(), false);
    int status = 0;
    box_status hung = BOX_OK;
    for (;;) {
        struct pollfd poll_end = {.fd = end, .events = POLLIN};
        poll(&poll_end, end >= 0, next_look(r, end >= 0));
        if (waitpid(pid, &status, WNOHANG) == pid)
            break;
        if (hung == BOX_OK && hangs(&w, r, pid)) {
            hung = hang_status(r->set, pid, data_at_start);
            kill(pid, SIGKILL);
        } else if (hung == BOX_OK && is_too_large(r->set, pid, resident)) {
            hung = BOX_MEMORY;
            kill(pid, SIGKILL);
        }
    }
    if (end >= 0)
        close(end);
    if (r->header->done)
        return BOX_OK;
    return hung != BOX_OK ? hung : ended_status(r->header, status);
}
