#include "box/worker/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/vec.h"

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OUR_ARCHITECTURE

typedef VEC(struct sock_filter) filter_program;

#define OFFSET(member) ((uint32_t)offsetof(struct seccomp_data, member))
#define LOW_HALF(i) (OFFSET(args) + 8u * (i)) /* both architectures are little-endian */

static const int refused[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_mkdirat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mknodat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_truncate,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_utimensat,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_ptrace,
    SYS_process_vm_writev,
    SYS_process_vm_readv,
    SYS_pidfd_send_signal,
    SYS_pidfd_getfd,
    SYS_io_uring_setup,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_openat2,
    SYS_open_by_handle_at,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_sethostname,
    SYS_acct,
    SYS_quotactl,
    SYS_unshare,
    SYS_setns,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_mq_open,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
#ifdef __x86_64__
    SYS_unlink,
    SYS_rename,
    SYS_renameat,
    SYS_mkdir,
    SYS_rmdir,
    SYS_link,
    SYS_symlink,
    SYS_mknod,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_creat,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_accept,
#endif
};

static void add(filter_program *p, uint16_t code, uint8_t yes, uint8_t no, uint32_t k)
{
    vec_push(p, ((struct sock_filter){.code = code, .jt = yes, .jf = no, .k = k}));
}

static void load(filter_program *p, uint32_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, offset);
}

static void refuse(filter_program *p)
{
    add(p, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM);
}

/* Opening for reading only: the flags are argument `i`. The number stays in the accumulator. */
static void only_reading(filter_program *p, int call, uint32_t i)
{
    uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)call);
    load(p, LOW_HALF(i));
    add(p, BPF_JMP | BPF_JSET | BPF_K, 0, 1, writing);
    refuse(p);
    add(p, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

/* Signals to itself only (abort and raise need that): the process is argument 0. */
static void only_to_self(filter_program *p, int call)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)call);
    load(p, LOW_HALF(0));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, (uint32_t)getpid());
    refuse(p);
    add(p, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

static void build_filter(filter_program *p)
{
    load(p, OFFSET(arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, OUR_ARCHITECTURE);
    add(p, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
    load(p, OFFSET(nr));
#ifdef __x86_64__
    add(p, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* the x32 way in */
    refuse(p);
    only_reading(p, SYS_open, 1);
#endif
    only_reading(p, SYS_openat, 2);
    only_to_self(p, SYS_kill);
    only_to_self(p, SYS_tgkill);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)refused[i]);
        refuse(p);
    }
    add(p, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

bool sandbox_enter(void)
{
    filter_program p = {0};
    build_filter(&p);
    struct sock_fprog program = {.len = (unsigned short)p.n, .filter = p.at};
    bool done = !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
                !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    vec_free(&p);
    return done;
}

#else

bool sandbox_enter(void)
{
    return false;
}

#endif
