#include "sandbox/filter.h"

#include <stdlib.h>

#if defined(__x86_64__)

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/alloc.h"

/* Who may make a call, as bits. */
enum { ALL = 1, RUN = 2, FILES = 4, NET = 8, GROUPS = 16, ASK = 32 };

/* What a filter is made for. */
typedef struct purpose {
    sandbox_profile profile;
    sandbox_grants grants;
} purpose;

static const struct {
    unsigned who;
    const char *names; /* separated by spaces */
} groups[] = {
#define CALL(name) #name " "
#define CALLS(who, reason, list) {who, list},
#include "sandbox/calls.def"
#undef CALLS
#undef CALL
};

/* What starts workers may do beyond what they may: src/sandbox/sandbox.h, sandbox_prepare. */
#define OF_STARTERS "kill tgkill wait4 waitid pidfd_open seccomp "

/* ---- Rules ----------------------------------------------------------------------------------- */

typedef struct rules {
    scmp_filter_ctx filter;
    bool good;
} rules;

/* A call that this libseccomp does not know cannot be allowed; that is no fault. */
static void allow_word(rules *r, const char *name, uint32_t action)
{
    int call = seccomp_syscall_resolve_name(name);
    if (call >= 0)
        r->good &= !seccomp_rule_add_exact(r->filter, action, call, 0);
}

static void allow_if(rules *r, int call, struct scmp_arg_cmp condition)
{
    r->good &= !seccomp_rule_add_exact(r->filter, SCMP_ACT_ALLOW, call, 1, condition);
}

/* Names that end with a space each. */
static void answer_each(rules *r, const char *names, uint32_t action)
{
    while (*names) {
        char name[32];
        size_t n = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, names);
        allow_word(r, name, action);
        names += n + 1;
    }
}

static void allow_each(rules *r, const char *names)
{
    answer_each(r, names, SCMP_ACT_ALLOW);
}

static void allow_groups(rules *r, unsigned who)
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].who & who)
            answer_each(r, groups[i].names,
                        groups[i].who == ASK ? SCMP_ACT_ERRNO(ENOSYS) : SCMP_ACT_ALLOW);
}

/* Opening for reading; for writing where Landlock or nobody cares. */
static void allow_open(rules *r, bool writing)
{
    uint64_t changes = O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    changes = writing ? 0 : changes;
    allow_if(r, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, changes, 0));
    allow_if(r, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, changes, 0));
}

/* Threads; processes too where they may be, but in the namespaces that there are, and as its own
 * children. */
static void allow_clone(rules *r, bool processes)
{
    uint64_t thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
    uint64_t never = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                     CLONE_NEWPID | CLONE_NEWNET | CLONE_PTRACE | CLONE_UNTRACED | CLONE_PARENT;
    if (processes)
        allow_if(r, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, never, 0));
    else
        allow_if(r, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, never | thread, thread));
}

/* Nothing by which a descriptor sends signals (F_SETOWN, F_SETSIG, O_ASYNC), leases or locks. */
static void allow_fcntl(rules *r, bool locks)
{
    static const int plain[] = {F_DUPFD,     F_DUPFD_CLOEXEC, F_GETFD,      F_SETFD,
                                F_GETFL,     F_GETLK,         F_GETPIPE_SZ, F_SETPIPE_SZ,
                                F_GET_SEALS, F_ADD_SEALS,     F_GETOWN};
    static const int locking[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        allow_if(r, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)plain[i]));
    for (size_t i = 0; locks && i < sizeof locking / sizeof *locking; i++)
        allow_if(r, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)locking[i]));
    r->good &= !seccomp_rule_add_exact(r->filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 2,
                                       SCMP_A1(SCMP_CMP_EQ, F_SETFL),
                                       SCMP_A2(SCMP_CMP_MASKED_EQ, O_ASYNC, 0));
}

/* Questions about a descriptor; no terminal is written to, no file's flags are changed. */
static void allow_ioctl(rules *r)
{
    static const unsigned long asked[] = {TCGETS,   TIOCGWINSZ, TIOCGPGRP,
                                          FIONREAD, FIOCLEX,    FIONCLEX};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        allow_if(r, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, asked[i]));
}

static void allow_prctl(rules *r)
{
    static const int plain[] = {PR_SET_NAME,      PR_GET_NAME,     PR_GET_DUMPABLE,
                                PR_GET_PDEATHSIG, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS,
                                PR_SET_PDEATHSIG, 0x53564d41 /* PR_SET_VMA: names for memory */};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        allow_if(r, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)plain[i]));
}

/* Calls that name a process: 0 is the caller. */
static void allow_self(rules *r)
{
    static const int zero[] = {SCMP_SYS(prlimit64), SCMP_SYS(sched_setaffinity),
                               SCMP_SYS(sched_setattr), SCMP_SYS(sched_setparam),
                               SCMP_SYS(sched_setscheduler)};
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
        allow_if(r, zero[i], SCMP_A0(SCMP_CMP_EQ, 0));
    r->good &= !seccomp_rule_add_exact(r->filter, SCMP_ACT_ALLOW, SCMP_SYS(setpriority), 2,
                                       SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, 0));
}

static bool add_rules(rules *r, const purpose *s)
{
    bool compiler = s->profile == SANDBOX_COMPILER, call = s->profile == SANDBOX_CALL;
    bool writes = compiler || s->grants.n_write, runs = !call || s->grants.fork;
    allow_groups(r, ALL | ASK | (runs ? RUN : 0) | (writes ? FILES : 0) |
                        (s->grants.net ? NET : 0) | (s->grants.fork && !call ? GROUPS : 0));
    allow_open(r, writes);
    allow_clone(r, runs || call);
    allow_fcntl(r, writes);
    allow_ioctl(r);
    allow_prctl(r);
    allow_self(r);
    if (call)
        allow_each(r, OF_STARTERS);
    if (compiler) /* of its own passes; Landlock scopes it */
        allow_each(r, "kill tgkill ");
    allow_each(r, "rt_sigaction ");
    return r->good;
}

/* ---- The rest: what a process that starts others may do, and they may not ---------------------- */

static void refuse(rules *r, int call, unsigned n, struct scmp_arg_cmp condition)
{
    r->good &= !(n ? seccomp_rule_add_exact(r->filter, SCMP_ACT_TRAP, call, 1, condition)
                   : seccomp_rule_add_exact(r->filter, SCMP_ACT_TRAP, call, 0));
}

static bool add_rest(rules *r, const purpose *s)
{
    struct scmp_arg_cmp none = {0};
    static const int starting[] = {SCMP_SYS(wait4), SCMP_SYS(waitid), SCMP_SYS(pidfd_open)};
    for (size_t i = 0; !s->grants.fork && i < sizeof starting / sizeof *starting; i++)
        refuse(r, starting[i], 0, none);
    /* Each flag that a thread has and a process lacks. */
    static const uint64_t thread[] = {CLONE_VM, CLONE_SIGHAND, CLONE_THREAD};
    for (size_t i = 0; !s->grants.fork && i < sizeof thread / sizeof *thread; i++)
        refuse(r, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread[i], 0));
    /* Signals for itself alone. SIGSYS is how a refused call ends: no handler of its own for that; the
     * kernel looks at the lower half of the number. */
    refuse(r, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_NE, FILTER_OWN_NUMBER));
    refuse(r, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_NE, FILTER_OWN_NUMBER));
    refuse(r, SCMP_SYS(rt_sigaction), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, UINT32_MAX, SIGSYS));
    refuse(r, SCMP_SYS(seccomp), 0, none);
    return r->good;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* The filter as the kernel wants it. */
static bool export_filter(scmp_filter_ctx filter, sandbox_filter *f)
{
    int file = memfd_create("filter", MFD_CLOEXEC);
    bool good = file >= 0 && !seccomp_export_bpf(filter, file);
    off_t size = good ? lseek(file, 0, SEEK_END) : 0;
    if (size > 0) {
        f->code = base_alloc((size_t)size);
        f->n = (unsigned short)((size_t)size / sizeof *f->code);
        good = pread(file, f->code, (size_t)size, 0) == size;
    }
    if (file >= 0)
        close(file);
    return good && f->n && f->n <= FILTER_MOST;
}

static bool make(const purpose *s, uint32_t otherwise, bool (*add)(rules *r, const purpose *s),
                 sandbox_filter *f)
{
    rules r = {.filter = seccomp_init(otherwise), .good = true};
    bool good = r.filter &&
                !seccomp_attr_set(r.filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) &&
                !seccomp_attr_set(r.filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) && add(&r, s) &&
                export_filter(r.filter, f);
    if (r.filter)
        seccomp_release(r.filter);
    return good;
}

/* Refused calls of programs go to their guard, which libseccomp does not let us say. */
static void redirect(sandbox_filter *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->code[i].code == (BPF_RET | BPF_K) &&
            (f->code[i].k & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_TRAP)
            f->code[i].k = SECCOMP_RET_USER_NOTIF;
}

bool filter_make(sandbox_profile profile, const sandbox_grants *grants, filter_part part,
                 sandbox_filter *f)
{
    purpose s = {.profile = profile, .grants = *grants};
    *f = (sandbox_filter){0};
    if (part == FILTER_REST)
        return make(&s, SCMP_ACT_ALLOW, add_rest, f);
    bool good =
        make(&s, profile == SANDBOX_COMPILER ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_TRAP, add_rules, f);
    if (profile == SANDBOX_PROGRAM)
        redirect(f);
    return good;
}

static unsigned group_of(const char *name)
{
    static const struct {
        const char *name;
        unsigned who;
    } others[] = {{"open", FILES}, {"openat", FILES}, {"clone", RUN}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i].name, name))
            return others[i].who;
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (const char *at = strstr(groups[i].names, name); at; at = strstr(at + 1, name))
            if ((at == groups[i].names || at[-1] == ' ') && at[n] == ' ')
                return groups[i].who;
    return 0;
}

const char *filter_option(const char *name)
{
    unsigned who = group_of(name);
    return who == FILES                  ? "--box-may write=DIR"
           : who == RUN || who == GROUPS ? "--box-may fork"
           : who == NET                  ? "--box-may net"
                                         : "--sandbox off";
}

#else

bool filter_make(sandbox_profile profile, const sandbox_grants *grants, filter_part part,
                 sandbox_filter *f)
{
    *f = (sandbox_filter){0};
    return false;
}

const char *filter_option(const char *name)
{
    return "--sandbox off";
}

#endif

void filter_free(sandbox_filter *f)
{
    free(f->code);
    *f = (sandbox_filter){0};
}
