#include "runtime/host/nature.h"

#include "runtime/boxes/trial.h"
#include "runtime/calls/functions.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/host/klee.h"
#include "runtime/host/ktest.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define CLOCK_OBJECT "tandem_clock"
#define RANDOM_OBJECT "tandem_random"
enum {
    NS = 1000000000,
    LOOK_NS = 1000,
    MONOTONIC_BEGIN = 1,
    MOST_SYMBOLIC = 256,
    MOST_ENTROPY = 256
};
static const int64_t clock_begin = TANDEM_CLOCK_BEGIN;

/* Weak: a program may have functions of these names itself. */
#pragma GCC visibility push(default)
#define OURS __attribute__((weak))
OURS time_t time(time_t *to);
OURS int gettimeofday(struct timeval *restrict to, void *restrict zone);
OURS int clock_gettime(clockid_t which, struct timespec *to);
OURS ssize_t getrandom(void *p, size_t n, unsigned flags);
OURS int getentropy(void *p, size_t n);
OURS uint32_t arc4random(void);
OURS void arc4random_buf(void *p, size_t n);
OURS uint32_t arc4random_uniform(uint32_t bound);
#pragma GCC visibility pop

static struct {
    uint8_t clock, random; /* tandem_nature */
    bool looked;
    uint64_t looks, began_ms, stream;
    int32_t offset; /* of a symbolic clock: seconds */
    tandem_expr offset_expr;
} nature;
static tandem_expr seconds_expr; /* of the last `time`, for its caller */

void tandem_nature_start(void)
{
    const tandem_request *q = &tandem_rt.shared->request;
    memset(&nature, 0, sizeof(nature));
    nature.clock = q->clock;
    nature.random = q->random;
}

static int system_clock(clockid_t which, struct timespec *to)
{
    return (int)syscall(SYS_clock_gettime, which, to);
}

static uint64_t ms_of(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * 1000 + (uint64_t)t->tv_nsec / 1000000;
}

uint64_t tandem_nature_ms(void)
{
    struct timespec t = {0};
    system_clock(CLOCK_MONOTONIC, &t);
    return ms_of(&t);
}

uint64_t tandem_nature_utc_ms(void)
{
    struct timespec t = {0};
    timespec_get(&t, TIME_UTC);
    return ms_of(&t);
}

/* What a program that runs alone is to see: its .ktest file may have an object for it. */
static tandem_nature alone(const char *object)
{
    return !tandem_rt.shared && tandem_ktest_has(object) ? TANDEM_NATURE_INPUT
                                                         : TANDEM_NATURE_SYSTEM;
}

/* ---- The clock ------------------------------------------------------------------------------- */

/* A symbolic clock is off by so much. */
static void take_offset(void)
{
    if (nature.looked)
        return;
    nature.looked = true;
    if (nature.clock == TANDEM_NATURE_SYSTEM)
        nature.clock = (uint8_t)alone(CLOCK_OBJECT);
    if (nature.clock != TANDEM_NATURE_INPUT)
        return;
    nature.offset = (int32_t)tandem_klee_value(CLOCK_OBJECT, sizeof(nature.offset));
    nature.offset_expr = tandem_klee_expression();
}

/* Nanoseconds since the run began: each look takes a moment, so that a program which waits for a time comes to it in any
 * run, and whole seconds pass as they do. The first look makes no system call: a start-up that looks at the clock is that of all
 * runs (host/late.h). */
static uint64_t passed(void)
{
    uint64_t seconds = 0, now = nature.looks ? tandem_nature_ms() : 0;
    if (nature.began_ms)
        seconds = (now - nature.began_ms) / 1000;
    else
        nature.began_ms = now;
    return seconds * NS + nature.looks++ * LOOK_NS;
}

/* The time of day; *e is the expression of the seconds. */
static struct timespec day(tandem_expr *e)
{
    uint64_t ns = passed();
    int64_t seconds = clock_begin + (int64_t)(ns / NS);
    *e = 0;
    if (nature.offset_expr && tandem_enter()) {
        *e = tandem_settle(tandem_build(TANDEM_ADD, 64, tandem_const(64, (uint64_t)seconds),
                                        tandem_extend(TANDEM_SEXT, nature.offset_expr, 64)));
        tandem_leave();
    }
    return (struct timespec){.tv_sec = seconds + nature.offset, .tv_nsec = (long)(ns % NS)};
}

/* `bytes` bytes from the seconds on were written. */
static void put_expression(const int64_t *at, size_t bytes, tandem_expr e)
{
    if (!tandem_enter())
        return;
    tandem_shadow_clear(at, bytes);
    for (uint32_t i = 0; e && i < sizeof(*at); i++)
        tandem_shadow_set((const uint8_t *)at + i, tandem_settle(tandem_extract(e, 8 * i, 8)),
                          (uint8_t)((uint64_t)*at >> 8 * i));
    tandem_leave();
}

static bool own_clock(void)
{
    tandem_trial_asked(TANDEM_ORIGIN_CLOCK, 0);
    take_offset();
    return nature.clock != TANDEM_NATURE_SYSTEM;
}

int clock_gettime(clockid_t which, struct timespec *to)
{
    tandem_expr e = 0;
    bool known = which >= 0 && which <= CLOCK_TAI;
    if (!known || !own_clock()) /* no clock, or that of a device or another process */
        return system_clock(which, to);
    switch (which) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        *to = day(&e);
        break;
    default: {
        uint64_t ns = passed();
        bool used = which == CLOCK_PROCESS_CPUTIME_ID || which == CLOCK_THREAD_CPUTIME_ID;
        *to = (struct timespec){.tv_sec = (time_t)(ns / NS) + (used ? 0 : MONOTONIC_BEGIN),
                                .tv_nsec = (long)(ns % NS)};
    }
    }
    put_expression(&to->tv_sec, sizeof(*to), e);
    return 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    tandem_expr e = 0;
    struct timespec now = {0};
    if (zone)
        memset(zone, 0, sizeof(struct timezone));
    void *given = to;
    __asm__("" : "+r"(given)); /* the header promises that it is none, and callers break it */
    if (!given)
        return 0;
    if (own_clock())
        now = day(&e);
    else
        system_clock(CLOCK_REALTIME, &now);
    *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    put_expression(&to->tv_sec, sizeof(*to), e);
    return 0;
}

time_t time(time_t *to)
{
    struct timespec now = {0};
    seconds_expr = 0;
    if (own_clock())
        now = day(&seconds_expr);
    else
        system_clock(CLOCK_REALTIME_COARSE, &now);
    if (to) {
        *to = now.tv_sec;
        put_expression(to, sizeof(*to), seconds_expr);
    }
    return now.tv_sec;
}

tandem_expr tandem_after_time(struct tandem_call *c, uint32_t width, uint64_t result)
{
    tandem_expr e = seconds_expr;
    seconds_expr = 0;
    return width == 64 ? e : 0;
}

/* ---- Random bytes ---------------------------------------------------------------------------- */

/* Of Weyl's sequence, mixed (splitmix64). */
static uint8_t next_byte(void)
{
    uint64_t x = nature.stream += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint8_t)(x >> 56);
}

static tandem_nature random_nature(void)
{
    tandem_trial_asked(TANDEM_ORIGIN_SYSTEM, SYS_getrandom);
    return nature.random ? (tandem_nature)nature.random : alone(RANDOM_OBJECT);
}

/* The same bytes in each run; where they are inputs, with what the input says of each changed. */
static void fill(uint8_t *p, size_t n)
{
    size_t inputs = n < MOST_SYMBOLIC ? n : MOST_SYMBOLIC;
    bool symbolic = n && random_nature() == TANDEM_NATURE_INPUT;
    memset(p, 0, n);
    if (tandem_enter()) {
        tandem_shadow_clear(p, n);
        tandem_leave();
    }
    if (symbolic)
        klee_make_symbolic(p, inputs, RANDOM_OBJECT);
    for (size_t i = 0; i < n; i++) {
        uint8_t was = p[i], mask = next_byte();
        p[i] = was ^ mask;
        if (!symbolic || i >= inputs || !tandem_enter())
            continue;
        tandem_expr e = tandem_shadow_get(p + i, was);
        if (e)
            tandem_shadow_set(p + i, tandem_build(TANDEM_XOR, 8, e, tandem_const(8, mask)), p[i]);
        tandem_leave();
    }
}

static bool system_random(uint8_t *p, size_t n)
{
    while (n) {
        long got = syscall(SYS_getrandom, p, n, 0);
        if (got <= 0 && errno != EINTR)
            return false;
        p += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

ssize_t getrandom(void *p, size_t n, unsigned flags)
{
    if (random_nature() == TANDEM_NATURE_SYSTEM)
        return syscall(SYS_getrandom, p, n, flags);
    fill(p, n);
    return (ssize_t)n;
}

int getentropy(void *p, size_t n)
{
    if (n > MOST_ENTROPY) {
        errno = EIO;
        return -1;
    }
    if (random_nature() == TANDEM_NATURE_SYSTEM)
        return system_random(p, n) ? 0 : -1;
    fill(p, n);
    return 0;
}

void arc4random_buf(void *p, size_t n)
{
    if (random_nature() == TANDEM_NATURE_SYSTEM)
        system_random(p, n);
    else
        fill(p, n);
}

uint32_t arc4random(void)
{
    uint32_t x = 0;
    arc4random_buf(&x, sizeof(x));
    if (tandem_enter()) {
        tandem_shadow_clear(&x, sizeof(x)); /* it is gone with this frame */
        tandem_leave();
    }
    return x;
}

uint32_t arc4random_uniform(uint32_t bound)
{
    uint32_t least = bound ? -bound % bound : 0, x;
    do
        x = arc4random();
    while (x < least);
    return bound ? x % bound : 0;
}
