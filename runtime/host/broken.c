#include "runtime/host/broken.h"

#include "runtime/core/state.h"

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_FRAMES = 48, STACK_BYTES = 1 << 16 };

#pragma GCC visibility push(default)
/* Of AddressSanitizer's runtime, in builds that have it. */
void __asan_set_error_report_callback(void (*callback)(const char *text)) __attribute__((weak));
const char *__asan_default_options(void);
/* Called by builds with checks for undefined behaviour (instrument/builds/undefined.h). */
void tandem_undefined(bool bad, const char *what);
#pragma GCC visibility pop

/* Asked by AddressSanitizer, when the program runs alone: leaks are not what its users look for,
 * and a report ends it as a crash. */
const char *__asan_default_options(void)
{
    return "abort_on_error=1:detect_leaks=0";
}

static char path[PATH_MAX];
static pid_t watched; /* children that the program makes are not */

static int open_file(void)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
}

static void on_report(const char *text)
{
    int fd = open_file();
    if (fd < 0)
        return;
    (void)!write(fd, text, strlen(text));
    close(fd);
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

typedef struct stack {
    int fd, n;
    uintptr_t at[MOST_FRAMES];
    struct {
        uintptr_t shift;
        const char *name;
    } module[MOST_FRAMES];
} stack;

/* Finds the frames that lie in one of the program's modules. */
static int take_module(struct dl_phdr_info *info, size_t bytes, void *data)
{
    stack *s = data;
    for (int k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[k];
        for (int i = 0; h->p_type == PT_LOAD && i < s->n; i++)
            if (s->at[i] - (info->dlpi_addr + h->p_vaddr) < h->p_memsz) {
                s->module[i].shift = info->dlpi_addr;
                s->module[i].name = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
            }
    }
    return 0;
}

static uintptr_t pc_of(const ucontext_t *u)
{
#ifdef __x86_64__
    return (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)u->uc_mcontext.pc;
#else
    return 0;
#endif
}

/* Where a function that was just called would return to. */
static uintptr_t caller_of(const ucontext_t *u)
{
#ifdef __x86_64__
    return *(const uintptr_t *)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)u->uc_mcontext.regs[30];
#else
    return 0;
#endif
}

/* The frames behind those of the handler. A return address may belong to the next line, so that
 * frames other than the first tell of the byte before. */
static void take_frames(stack *s, uintptr_t pc)
{
    void *all[MOST_FRAMES];
    int n = backtrace(all, MOST_FRAMES), first = 0;
    while (first < n && (uintptr_t)all[first] != pc)
        first++;
    for (int i = first; i < n; i++)
        s->at[s->n++] = (uintptr_t)all[i] - (i > first);
}

/* As AddressSanitizer writes them. */
static void write_frames(const stack *s, int fd)
{
    for (int i = 0; i < s->n; i++)
        if (s->module[i].name)
            dprintf(fd, "    #%d %#lx (%s+%#lx)\n", i, (unsigned long)s->at[i], s->module[i].name,
                    (unsigned long)(s->at[i] - s->module[i].shift));
}

/* Ends the program by the same signal: the default action is in place again. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    if (getpid() == watched) {
        stack s = {0};
        take_frames(&s, pc_of(context));
        dl_iterate_phdr(take_module, &s);
        if (!s.module[0].name) { /* a jump to nowhere */
            s = (stack){.n = 1, .at = {caller_of(context) - 1}};
            dl_iterate_phdr(take_module, &s);
        }
        int fd = open_file();
        if (fd >= 0)
            write_frames(&s, fd);
    }
    raise(number);
}

/* The first one is told; an access outside of memory that comes later is told instead. */
void tandem_undefined(bool bad, const char *what)
{
    static bool told;
    if (!bad || told || getpid() != watched)
        return;
    told = true;
    int fd = open_file();
    if (fd < 0)
        return;
    stack s = {0};
    take_frames(&s, (uintptr_t)__builtin_return_address(0));
    s.at[0]--; /* unlike that of a signal, this is a return address as well */
    dl_iterate_phdr(take_module, &s);
    dprintf(fd, "ERROR: UndefinedBehaviorSanitizer: %s\n", what);
    write_frames(&s, fd);
    close(fd);
}

void tandem_broken_watch(void)
{
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    if (!(tandem_rt.shared->request.flags & TANDEM_RUN_TELL) || !tandem_rt.folder)
        return;
    int n = snprintf(path, sizeof(path), "%s/broken", tandem_rt.folder);
    if (n < 0 || (size_t)n >= sizeof(path))
        return;
    void *none[1];
    backtrace(none, 1); /* loads what it needs, while that can be done */
    watched = getpid();
    if (__asan_set_error_report_callback) {
        __asan_set_error_report_callback(on_report);
        return;
    }
    stack_t own = {.ss_sp = tandem_alloc(STACK_BYTES), .ss_size = STACK_BYTES};
    struct sigaction a = {.sa_sigaction = on_signal,
                          .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    if (!own.ss_sp || sigaltstack(&own, NULL))
        return;
    for (size_t i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
        sigaction(deadly[i], &a, NULL);
}
