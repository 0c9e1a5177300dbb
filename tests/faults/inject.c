/* A preloaded library that makes the n-th call of one kind fail, in one program and its forks.
 *
 *     FAULT_KIND     alloc | write | fork | mmap | fsync
 *     FAULT_NUMBER   the first call that fails, from 1; each process counts on from its parent's count
 *     FAULT_LENGTH   how many calls fail from there on; 0: all of them
 *     FAULT_PROGRAM  the name of the program; others that it starts are left alone
 *     FAULT_MARK     a file that is made when a call was refused
 *     FAULT_PARENTS  with any value: only calls of processes that have forked count
 *
 * Calls that libc makes itself are out of reach: stdio's writes, for one. */
#undef _FILE_OFFSET_BITS /* both names of a call are wanted here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum fault_kind { NONE, ALLOC, WRITE, FORK, MMAP, FSYNC } fault_kind;

static fault_kind kind;
static unsigned long first, length;
static atomic_ulong calls;
static bool parents_only, is_parent;
static char mark[4096];

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

__attribute__((constructor)) static void begin(void)
{
    static const char *const names[] = {"", "alloc", "write", "fork", "mmap", "fsync"};
    const char *wanted = getenv("FAULT_KIND"), *program = getenv("FAULT_PROGRAM");
    const char *number = getenv("FAULT_NUMBER"), *many = getenv("FAULT_LENGTH");
    const char *file = getenv("FAULT_MARK");
    if (!wanted || !number || (program && strcmp(program, program_invocation_short_name)))
        return;
    if (file && strlen(file) < sizeof mark)
        strcpy(mark, file);
    parents_only = getenv("FAULT_PARENTS");
    first = strtoul(number, NULL, 10);
    length = many ? strtoul(many, NULL, 10) : 1;
    for (int i = NONE + 1; i <= FSYNC; i++)
        if (!strcmp(wanted, names[i]))
            kind = (fault_kind)i;
}

static bool fails(fault_kind k)
{
    if (k != kind || (parents_only && !is_parent))
        return false;
    unsigned long n = atomic_fetch_add(&calls, 1) + 1;
    bool hit = n >= first && (!length || n - first < length);
    if (hit && *mark) {
        int saved = errno;
        int file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file >= 0)
            close(file);
        errno = saved;
    }
    return hit;
}

static void *refuse_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return fails(ALLOC) ? refuse_memory() : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(ALLOC) ? refuse_memory() : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(ALLOC) ? refuse_memory() : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(ALLOC) ? refuse_memory() : __libc_memalign(alignment, size);
}

static ssize_t refuse_write(void)
{
    errno = ENOSPC;
    return -1;
}

ssize_t write(int file, const void *bytes, size_t n)
{
    return fails(WRITE) ? refuse_write() : syscall(SYS_write, file, bytes, n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t at)
{
    return fails(WRITE) ? refuse_write() : syscall(SYS_pwrite64, file, bytes, n, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t at)
{
    return fails(WRITE) ? refuse_write() : syscall(SYS_pwrite64, file, bytes, n, at);
}

ssize_t writev(int file, const struct iovec *parts, int n)
{
    return fails(WRITE) ? refuse_write() : syscall(SYS_writev, file, parts, n);
}

pid_t fork(void)
{
    static pid_t (*real)(void);
    if (fails(FORK)) {
        errno = EAGAIN;
        return -1;
    }
    if (!real) {
        void *symbol = dlsym(RTLD_NEXT, "fork");
        memcpy(&real, &symbol, sizeof real);
    }
    pid_t child = real();
    is_parent = child > 0 || (child < 0 && is_parent);
    return child;
}

#ifdef __x86_64__
/* vfork returns twice on one stack: no frame of ours may stand below the real one. */
__attribute__((used)) static void *real_vfork;

__attribute__((used)) static int vfork_fails(void)
{
    if (!real_vfork)
        real_vfork = dlsym(RTLD_NEXT, "vfork");
    if (!fails(FORK))
        return 0;
    errno = EAGAIN;
    return 1;
}

__attribute__((naked)) pid_t vfork(void)
{
    __asm__("sub $8, %rsp\n\tcall vfork_fails\n\tadd $8, %rsp\n\ttest %eax, %eax\n\tjne 1f\n\t"
            "jmp *real_vfork(%rip)\n1:\tmov $-1, %rax\n\tret");
}
#endif

void *mmap(void *at, size_t n, int protection, int flags, int file, off_t offset)
{
    if (fails(MMAP)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, n, protection, flags, file, offset);
}

void *mmap64(void *at, size_t n, int protection, int flags, int file, off64_t offset)
{
    return mmap(at, n, protection, flags, file, offset);
}

static int refuse_sync(void)
{
    errno = EIO;
    return -1;
}

int fsync(int file)
{
    return fails(FSYNC) ? refuse_sync() : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    return fails(FSYNC) ? refuse_sync() : (int)syscall(SYS_fdatasync, file);
}
