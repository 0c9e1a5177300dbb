#include "runtime/boxes/trial.h"

#include "runtime/boxes/confine.h"
#include "runtime/boxes/invoke.h"
#include "runtime/boxes/writes.h"
#include "runtime/core/modules.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

enum {
    CPU_SECONDS = 1, /* for both calls */
    WINDOW = 1024,   /* how far behind a pointer a function may be found to write */
    STACK = 1 << 20,
};

/* What one call gave. */
typedef struct outcome {
    uint64_t result;
    int error;
    uint8_t bytes[TANDEM_EXTENTS][WINDOW];
} outcome;

/* One trial, in memory that the program and its copy share. */
typedef struct trial {
    const tandem_call *call;
    const tandem_signature *signature;
    tandem_class class;                                    /* the answer */
    uint16_t room[TANDEM_EXTENTS], extent[TANDEM_EXTENTS]; /* extent: also if nothing is written */
    bool wrote[3]; /* by owner, outside of what it may write */
    outcome first, second;
    tandem_writes writes;
    _Alignas(64) uint8_t stack[STACK];
} trial;

static trial *current; /* of a process that does nothing else: its signal handlers look here */

static void finish(tandem_origin origin, uint32_t detail)
{
    current->class.origin = origin;
    current->class.detail = detail;
    _exit(0);
}

static void notice(int signal, siginfo_t *info, void *context)
{
    if (signal == SIGSYS)
        finish(TANDEM_ORIGIN_SYSTEM, (uint32_t)info->si_syscall);
    uintptr_t p = (uintptr_t)info->si_addr;
    tandem_writes *w = &current->writes;
    if (tandem_writes_fault(w, p))
        return;
    finish(w->full                                  ? TANDEM_ORIGIN_STATE
           : p >= w->clock.base && p < w->clock.end ? TANDEM_ORIGIN_CLOCK
                                                    : TANDEM_ORIGIN_CRASHED,
           0);
}

void tandem_trial_asked(tandem_origin what, uint32_t detail)
{
    if (current)
        finish(what, detail);
}

static void handle(int signal)
{
    struct sigaction a = {.sa_sigaction = notice, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(signal, &a, NULL);
}

/* The kernel writes there whenever it likes, and ends processes where it cannot. */
static bool leave_rseq(void)
{
#if defined(RSEQ_SIG) && defined(SYS_rseq)
    enum { UNREGISTER = 1, LEAST = 32 };
    if (!__rseq_size)
        return true;
    void *area = (char *)__builtin_thread_pointer() + __rseq_offset;
    return syscall(SYS_rseq, area, LEAST, UNREGISTER, RSEQ_SIG) == 0 ||
           syscall(SYS_rseq, area, (__rseq_size + 31) / 32 * 32, UNREGISTER, RSEQ_SIG) == 0;
#else
    return true;
#endif
}

/* ---- What it writes */

static bool is_written(const tandem_signature *s, uint32_t i)
{
    return s->arg[i].kind == TANDEM_ARG_OUT || s->arg[i].kind == TANDEM_ARG_INOUT;
}

/* As much as the signature says, and as far as the object goes. */
static void find_room(trial *t)
{
    const tandem_call *c = t->call;
    for (uint32_t i = 0; i < c->n && i < TANDEM_EXTENTS; i++) {
        tandem_range r;
        uintptr_t p = (uintptr_t)c->value[i];
        uint32_t bytes = t->signature->arg[i].size.term[0].number[0];
        if (!is_written(t->signature, i) || !p || !tandem_readable((void *)p, bytes))
            continue;
        t->extent[i] = (uint16_t)(bytes < WINDOW ? bytes : WINDOW);
        size_t room = tandem_object_find((void *)p, &r) ? r.base + r.bytes - p : WINDOW;
        t->room[i] = (uint16_t)(room < WINDOW ? room : WINDOW);
        if (t->extent[i] > t->room[i]) /* it does not write all of it */
            t->extent[i] = t->room[i];
    }
}

/* The pointer behind which the byte lies, the nearest; TANDEM_EXTENTS: none. */
static uint32_t pointer_to(const trial *t, uintptr_t p)
{
    uint32_t best = TANDEM_EXTENTS;
    for (uint32_t i = 0; i < t->call->n && i < TANDEM_EXTENTS; i++)
        if (t->room[i] && p - t->call->value[i] < t->room[i] &&
            (best == TANDEM_EXTENTS || t->call->value[i] > t->call->value[best]))
            best = i;
    return best;
}

static bool is_errno(uintptr_t p)
{
    return p - (uintptr_t)&errno < sizeof(errno);
}

static void note_change(void *context, uintptr_t p, tandem_owner owner)
{
    trial *t = context;
    uint32_t i = pointer_to(t, p);
    tandem_range r;
    if (i < TANDEM_EXTENTS) {
        uintptr_t n = p - t->call->value[i] + 1, unit = t->signature->arg[i].size.term[0].number[0];
        n = unit ? (n + unit - 1) / unit * unit : n;
        if (n > t->class.extent[i])
            t->class.extent[i] = (uint16_t)(n < t->room[i] ? n : t->room[i]);
        if (n > t->extent[i])
            t->extent[i] = (uint16_t)(n < t->room[i] ? n : t->room[i]);
    } else if (!is_errno(p)) {
        if (owner == TANDEM_OWNER_HEAP && tandem_object_find((void *)p, &r))
            owner = TANDEM_OWNER_OTHER; /* a block of the program's */
        t->wrote[owner] = true;
    }
}

static void keep_outputs(const trial *t, outcome *o)
{
    for (uint32_t i = 0; i < TANDEM_EXTENTS; i++)
        memcpy(o->bytes[i], (const void *)(uintptr_t)t->call->value[i], t->extent[i]);
}

static void put_back(const trial *t)
{
    for (uint32_t i = 0; i < TANDEM_EXTENTS; i++)
        for (uint32_t k = 0; k < t->extent[i]; k++) {
            uintptr_t p = (uintptr_t)t->call->value[i] + k;
            uint8_t before = tandem_writes_before(&t->writes, p);
            if (*(uint8_t *)p != before)
                *(uint8_t *)p = before;
        }
}

/* ---- The two calls */

static void call_once(trial *t, outcome *o)
{
    const tandem_call *c = t->call;
    const tandem_signature *s = t->signature;
    errno = 0;
    o->result = tandem_invoke((uintptr_t)c->function, c->n, c->floats, c->value,
                              s->result_float ? s->result_width : 0);
    o->error = errno;
    if (s->result_width < 64)
        o->result &= ((uint64_t)1 << s->result_width) - 1;
    memset(t->wrote, 0, sizeof(t->wrote));
    tandem_writes_changes(&t->writes, note_change, t);
    keep_outputs(t, o);
}

/* In the copy. Does not return. */
static int run(void *context)
{
    trial *t = current = context;
    struct itimerval limit = {.it_value.tv_sec = CPU_SECONDS};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    tandem_plain_signals();
    tandem_modules_detach();
    handle(SIGSEGV);
    handle(SIGBUS);
    handle(SIGSYS);
    setitimer(ITIMER_PROF, &limit, NULL);
    find_room(t);
    if (!leave_rseq() || !tandem_writes_start(&t->writes) || !tandem_confine_strictly())
        finish(TANDEM_ORIGIN_UNTRIABLE, 0);
    call_once(t, &t->first);
    const bool *wrote = t->wrote;
    if (wrote[TANDEM_OWNER_OTHER] || (wrote[TANDEM_OWNER_LIBC] && !wrote[TANDEM_OWNER_HEAP]))
        finish(TANDEM_ORIGIN_STATE, 0);
    bool allocates = wrote[TANDEM_OWNER_HEAP];
    put_back(t);
    tandem_writes_again(&t->writes);
    memcpy(&t->second, &t->first, sizeof(t->second)); /* with the same bytes behind the ends */
    call_once(t, &t->second);
    if (wrote[TANDEM_OWNER_OTHER] || wrote[TANDEM_OWNER_LIBC] || wrote[TANDEM_OWNER_HEAP])
        finish(allocates ? TANDEM_ORIGIN_ALLOCATES : TANDEM_ORIGIN_STATE, 0);
    if (memcmp(&t->first, &t->second, sizeof(t->first)) != 0)
        finish(TANDEM_ORIGIN_UNSTEADY, 0);
    finish(TANDEM_ORIGIN_TRIAL, 0);
    return 0;
}

/* The program must not see a child that it did not make: it sends no signal when it ends. */
static void run_copy(trial *t)
{
    int status = 0;
    int child = clone(run, t->stack + sizeof(t->stack), 0, t);
    if (child <= 0 || waitpid(child, &status, __WALL) != child) {
        t->class.origin = TANDEM_ORIGIN_NONE; /* there may be fewer processes next time */
        return;
    }
    if (WIFSIGNALED(status)) {
        t->class.origin = WTERMSIG(status) == SIGPROF  ? TANDEM_ORIGIN_SLOW
                          : WTERMSIG(status) == SIGSYS ? TANDEM_ORIGIN_SYSTEM
                                                       : TANDEM_ORIGIN_CRASHED;
        t->class.detail = 0;
    }
}

void tandem_try(const tandem_call *c, const tandem_signature *s, tandem_class *k)
{
    int saved = errno;
    k->origin = TANDEM_ORIGIN_UNTRIABLE;
    trial *t = mmap(NULL, sizeof(*t), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t != MAP_FAILED) {
        t->call = c;
        t->signature = s;
        t->class = *k;
        run_copy(t);
        if (t->class.origin < TANDEM_ORIGIN_COUNT)
            *k = t->class;
        munmap(t, sizeof(*t));
    }
    errno = saved;
}
