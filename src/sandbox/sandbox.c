#include "sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "sandbox/sandbox_impl.h"

#if defined(__x86_64__)

#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* A filter of the build where that does, or one of our own. */
static bool take_filter(sandbox *s, filter_part part, sandbox_filter *own,
                        const sandbox_filter **used)
{
    bool usual = !s->grants.fork && !s->grants.net && !s->grants.n_write;
    *used = usual ? filter_made(s->profile, part) : NULL;
    if (*used)
        return true;
    *used = own;
    return filter_make(s->profile, &s->grants, part, own);
}

static bool kernel_can(sandbox_profile profile)
{
    uint32_t action = profile == SANDBOX_PROGRAM    ? SECCOMP_RET_USER_NOTIF
                      : profile == SANDBOX_COMPILER ? SECCOMP_RET_KILL_PROCESS
                                                    : SECCOMP_RET_TRAP;
    return !syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
}

sandbox *sandbox_new(sandbox_profile profile, const sandbox_grants *grants,
                     const sandbox_places *places, char **error)
{
    sandbox *s = base_alloc_zero(1, sizeof *s);
    s->profile = profile;
    if (grants)
        s->grants = *grants;
    if (places)
        s->places = *places;
    s->landlock = sandbox_landlock();
    bool good = take_filter(s, FILTER_WHOLE, &s->own_whole, &s->whole) &&
                (profile != SANDBOX_CALL || take_filter(s, FILTER_REST, &s->own_rest, &s->rest));
    const char *wrong = !kernel_can(profile) ? "this system does not let us filter system calls"
                        : !good              ? "the system call filter cannot be made"
                        : s->grants.n_write && !s->landlock
                            ? "--box-may write needs Landlock, which this kernel does not have"
                            : NULL;
    if (!wrong)
        return s;
    *error = base_strdup(wrong);
    sandbox_free(s);
    return NULL;
}

static int install(const sandbox_filter *f, unsigned flags)
{
    struct sock_filter
        own[FILTER_MOST]; /* not the heap: this may be a child that borrows our memory */
    memcpy(own, f->code, f->n * sizeof *own);
    for (size_t i = 0; i < f->n; i++)
        if (own[i].code == (BPF_JMP | BPF_JEQ | BPF_K) && own[i].k == FILTER_OWN_NUMBER)
            own[i].k = (uint32_t)getpid();
    struct sock_fprog program = {.len = f->n, .filter = own};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

bool sandbox_prepare(const sandbox *s)
{
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && landlock_enter(s) &&
           install(s->whole, 0) == 0;
}

bool sandbox_enter_prepared(const sandbox *s)
{
    return !s->rest || install(s->rest, 0) == 0;
}

bool sandbox_enter(const sandbox *s)
{
    return sandbox_prepare(s) && sandbox_enter_prepared(s);
}

int sandbox_enter_watched(const sandbox *s)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || !landlock_enter(s))
        return -1;
    return install(s->whole, SECCOMP_FILTER_FLAG_NEW_LISTENER);
}

static void name_of(int call, char *text, size_t size)
{
    char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86_64, call);
    snprintf(text, size, "%s", name ? name : "?");
    free(name);
}

#else

sandbox *sandbox_new(sandbox_profile profile, const sandbox_grants *grants,
                     const sandbox_places *places, char **error)
{
    *error =
        base_strdup("the sandbox is known to hold on x86-64 only, and this is another machine");
    return NULL;
}

bool sandbox_enter(const sandbox *s)
{
    return false;
}

bool sandbox_prepare(const sandbox *s)
{
    return false;
}

bool sandbox_enter_prepared(const sandbox *s)
{
    return false;
}

int sandbox_enter_watched(const sandbox *s)
{
    return -1;
}

static void name_of(int call, char *text, size_t size)
{
    snprintf(text, size, "%d", call);
}

#endif

void sandbox_free(sandbox *s)
{
    if (!s)
        return;
    filter_free(&s->own_whole);
    filter_free(&s->own_rest);
    free(s);
}

char *sandbox_explain(int call)
{
    char name[64];
    if (call < 0)
        return base_strdup("the sandbox refuses a system call that it made with all signals "
                           "blocked, as 'system' does; --box-may fork, or else --sandbox off, "
                           "allows it");
    name_of(call, name, sizeof name);
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "the sandbox refuses its system call '%s'; %s allows it", name,
                  filter_option(name));
    return strbuf_detach(&text);
}
