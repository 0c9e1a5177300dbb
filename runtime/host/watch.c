#include "runtime/host/watch.h"

#include "runtime/host/places.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- System calls that change files ---------------------------------------------------------- */

typedef enum change {
    NOTHING,
    MAKES,   /* and fails if there is one */
    CREATES, /* or writes to the one that is there */
    REMOVES,
    WRITES
} change;

/* What a call does to the files it names: `path` is the argument with the name, `folder` the one
 * with the descriptor it is relative to (-1: the working folder). */
typedef struct named {
    int8_t folder, path;
    uint8_t what;
} named;

static const struct {
    int number;
    named files[2];
} calls[] = {
    {SYS_openat, {{0, 1, CREATES}, {0, 1, WRITES}}},
    {SYS_unlinkat, {{0, 1, REMOVES}}},
    {SYS_renameat, {{0, 1, REMOVES}, {2, 3, CREATES}}},
    {SYS_renameat2, {{0, 1, REMOVES}, {2, 3, CREATES}}},
    {SYS_mkdirat, {{0, 1, MAKES}}},
    {SYS_linkat, {{2, 3, MAKES}}},
    {SYS_symlinkat, {{1, 2, MAKES}}},
    {SYS_mknodat, {{0, 1, MAKES}}},
    {SYS_truncate, {{-1, 0, WRITES}}},
    {SYS_fchmodat, {{0, 1, WRITES}}},
    {SYS_fchownat, {{0, 1, WRITES}}},
    {SYS_utimensat, {{0, 1, WRITES}}},
    {SYS_setxattr, {{-1, 0, WRITES}}},
    {SYS_lsetxattr, {{-1, 0, WRITES}}},
#ifdef SYS_unlink /* the older calls are not everywhere */
    {SYS_open, {{-1, 0, CREATES}, {-1, 0, WRITES}}},
    {SYS_creat, {{-1, 0, CREATES}, {-1, 0, WRITES}}},
    {SYS_unlink, {{-1, 0, REMOVES}}},
    {SYS_rmdir, {{-1, 0, REMOVES}}},
    {SYS_rename, {{-1, 0, REMOVES}, {-1, 1, CREATES}}},
    {SYS_mkdir, {{-1, 0, MAKES}}},
    {SYS_link, {{-1, 1, MAKES}}},
    {SYS_symlink, {{-1, 1, MAKES}}},
    {SYS_mknod, {{-1, 0, MAKES}}},
    {SYS_chmod, {{-1, 0, WRITES}}},
    {SYS_chown, {{-1, 0, WRITES}}},
    {SYS_lchown, {{-1, 0, WRITES}}},
    {SYS_utime, {{-1, 0, WRITES}}},
    {SYS_utimes, {{-1, 0, WRITES}}},
#endif
};
enum { CALLS = sizeof(calls) / sizeof(*calls), PATH_BYTES = 4096 };

/* ---- The child ------------------------------------------------------------------------------- */

#define STEP(code, k) ((struct sock_filter)BPF_STMT(code, k))
#define JUMP(code, k, yes, no) ((struct sock_filter)BPF_JUMP(code, k, yes, no))
#define FIELD(field) STEP(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

/* Files that are only read are no business of ours: the flags of open decide. */
static size_t add_open(struct sock_filter *f, unsigned number, size_t flags)
{
    f[0] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
    f[1] = STEP(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * flags);
    f[2] = JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1);
    f[3] = STEP(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    f[4] = STEP(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    return 5;
}

static bool stop_at_changes(void)
{
    struct sock_filter filter[2 * CALLS + 16];
    size_t n = 0;
    filter[n++] = FIELD(nr);
    n += add_open(filter + n, SYS_openat, 2);
#ifdef SYS_open
    n += add_open(filter + n, SYS_open, 1);
#endif
    for (size_t i = 0; i < CALLS; i++) {
        filter[n++] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
        filter[n++] = STEP(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    }
    filter[n++] = STEP(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {(unsigned short)n, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool tandem_watch_begin(void)
{
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 && raise(SIGSTOP) == 0 && stop_at_changes();
}

/* ---- The server ------------------------------------------------------------------------------ */

/* The name as the process sees it, as one for us. False: there is none. */
static bool read_name(pid_t pid, const named *file, const uint64_t *args, char *out)
{
    char text[PATH_BYTES] = "";
    struct iovec to = {text, sizeof(text) - 1},
                 from = {(void *)(uintptr_t)args[file->path], sizeof(text) - 1};
    /* A name near the end of its mapping: what is there of it is read. */
    ssize_t n = process_vm_readv(pid, &to, 1, &from, 1, 0);
    if (n < 0) {
        to.iov_len = from.iov_len = 4096 - args[file->path] % 4096;
        if (to.iov_len >= sizeof(text))
            to.iov_len = from.iov_len = sizeof(text) - 1;
        n = process_vm_readv(pid, &to, 1, &from, 1, 0);
    }
    if (n <= 0 || !*text)
        return false;
    int folder = file->folder < 0 ? AT_FDCWD : (int)args[file->folder];
    if (*text == '/')
        n = snprintf(out, PATH_BYTES, "%s", text);
    else if (folder == AT_FDCWD)
        n = snprintf(out, PATH_BYTES, "/proc/%d/cwd/%s", (int)pid, text);
    else
        n = snprintf(out, PATH_BYTES, "/proc/%d/fd/%d/%s", (int)pid, folder, text);
    return n < PATH_BYTES;
}

/* Whether the file lies outside the folder that the jail lets the program write to: the one above
 * the folder of the server. */
static bool is_outside(const char *path)
{
    char real[PATH_MAX], own[PATH_MAX];
    if (!tandem_rt.folder || !realpath(tandem_rt.folder, own) || !realpath(path, real))
        return false;
    size_t n = (size_t)(strrchr(own, '/') - own);
    return strncmp(real, own, n) != 0 || (real[n] != '/' && real[n] != '\0');
}

/* Only the jail stands in the way of a change: everything else is read-only there, or a filter lets
 * nothing be written. */
static bool kept_by_the_jail(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? is_outside(path) : errno == EROFS;
}

static void cut_last(char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    while (n > 1 && path[n - 1] != '/')
        n--;
    path[n] = '\0';
}

/* The flags of a call that opens; 0: it is another one. */
static uint64_t flags_of(uint64_t number, const uint64_t *args)
{
#ifdef SYS_open
    if (number == SYS_open)
        return args[1];
#endif
    return number == SYS_openat ? args[2] : 0;
}

/* What a call does, of those that flags make something else. */
static change change_by(const named *file, uint64_t flags)
{
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return NOTHING; /* a file without a name, which nobody else ever sees */
    return file->what == CREATES && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)
               ? MAKES
               : (change)file->what;
}

/* 2: would change something outside; 1: tries to; 0: neither. In a folder for temporary files new ones can
 * be made by everybody, and what is there was made so by this run; only what it leaves there counts. */
static int judge(pid_t pid, const named *file, const uint64_t *args, uint64_t flags)
{
    char path[PATH_BYTES];
    struct stat info;
    change what = change_by(file, flags);
    if (!what || !read_name(pid, file, args, path))
        return 0;
    bool exists = lstat(path, &info) == 0;
    if (exists && (what == MAKES || what == CREATES || tandem_places_have(&info)))
        return 0;
    if (what == WRITES && exists && S_ISCHR(info.st_mode))
        return 0; /* /dev/null, which the run's own output goes to, and others that keep nothing */
    if (!exists && (what == WRITES || what == REMOVES))
        return 0;
    if (what != WRITES)
        cut_last(path);
    if (what == MAKES && stat(path, &info) == 0 && tandem_places_hold(&info))
        return 0;
    return kept_by_the_jail(path) ? 2 : is_outside(path);
}

static int judge_call(pid_t pid)
{
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0 ||
        info.op != PTRACE_SYSCALL_INFO_SECCOMP)
        return 0;
    int worst = 0;
    const uint64_t *args = (const uint64_t *)info.seccomp.args;
    uint64_t flags = flags_of(info.seccomp.nr, args);
    for (size_t i = 0; i < CALLS; i++)
        for (int k = 0; k < 2 && (uint64_t)calls[i].number == info.seccomp.nr; k++) {
            int found = judge(pid, &calls[i].files[k], args, flags);
            worst = found > worst ? found : worst;
        }
    return worst;
}

/* What a stopped process is to get when it goes on. */
static int signal_of(int status)
{
    int signal = WSTOPSIG(status);
    return status >> 16 || signal == SIGSTOP || signal == SIGTRAP ? 0 : signal;
}

int tandem_watch(pid_t child, struct rusage *used)
{
    int status, worst = 0;
    bool known = false;
    tandem_rt.shared->outside = 0;
    for (;;) {
        pid_t pid = wait4(-1, &status, __WALL, used);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0 || (pid == child && !WIFSTOPPED(status)))
            break;
        if (!WIFSTOPPED(status))
            continue;
        if (!known)
            ptrace(PTRACE_SETOPTIONS, pid, NULL,
                   PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                       PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
        known = true;
        int found = status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8) ? judge_call(pid) : 0;
        worst = found > worst ? found : worst;
        if (found == 2)
            kill(-child, SIGKILL);
        ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)signal_of(status));
    }
    /* One that was still at it when its time was over would have come to something. */
    bool ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    tandem_rt.shared->outside = worst == 2 || (worst == 1 && ended) || tandem_places_left();
    return status;
}
