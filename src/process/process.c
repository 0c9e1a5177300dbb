#include "process/process.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "process/dying.h"
#include "process/group.h"
#include "process/spawn.h"

#define MEMORY_INTERVAL 0.02 /* between looks at the child's memory */
#define GROUP_INTERVAL 0.1   /* between looks at its whole family, which cost more… */
#define GROUP_SHARE 0.02     /* …but not more than this share of the time */
#define ALONE_INTERVAL 1.0   /* the same while it has no children: others of its group are rare */
#define INTERRUPT_INTERVAL 0.05 /* a flag raised just before poll does not end it */
#define BLIND_INTERVAL 0.01     /* where the kernel cannot tell us of a child's end */
#define KILL_PATIENCE 20        /* milliseconds for a killed child to be gone */
#define OUTPUT_LIMIT (UINT64_C(64) << 20)
enum { READ_SIZE = 1 << 16, DRAIN_SIZE = 1 << 18, SEND_SIZE = 1 << 12 };

struct process {
    pid_t pid;
    int input, output, errors; /* -1 when closed */
    int end;                   /* a pidfd: readable when the child has ended; or -1 */
    strbuf out, err;
    strbuf pending; /* to be sent, from `sent` on */
    size_t sent;
    bool input_done; /* close the input when everything is sent */
    bool running;
    bool forked; /* a function of ours: memory that it shares with us does not count */
    int status;  /* as wait4 gives it */
    double cpu;
    uint64_t peak;
    uint64_t memory_limit, output_limit;
    uint64_t inherited;                    /* resident bytes that a forked child has from us */
    double memory_due, group_due, all_due; /* looks at itself, its family, all processes */
    const volatile sig_atomic_t *interrupt;
};

process *process_start(const process_config *config, char **error)
{
    uint64_t inherited = config->argv ? 0 : group_resident_one(getpid(), true);
    spawn_child child;
    dying_reap();
    if (!spawn_start(config, &child, error))
        return NULL;
    process *p = base_alloc_zero(1, sizeof *p);
    p->pid = child.pid;
    p->input = child.input;
    p->output = child.output;
    p->errors = child.errors;
    p->end = (int)syscall(SYS_pidfd_open, child.pid, 0); /* close-on-exec by itself */
    strbuf_init(&p->out);
    strbuf_init(&p->err);
    strbuf_init(&p->pending);
    p->running = true;
    p->forked = !config->argv;
    p->inherited = inherited;
    p->memory_limit = config->memory_bytes;
    p->output_limit = config->output_bytes ? config->output_bytes : OUTPUT_LIMIT;
    p->interrupt = config->interrupt;
    double now = clock_wall();
    p->memory_due = now + MEMORY_INTERVAL;
    p->group_due = now + GROUP_INTERVAL;
    p->all_due = now + ALONE_INTERVAL;
    return p;
}

static void close_descriptor(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Reads what is there into `buffer`: up to the output limit, and not for ever when the child writes
 * as fast as we read, since the caller may want to consume. True if something came. */
static bool drain(process *p, int *descriptor, strbuf *buffer)
{
    size_t before = buffer->n;
    while (*descriptor >= 0 && p->out.n + p->err.n <= p->output_limit &&
           buffer->n - before < DRAIN_SIZE) {
        ssize_t n = read(*descriptor, strbuf_reserve(buffer, READ_SIZE), READ_SIZE);
        if (n > 0) {
            buffer->n += (size_t)n;
            buffer->text[buffer->n] = '\0';
        } else if (n == 0) {
            close_descriptor(descriptor);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            close_descriptor(descriptor);
        }
    }
    return buffer->n > before;
}

static bool drain_both(process *p)
{
    bool some = drain(p, &p->output, &p->out);
    return drain(p, &p->errors, &p->err) || some;
}

/* write(2) to a child that has gone must not end us: its SIGPIPE is taken back. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t n)
{
    sigset_t pipe_signal, old, waiting;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&waiting);
    bool was_waiting = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
    ssize_t written = write(descriptor, bytes, n);
    int reason = errno;
    if (written < 0 && reason == EPIPE && !was_waiting) {
        struct timespec now = {0};
        while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return written;
}

static void flush_pending(process *p)
{
    while (p->input >= 0 && p->sent < p->pending.n) {
        ssize_t n = write_quietly(p->input, p->pending.text + p->sent, p->pending.n - p->sent);
        if (n >= 0)
            p->sent += (size_t)n;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != EINTR)
            close_descriptor(&p->input);
    }
    strbuf_clear(&p->pending);
    p->sent = 0;
    if (p->input_done)
        close_descriptor(&p->input);
}

void process_send(process *p, const char *bytes, size_t n)
{
    if (p->input < 0 || p->input_done)
        return;
    strbuf_add(&p->pending, bytes, n);
    if (p->pending.n - p->sent >= SEND_SIZE)
        flush_pending(p);
}

void process_flush(process *p)
{
    flush_pending(p);
}

void process_close_input(process *p)
{
    p->input_done = true;
    flush_pending(p);
}

static void close_ended(process *p, int status)
{
    p->status = status;
    p->running = false;
    close_descriptor(&p->end);
    close_descriptor(&p->input);
}

/* The child is a zombie or about to be: ends what is left of its group, then forgets it. */
static void reap(process *p)
{
    kill(-p->pid, SIGKILL);
    struct rusage usage;
    int status = 0;
    pid_t got;
    do
        got = wait4(p->pid, &status, 0, &usage);
    while (got < 0 && errno == EINTR);
    if (got == p->pid) {
        p->cpu = (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                 1e-6 * ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec);
        uint64_t peak = (uint64_t)usage.ru_maxrss * 1024;
        p->peak = peak > p->peak ? peak : p->peak;
    }
    close_ended(p, status);
}

static void close_outputs(process *p)
{
    close_descriptor(&p->output);
    close_descriptor(&p->errors);
}

/* After the end: what is still in the pipes, which someone else may hold open. */
static void drain_rest(process *p)
{
    while (drain_both(p))
        ;
    close_outputs(p);
}

/* Whether it has ended, without forgetting it: its group's number stays ours until reap. */
static bool has_ended(const process *p)
{
    siginfo_t info = {0};
    int got = waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return (got == 0 && info.si_pid == p->pid) || (got < 0 && errno == ECHILD);
}

void process_kill(process *p)
{
    if (!p->running)
        return;
    p->cpu = group_cpu_one(p->pid);
    uint64_t resident = group_resident_one(p->pid, false);
    p->peak = resident > p->peak ? resident : p->peak;
    if (!p->forked)
        group_kill(p->pid); /* another program may have children in other groups */
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL); /* should the group not exist yet */
    dying_reap();
    if (p->end >= 0 && !has_ended(p)) {
        struct pollfd ending = {.fd = p->end, .events = POLLIN};
        poll(&ending, 1, KILL_PATIENCE);
    }
    if (!has_ended(p) && dying_add(p->pid))
        close_ended(p, SIGKILL);
    else
        reap(p);
    drain_rest(p);
}

void process_free(process *p)
{
    if (!p)
        return;
    process_kill(p);
    close_outputs(p);
    strbuf_free(&p->out);
    strbuf_free(&p->err);
    strbuf_free(&p->pending);
    free(p);
}

static bool over_memory(process *p, double now)
{
    if (!p->memory_limit || now < p->memory_due)
        return false;
    p->memory_due = now + MEMORY_INTERVAL;
    uint64_t resident;
    bool due = now >= p->group_due;
    if (due && now < p->all_due && group_is_alone(p->pid)) {
        p->group_due = now + GROUP_INTERVAL;
        due = false;
    }
    if (due) {
        resident = group_resident(p->pid, p->forked);
        double later = clock_wall(), pause = (later - now) / GROUP_SHARE;
        p->group_due = later + (pause > GROUP_INTERVAL ? pause : GROUP_INTERVAL);
        p->all_due = later + ALONE_INTERVAL;
    } else {
        resident = group_resident_one(p->pid, p->forked);
    }
    resident = resident > p->inherited ? resident - p->inherited : 0;
    p->peak = resident > p->peak ? resident : p->peak;
    return resident > p->memory_limit;
}

/* Seconds that poll may sleep. */
static double patience(const process *p, double now, double deadline)
{
    double wait = INFINITY;
    if (deadline > 0)
        wait = deadline - now;
    if (p->memory_limit && MEMORY_INTERVAL < wait)
        wait = MEMORY_INTERVAL;
    if (p->interrupt && INTERRUPT_INTERVAL < wait)
        wait = INTERRUPT_INTERVAL;
    if (p->end < 0 && BLIND_INTERVAL < wait)
        wait = BLIND_INTERVAL;
    return wait < 0 ? 0 : wait;
}

size_t process_watch(const process *p, struct pollfd watched[PROCESS_WATCHED])
{
    size_t n = 0;
    if (p->output >= 0)
        watched[n++] = (struct pollfd){.fd = p->output, .events = POLLIN};
    if (p->errors >= 0)
        watched[n++] = (struct pollfd){.fd = p->errors, .events = POLLIN};
    if (p->end >= 0)
        watched[n++] = (struct pollfd){.fd = p->end, .events = POLLIN};
    if (p->input >= 0 && p->sent < p->pending.n)
        watched[n++] = (struct pollfd){.fd = p->input, .events = POLLOUT};
    return n;
}

static void sleep_until_something(const process *p, double seconds)
{
    struct pollfd watched[PROCESS_WATCHED];
    size_t n = process_watch(p, watched);
    int milliseconds = isinf(seconds) || seconds > 1e6 ? -1 : (int)(seconds * 1000) + 1;
    poll(watched, n, milliseconds);
}

static process_event ended(process *p)
{
    if (p->running)
        reap(p);
    drain_rest(p);
    return PROCESS_EXIT;
}

process_event process_wait(process *p, double deadline)
{
    if (!p->running)
        return ended(p);
    for (;;) {
        flush_pending(p);
        bool exited = has_ended(p); /* asked before reading: what it wrote is then all there */
        bool news = drain_both(p);
        if (p->out.n + p->err.n > p->output_limit) {
            process_kill(p);
            return PROCESS_FLOOD;
        }
        if (p->interrupt && *p->interrupt)
            return PROCESS_INTERRUPT;
        if (exited)
            return ended(p);
        double now = clock_wall();
        if (over_memory(p, now)) {
            process_kill(p);
            return PROCESS_MEMORY;
        }
        if (deadline > 0 && now >= deadline)
            return PROCESS_DEADLINE;
        if (news)
            return PROCESS_OUTPUT;
        sleep_until_something(p, patience(p, now, deadline));
    }
}

strbuf *process_output(process *p)
{
    return &p->out;
}

strbuf *process_errors(process *p)
{
    return &p->err;
}

void process_consume(process *p, size_t n)
{
    assert(n <= p->out.n);
    if (!n)
        return;
    memmove(p->out.text, p->out.text + n, p->out.n - n);
    p->out.n -= n;
    p->out.text[p->out.n] = '\0';
}

bool process_running(const process *p)
{
    return p->running;
}

pid_t process_pid(const process *p)
{
    return p->pid;
}

int process_signal(const process *p)
{
    return !p->running && WIFSIGNALED(p->status) ? WTERMSIG(p->status) : 0;
}

int process_status(const process *p)
{
    if (p->running)
        return 0;
    return WIFSIGNALED(p->status) ? 128 + WTERMSIG(p->status) : WEXITSTATUS(p->status);
}

double process_cpu(const process *p)
{
    return p->cpu;
}

uint64_t process_peak_memory(const process *p)
{
    uint64_t now = p->running ? group_resident_one(p->pid, false) : 0;
    return now > p->peak ? now : p->peak;
}
