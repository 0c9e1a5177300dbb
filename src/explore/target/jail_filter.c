/* The jails' filter of system calls (seccomp), made from jail_calls.def. A call that is refused
 * gives an error, as it would on a system where it is not allowed: programs may try. */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

#if defined __x86_64__
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#else
#define THIS_MACHINE 0 /* there is no filter */
#endif

/* Calls that are younger than the headers, or that this machine does not have. */
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif
#ifndef SYS_process_mrelease
#define SYS_process_mrelease 448
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
enum {
    SYS_setxattrat = 463,
    SYS_removexattrat = 466,
    SYS_open_tree_attr = 467,
    SYS_file_setattr = 469
};
#ifndef __x86_64__
enum { /* never a call's number */
       SYS_iopl = 0x3ffffff0,
       SYS_ioperm,
       SYS_chmod,
       SYS_chown,
       SYS_lchown,
       SYS_utime,
       SYS_utimes,
       SYS_futimesat
};
#endif
enum { X32 = 0x40000000, MOST_STEPS = 512, TYPE_OF_SOCKET = 0xf };

typedef struct filter {
    struct sock_filter step[MOST_STEPS];
    size_t n;
} filter;

static void add(filter *f, unsigned code, unsigned k, unsigned yes, unsigned no)
{
    if (f->n < MOST_STEPS)
        f->step[f->n] =
            (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, k};
    f->n++;
}

/* ---- Pieces. The call's number is loaded before and after each ------------------------------- */

static void load_number(filter *f)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
}

/* The lower half of an argument, which is all of an int; or the upper half. */
static void load_half(filter *f, unsigned argument, unsigned upper)
{
    add(f, BPF_LD | BPF_W | BPF_ABS,
        (unsigned)offsetof(struct seccomp_data, args) + 8 * argument + 4 * upper, 0, 0);
}

static void answer(filter *f, unsigned error)
{
    add(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

static void refuse(filter *f, unsigned call, unsigned error)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(f, error);
}

/* If (argument & mask) is, or is not, the value. */
static void refuse_if(filter *f, unsigned call, unsigned argument, unsigned mask, bool is,
                      unsigned value, unsigned error)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    load_half(f, argument, 0);
    add(f, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, value, !is, is);
    answer(f, error);
    load_number(f);
}

/* Unless the argument is null. */
static void refuse_pointer(filter *f, unsigned call, unsigned argument, unsigned error)
{
    for (unsigned upper = 0; upper < 2; upper++) {
        add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
        load_half(f, argument, upper);
        add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
        answer(f, error);
        load_number(f);
    }
}

/* ---- Rules ----------------------------------------------------------------------------------- */

/* Calls with another machine's numbers would go past all that follows. */
static void begin(filter *f)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0);
    add(f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load_number(f);
    if (THIS_MACHINE == AUDIT_ARCH_X86_64) {
        add(f, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
        answer(f, ENOSYS);
    }
}

static void refuse_listed(filter *f, bool namespaces, bool owner)
{
#define BOTH(call, error) refuse(f, SYS_##call, error);
#define FILTER(call, error) \
    if (!namespaces)        \
        refuse(f, SYS_##call, error);
#define OWNER(call, error)    \
    if (!namespaces && owner) \
        refuse(f, SYS_##call, error);
#include "explore/target/jail_calls.def"
#undef BOTH
#undef FILTER
#undef OWNER
}

/* A datagram can name its receiver in memory, where no filter looks: there are no such sockets.
 * Streams and packets have to connect first. Families that namespaces do not know are closed. */
static void refuse_sockets(filter *f, bool namespaces)
{
    static const unsigned in_namespaces[] = {AF_INET, AF_INET6, AF_NETLINK};
    static const unsigned calls[] = {SYS_socket, SYS_socketpair};
    static const unsigned datagrams[] = {SOCK_DGRAM, SOCK_RAW}; /* of AF_UNIX they are the same */
    for (size_t c = 0; c < 2; c++)
        for (size_t d = 0; d < 2; d++) {
            add(f, BPF_JMP | BPF_JEQ | BPF_K, calls[c], 0, 7);
            load_half(f, 0, 0);
            add(f, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 4);
            load_half(f, 1, 0);
            add(f, BPF_ALU | BPF_AND | BPF_K, TYPE_OF_SOCKET, 0, 0);
            add(f, BPF_JMP | BPF_JEQ | BPF_K, datagrams[d], 0, 1);
            answer(f, EACCES);
            load_number(f);
        }
    unsigned n = namespaces ? 3 : 0;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, n + 4);
    load_half(f, 0, 0);
    for (unsigned i = 0; i < n; i++)
        add(f, BPF_JMP | BPF_JEQ | BPF_K, in_namespaces[i], n - i + 1, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
    answer(f, EACCES);
    load_number(f);
    refuse_pointer(f, SYS_sendto, 4, EACCES);
}

static void refuse_by_arguments(filter *f)
{
    static const unsigned namespaces[] = {CLONE_NEWNS,  CLONE_NEWUSER, CLONE_NEWPID,   CLONE_NEWNET,
                                          CLONE_NEWIPC, CLONE_NEWUTS,  CLONE_NEWCGROUP};
    /* Words put into a terminal's input, a console's selection. */
    static const unsigned terminal[] = {TIOCSTI, TIOCLINUX, TIOCSETD};
    for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
        refuse_if(f, SYS_clone, 0, namespaces[i], true, namespaces[i], EPERM);
    for (size_t i = 0; i < sizeof terminal / sizeof *terminal; i++)
        refuse_if(f, SYS_ioctl, 1, ~0u, true, terminal[i], EPERM);
}

/* What processes of one user may do to each other; 0 is the process itself. */
static void refuse_other_processes(filter *f)
{
    static const unsigned of_a_process[] = {SYS_prlimit64, SYS_sched_setaffinity,
                                            SYS_sched_setscheduler, SYS_sched_setparam,
                                            SYS_sched_setattr};
    for (size_t i = 0; i < sizeof of_a_process / sizeof *of_a_process; i++)
        refuse_if(f, of_a_process[i], 0, ~0u, false, 0, EPERM);
    refuse_if(f, SYS_setpriority, 0, ~0u, false, 0, EPERM); /* PRIO_PROCESS */
    refuse_if(f, SYS_setpriority, 1, ~0u, false, 0, EPERM);
    refuse_if(f, SYS_ioprio_set, 0, ~0u, false, 1, EPERM); /* IOPRIO_WHO_PROCESS */
    refuse_if(f, SYS_ioprio_set, 1, ~0u, false, 0, EPERM);
    refuse_if(f, SYS_ptrace, 0, ~0u, true, PTRACE_ATTACH, EPERM);
    refuse_if(f, SYS_ptrace, 0, ~0u, true, PTRACE_SEIZE, EPERM);
}

/* Attributes of files need no right to write; nor does cutting a file, for early Landlocks. */
static void refuse_file_changes(filter *f, int landlock)
{
    refuse_if(f, SYS_ioctl, 1, ~0u, true, (unsigned)FS_IOC_SETFLAGS, EOPNOTSUPP);
    refuse_if(f, SYS_ioctl, 1, ~0u, true, (unsigned)FS_IOC_FSSETXATTR, EOPNOTSUPP);
    if (landlock >= 3)
        return;
    refuse(f, SYS_truncate, EACCES);
    refuse(f, SYS_openat2, ENOSYS);
    refuse_if(f, SYS_openat, 2, O_ACCMODE | O_TRUNC, true, O_RDONLY | O_TRUNC, EACCES);
#ifdef SYS_open
    refuse_if(f, SYS_open, 1, O_ACCMODE | O_TRUNC, true, O_RDONLY | O_TRUNC, EACCES);
#endif
}

bool jail_filter_calls(jail_kind kind, bool owner, int landlock)
{
    filter f = {.n = 0};
    bool namespaces = kind == JAIL_NAMESPACES;
    errno = ENOSYS;
    if (!THIS_MACHINE)
        return false;
    begin(&f);
    refuse_listed(&f, namespaces, owner);
    refuse_sockets(&f, namespaces);
    refuse_by_arguments(&f);
    if (!namespaces) {
        refuse_other_processes(&f);
        refuse_file_changes(&f, landlock);
    }
    add(&f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    errno = ENOSPC;
    const struct sock_fprog program = {(unsigned short)f.n, f.step};
    return f.n <= MOST_STEPS &&
           !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}
