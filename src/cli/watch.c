#include "cli/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "cli/exit_codes.h"
#include "cli/interrupt.h"

#define GRACE 0.16      /* for the orderly end, before the clock ends the process */
#define TICK 0.05       /* between looks at the clock and at our memory */
#define STATUS_AFTER 1. /* seconds before a check gets a status line */

/* Signal handlers need a place: this is the one mutable global of the program. Everything in it is
 * written before the handlers are installed, or is a sig_atomic_t. */
static struct {
    watch_config config;
    volatile sig_atomic_t signal;
    volatile sig_atomic_t busy;
    volatile sig_atomic_t stopped;
    volatile sig_atomic_t drawn;
    double start, busy_since, grace_end, first_signal;
    timer_t timer;
    int wake[2]; /* a pipe: a byte in it ends watch_read's waiting */
    long page_size;
} watch;

/* Text made without stdio, which a signal handler must not use. */
typedef struct line {
    char text[200];
    size_t n;
} line;

static void put(line *l, const char *text)
{
    for (; *text && l->n < sizeof l->text; text++)
        l->text[l->n++] = *text;
}

static void put_number(line *l, uint64_t number)
{
    char digits[24];
    size_t i = sizeof digits;
    digits[--i] = 0;
    do
        digits[--i] = (char)('0' + number % 10);
    while (number /= 10);
    put(l, digits + i);
}

static void put_seconds(line *l, double seconds)
{
    uint64_t tenths = (uint64_t)(seconds * 10);
    put_number(l, tenths / 10);
    put(l, ".");
    put_number(l, tenths % 10);
    put(l, " s");
}

static size_t read_small(const char *path, char *text, size_t size)
{
    int f = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? 0 : read(f, text, size - 1);
    if (f >= 0)
        close(f);
    text[n > 0 ? n : 0] = 0;
    return n > 0 ? (size_t)n : 0;
}

/* Resident bytes of a process, from /proc/PID/statm. */
static uint64_t resident(const char *pid)
{
    line path = {.n = 0};
    char text[128];
    put(&path, "/proc/");
    put(&path, pid);
    put(&path, "/statm");
    path.text[path.n] = 0;
    read_small(path.text, text, sizeof text);
    const char *p = strchr(text, ' ');
    uint64_t pages = 0;
    for (p = p ? p + 1 : ""; *p >= '0' && *p <= '9'; p++)
        pages = pages * 10 + (uint64_t)(*p - '0');
    return pages * (uint64_t)watch.page_size;
}

/* Of all our children (the solvers). */
static uint64_t children_resident(void)
{
    line path = {.n = 0};
    char pids[512];
    put(&path, "/proc/self/task/");
    put_number(&path, (uint64_t)getpid());
    put(&path, "/children");
    path.text[path.n] = 0;
    read_small(path.text, pids, sizeof pids);
    uint64_t sum = 0;
    for (char *pid = pids; *pid;) {
        size_t n = strcspn(pid, " ");
        bool last = !pid[n];
        pid[n] = 0;
        if (n)
            sum += resident(pid);
        pid += last ? n : n + 1;
    }
    return sum;
}

static void erase_status(void)
{
    if (watch.drawn)
        io_write_all(STDERR_FILENO, "\r\033[K", 4);
    watch.drawn = 0;
}

static void draw_status(double now)
{
    line l = {.n = 0};
    put(&l, "\r; checking ");
    put_seconds(&l, now - watch.busy_since);
    put(&l, ", solver ");
    put_number(&l, children_resident() >> 20);
    put(&l, " MB\033[K");
    io_write_all(STDERR_FILENO, l.text, l.n);
    watch.drawn = 1;
}

/* The last words when the orderly end did not come in time. */
static void end_now(const char *why, int code)
{
    line out = {.n = 0}, remark = {.n = 0};
    erase_status();
    if (watch.config.json) {
        put(&out, "{\"checks\":[{\"answer\":\"unknown\",\"why\":\"");
        put(&out, why);
        put(&out, "\"}],\"ended\":\"");
        put(&out, why);
        put(&out, "\"}\n");
    } else if (watch.busy) {
        put(&out, "unknown\n");
    }
    io_write_all(STDOUT_FILENO, out.text, out.n);
    put(&remark, "; unknown: ");
    put(&remark, why);
    put(&remark, "\n; seconds ");
    put_seconds(&remark, clock_wall() - watch.start);
    put(&remark, "\n; memory ");
    put_number(&remark, resident("self") >> 20);
    put(&remark, " MB\n");
    if (!watch.config.quiet)
        io_write_all(STDERR_FILENO, remark.text, remark.n);
    _exit(code);
}

static void on_clock(int signal)
{
    (void)signal;
    int saved = errno;
    double now = clock_wall();
    if (!watch.stopped) {
        if (watch.signal && now >= watch.grace_end)
            end_now("interrupted",
                    watch.signal == SIGINT ? CLI_EXIT_INTERRUPT : CLI_EXIT_TERMINATED);
        if (watch.config.deadline && now >= watch.config.deadline + GRACE)
            end_now("timeout", CLI_EXIT_LIMIT);
        if (watch.config.memory_bytes && resident("self") > watch.config.memory_bytes)
            end_now("memout", CLI_EXIT_LIMIT);
        if (!watch.busy) {
            watch.busy_since = now;
            erase_status();
        } else if (watch.config.status && now - watch.busy_since > STATUS_AFTER) {
            draw_status(now);
        }
    }
    errno = saved;
}

static void set_timer(double first, double interval)
{
    struct itimerspec when = {
        .it_value = {(time_t)first, (long)((first - (double)(time_t)first) * 1e9)},
        .it_interval = {(time_t)interval, (long)((interval - (double)(time_t)interval) * 1e9)},
    };
    if (!when.it_value.tv_sec && !when.it_value.tv_nsec)
        when.it_value.tv_nsec = 1;
    timer_settime(watch.timer, 0, &when, NULL);
}

static void on_signal(int signal)
{
    int saved = errno;
    double now = clock_wall();
    if (watch.signal && now <= watch.first_signal + INTERRUPT_ONE_ACTION)
        return;
    if (watch.signal)
        _exit(128 + watch.signal);
    watch.first_signal = now;
    watch.grace_end = now + GRACE;
    watch.signal = signal;
    ssize_t ignored = write(watch.wake[1], "", 1);
    (void)ignored;
    if (!watch.stopped)
        set_timer(GRACE, TICK);
    errno = saved;
}

static void install(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGALRM); /* the two handlers do not interrupt each other */
    sigaction(signal, &action, NULL);
}

void watch_start(const watch_config *config)
{
    watch.config = *config;
    watch.start = watch.busy_since = clock_wall();
    watch.page_size = sysconf(_SC_PAGESIZE);
    if (pipe2(watch.wake, O_CLOEXEC | O_NONBLOCK))
        watch.wake[0] = watch.wake[1] = -1;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    timer_create(CLOCK_MONOTONIC, &event, &watch.timer);
    install(SIGALRM, on_clock, SA_RESTART);
    install(SIGINT, on_signal, 0);
    install(SIGTERM, on_signal, 0);
    if (config->status || config->memory_bytes)
        set_timer(TICK, TICK);
    else if (config->deadline) {
        double left = config->deadline + GRACE - watch.start;
        set_timer(left > 0 ? left : 0, TICK);
    }
}

void watch_stop(void)
{
    watch.stopped = 1;
    erase_status();
    timer_delete(watch.timer);
}

const volatile sig_atomic_t *watch_interrupt(void)
{
    return &watch.signal;
}

volatile sig_atomic_t *watch_busy(void)
{
    return &watch.busy;
}

int watch_signal(void)
{
    return watch.signal;
}

long watch_read(int descriptor, char *buffer, unsigned long size)
{
    for (;;) {
        int patience = -1;
        if (watch.config.deadline) {
            double left = watch.config.deadline - clock_wall();
            if (left <= 0)
                return 0;
            patience = left > 1e6 ? -1 : (int)(left * 1000) + 1;
        }
        struct pollfd watched[] = {{.fd = descriptor, .events = POLLIN},
                                   {.fd = watch.wake[0], .events = POLLIN}};
        int ready = poll(watched, 2, patience);
        if (watch.signal)
            return 0;
        if (ready <= 0 || !watched[0].revents)
            continue;
        ssize_t n = read(descriptor, buffer, size);
        if (n >= 0 || errno != EINTR)
            return n;
    }
}
