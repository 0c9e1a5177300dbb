#include "runtime/host/late.h"

#include "runtime/core/dispatch.h"
#include "runtime/core/state.h"

#ifdef __x86_64__
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    CALL_BYTES = 2,
    CLOCK_PAGES = 4,
    MOST_FILES = 64,
    MAPS_BYTES = 1 << 16,
    EXIT_CANNOT_GO_ON = 125
};

/* System calls from here are never stopped: one that is made for the program, and the return of the handler. */
__asm__(".text\n"
        ".type tandem_late_call, @function\n"
        "tandem_late_call:\n"
        "    mov %rcx, %r10\n"
        "    mov 8(%rsp), %rax\n"
        "    syscall\n"
        "    ret\n"
        "tandem_late_return:\n"
        "    mov $15, %eax\n"
        "    syscall\n"
        "    ud2\n" /* the kernel looks where the next instruction is */
        "tandem_late_end:\n");
long tandem_late_call(long a, long b, long c, long d, long e, long f, long number);
extern const char tandem_late_return[], tandem_late_end[];

/* As the kernel has it: glibc would put its own return in. */
typedef struct action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    const char *restorer;
    uint64_t mask;
} action;
static const int caught[] = {SIGSYS, SIGSEGV};
enum { CAUGHT = sizeof(caught) / sizeof(*caught), RESTORER = 0x04000000 };

static struct {
    void (*serve)(void);
    char selector; /* the kernel looks at it at each system call */
    action before[CAUGHT];
    struct {
        uintptr_t from, to;
    } clock[CLOCK_PAGES];
    int n_clock;
    uint8_t is_open[MOST_FILES]; /* by the start-up: CLOSED, STAYS, CLOSES with another program */
} late;
enum { CLOSED, STAYS, CLOSES };

/* ---- The clock */

/* False: it is not known where it is. */
static bool find_clock(void)
{
    static char text[MAPS_BYTES];
    size_t n = 0;
    ssize_t more = 0;
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && n < sizeof(text) - 1 && (more = read(fd, text + n, sizeof(text) - 1 - n)) > 0)
        n += (size_t)more;
    if (fd < 0 || more != 0) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    close(fd);
    text[n] = '\0';
    late.n_clock = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        unsigned long from, to;
        *end = '\0';
        if (!strstr(line, "[vvar") || sscanf(line, "%lx-%lx", &from, &to) != 2)
            continue;
        if (late.n_clock == CLOCK_PAGES)
            return false;
        late.clock[late.n_clock].from = from;
        late.clock[late.n_clock++].to = to;
    }
    return true;
}

static bool protect_clock(int protection)
{
    bool good = true;
    for (int i = 0; i < late.n_clock; i++)
        good &= mprotect((void *)late.clock[i].from, late.clock[i].to - late.clock[i].from,
                         protection) == 0;
    return good;
}

/* ---- Files */

static long call(const greg_t *r)
{
    return tandem_late_call(r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9],
                            r[REG_RAX]);
}

/* A file that no run can change or has to itself: not below the folder of the runs, and nothing that the kernel
 * makes up. */
static bool is_fixed(greg_t folder, greg_t name)
{
    static const char *const made_up[] = {"/proc/", "/sys/", "/dev/", "/run/"};
    const char *path = (const char *)name, *own = tandem_rt.folder;
    if ((int)folder != AT_FDCWD || !path || *path != '/' || !own || strstr(path, "/.."))
        return false;
    for (size_t i = 0; i < sizeof(made_up) / sizeof(*made_up); i++)
        if (strncmp(path, made_up[i], strlen(made_up[i])) == 0)
            return false;
    size_t n = (size_t)(strrchr(own, '/') - own);
    return strncmp(path, own, n) != 0;
}

static bool is_ours(greg_t descriptor)
{
    return descriptor >= 0 && descriptor < MOST_FILES && late.is_open[descriptor];
}

/* True: it is open, or cannot be opened, as in any run. */
static bool open_fixed(greg_t *r, greg_t flags)
{
    struct stat info;
    if (flags & (O_ACCMODE | O_CREAT | O_TRUNC | O_PATH | O_NONBLOCK | O_DIRECTORY | O_ASYNC))
        return false;
    long fd = call(r);
    bool good = fd < 0 ||
                (fd < MOST_FILES && tandem_late_call(fd, (long)&info, 0, 0, 0, 0, SYS_fstat) == 0 &&
                 S_ISREG(info.st_mode) && info.st_size > 0);
    if (!good)
        tandem_late_call(fd, 0, 0, 0, 0, 0, SYS_close);
    else if (fd >= 0)
        late.is_open[fd] = flags & O_CLOEXEC ? CLOSES : STAYS;
    if (good)
        r[REG_RAX] = fd;
    return good;
}

/* Forks would share the place in the file where the next read is. */
static bool open_again(void)
{
    bool good = true;
    for (int fd = 0; fd < MOST_FILES && good; fd++) {
        char path[32];
        if (!late.is_open[fd])
            continue;
        snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
        int own = open(path, O_RDONLY | O_CLOEXEC);
        good = own >= 0 && lseek(own, lseek(fd, 0, SEEK_CUR), SEEK_SET) >= 0 &&
               dup3(own, fd, late.is_open[fd] == CLOSES ? O_CLOEXEC : 0) == fd;
        if (own >= 0)
            close(own);
    }
    return good;
}

/* ---- System calls */

static bool is_output(greg_t descriptor)
{
    return descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
}

static bool is_empty(greg_t name)
{
    return name && !*(const char *)name;
}

/* Nothing outside of the process is changed, and all runs would be told the same: outputs are the same
 * file in all of them, and no input is a terminal. */
static bool is_harmless(const greg_t *r)
{
    greg_t a = r[REG_RDI], b = r[REG_RSI], d = r[REG_R10];
    switch (r[REG_RAX]) {
    case SYS_brk:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_mremap:
    case SYS_madvise:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_uname:
        return true;
    case SYS_mmap:
        return (d & MAP_PRIVATE) && ((d & MAP_ANONYMOUS) || is_ours(r[REG_R8]));
    case SYS_rt_sigaction: /* the server needs these */
        return a != SIGSYS && a != SIGSEGV && a != SIGCHLD;
    case SYS_ioctl:
        return a >= 0 && a <= STDERR_FILENO && b == TCGETS;
    case SYS_read:
    case SYS_pread64:
    case SYS_lseek:
        return is_ours(a);
    case SYS_fstat:
        return is_output(a) || is_ours(a);
    case SYS_newfstatat:
        return d == AT_EMPTY_PATH && is_empty(b) ? is_output(a) || is_ours(a) : is_fixed(a, b);
    case SYS_access:
    case SYS_stat:
    case SYS_lstat:
    case SYS_readlink:
        return is_fixed(AT_FDCWD, a);
    default:
        return false;
    }
}

/* Does it for the program; false: it is for each run. */
static bool do_call(greg_t *r)
{
    switch (r[REG_RAX]) {
    case SYS_open:
        return is_fixed(AT_FDCWD, r[REG_RDI]) && open_fixed(r, r[REG_RSI]);
    case SYS_openat:
        return is_fixed(r[REG_RDI], r[REG_RSI]) && open_fixed(r, r[REG_RDX]);
    case SYS_close:
        if (!is_ours(r[REG_RDI]))
            return false;
        late.is_open[r[REG_RDI]] = CLOSED;
        break;
    default:
        if (!is_harmless(r))
            return false;
    }
    r[REG_RAX] = call(r);
    return true;
}

static void stop_watching(void)
{
    tandem_late_call(PR_SET_SYSCALL_USER_DISPATCH, TANDEM_DISPATCH_OFF, 0, 0, 0, 0, SYS_prctl);
    protect_clock(PROT_READ);
    for (int i = 0; i < CAUGHT; i++)
        syscall(SYS_rt_sigaction, caught[i], &late.before[i], NULL, sizeof(late.before[i].mask));
}

/* What stopped the program is done again in each run. */
static void on_stop(int signal, siginfo_t *info, void *context)
{
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    if (signal == SIGSYS && do_call(r))
        return;
    int error = errno;
    stop_watching();
    late.serve();
    if (!open_again())
        _exit(EXIT_CANNOT_GO_ON);
    if (signal == SIGSYS)
        r[REG_RIP] -= CALL_BYTES;
    errno = error;
}

bool tandem_late_watch(void (*serve)(void))
{
    action a = {.handler = on_stop,
                .flags = SA_SIGINFO | RESTORER,
                .restorer = tandem_late_return,
                .mask = UINT64_C(1) << (SIGSEGV - 1) | UINT64_C(1) << (SIGSYS - 1)};
    late.serve = serve;
    late.selector = TANDEM_DISPATCH_BLOCK;
    if (!find_clock())
        return false;
    for (int i = 0; i < CAUGHT; i++)
        if (syscall(SYS_rt_sigaction, caught[i], &a, &late.before[i], sizeof(a.mask)) != 0)
            return false;
    const char *from = (const char *)tandem_late_call;
    if (protect_clock(PROT_NONE) && prctl(PR_SET_SYSCALL_USER_DISPATCH, TANDEM_DISPATCH_ON, from,
                                          tandem_late_end - from, &late.selector) == 0)
        return true;
    stop_watching();
    return false;
}

#else
bool tandem_late_watch(void (*serve)(void))
{
    return false; /* registers have other names here */
}
#endif
