#include "runtime/calls/failures.h"

#include "runtime/core/dispatch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

static const struct {
    const char *name;
    int error;
} failing[] = {
#define FAIL(name, error) {#name, error},
#include "runtime/calls/failing.def"
#undef FAIL
};

static volatile char selector; /* the kernel looks at it at each system call */
static volatile sig_atomic_t error_now;
static uint32_t left, waiting; /* failures to come; calls until the next one */
static uint64_t seed;

/* Calls between two failures: the seed decides. */
static uint32_t next_gap(void)
{
    seed += 0x9E3779B97F4A7C15u;
    uint64_t z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)((z ^ (z >> 27)) * 0x94D049BB133111EBu >> 60);
}

static void refuse(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    selector = TANDEM_DISPATCH_ALLOW;
#ifdef __x86_64__
    u->uc_mcontext.gregs[REG_RAX] = -error_now;
#elif defined(__aarch64__)
    u->uc_mcontext.regs[0] = (uint64_t)-error_now;
#endif
    left--;
    waiting = next_gap();
}

void tandem_failures_start(void)
{
    const tandem_request *q = &tandem_rt.shared->request;
    struct sigaction a = {.sa_sigaction = refuse, .sa_flags = SA_SIGINFO};
    if (!q->max_fail || sigaction(SIGSYS, &a, NULL) != 0 ||
        prctl(PR_SET_SYSCALL_USER_DISPATCH, TANDEM_DISPATCH_ON, 0, 0, &selector) != 0)
        return;
    left = q->max_fail;
    seed = q->fail_seed;
    waiting = next_gap();
}

static int error_of(const char *name)
{
    for (size_t i = 0; i < sizeof(failing) / sizeof(*failing); i++)
        if (strcmp(failing[i].name, name) == 0)
            return failing[i].error;
    return 0;
}

bool tandem_failure_begin(const char *name)
{
    int error = left && name ? error_of(name) : 0;
    if (!error)
        return false;
    if (waiting) {
        waiting--;
        return false;
    }
    error_now = error;
    selector = TANDEM_DISPATCH_BLOCK;
    return true;
}

void tandem_failure_over(void)
{
    selector = TANDEM_DISPATCH_ALLOW;
}
