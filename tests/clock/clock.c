/* A clock that runs faster or slower, for LD_PRELOAD: CLOCK_RATE seconds for each that passes (10, 0.1). What a process
 * measures of its own time stays as it is, and so do the limits that the kernel keeps for it; points in time at which
 * waiting ends are told to the kernel in its own seconds. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))real(#name))

static double rate = 1;
static struct timespec begun[2]; /* CLOCK_REALTIME, CLOCK_MONOTONIC */

static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static int real_time(clockid_t id, struct timespec *t)
{
    return REAL(int, clock_gettime, clockid_t, struct timespec *)(id, t);
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("CLOCK_RATE");
    real_time(CLOCK_REALTIME, &begun[0]);
    real_time(CLOCK_MONOTONIC, &begun[1]);
    rate = text ? atof(text) : 1;
}

/* Which of the two a clock is; -1: one that is left alone. */
static int kind_of(clockid_t id)
{
    switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
        return 1;
    default:
        return -1;
    }
}

/* The same distance from the beginning, times `by`. */
static struct timespec stretch(int kind, const struct timespec *t, double by)
{
    double passed = (double)(t->tv_sec - begun[kind].tv_sec) +
                    (double)(t->tv_nsec - begun[kind].tv_nsec) * 1e-9;
    double then = (double)begun[kind].tv_nsec * 1e-9 + passed * by;
    long whole = (long)then - (then < 0);
    return (struct timespec){begun[kind].tv_sec + whole, (long)((then - (double)whole) * 1e9)};
}

int clock_gettime(clockid_t id, struct timespec *t)
{
    int kind = kind_of(id), failed = real_time(kind == 1 ? CLOCK_MONOTONIC : id, t);
    if (!failed && kind >= 0)
        *t = stretch(kind, t, rate);
    return failed;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *t)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}

/* ---- Waiting until a point in time ------------------------------------------------------------ */

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t id,
                           const struct timespec *until)
{
    struct timespec then = kind_of(id) < 0 ? *until : stretch(kind_of(id), until, 1 / rate);
    return REAL(int, pthread_cond_clockwait, pthread_cond_t *, pthread_mutex_t *, clockid_t,
                const struct timespec *)(c, m, id, &then);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t id, const struct timespec *until)
{
    struct timespec then = kind_of(id) < 0 ? *until : stretch(kind_of(id), until, 1 / rate);
    return REAL(int, pthread_mutex_clocklock, pthread_mutex_t *, clockid_t,
                const struct timespec *)(m, id, &then);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
    struct timespec then = stretch(0, until, 1 / rate);
    return REAL(int, pthread_mutex_timedlock, pthread_mutex_t *, const struct timespec *)(m, &then);
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *t, struct timespec *left)
{
    bool moves = (flags & TIMER_ABSTIME) && kind_of(id) >= 0;
    struct timespec then = moves ? stretch(kind_of(id), t, 1 / rate) : *t;
    return REAL(int, clock_nanosleep, clockid_t, int, const struct timespec *,
                struct timespec *)(id, flags, &then, left);
}
