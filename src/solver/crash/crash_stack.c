#include "solver/crash/crash_stack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "solver/await.h"
#include "solver/crash/unwind.h"

#define EVENTS                                                                            \
    (PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | \
     PTRACE_O_TRACEEXEC)

static _Noreturn void exec_traced(char *const *argv)
{
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    personality(ADDR_NO_RANDOMIZE); /* the same crash in the same place */
    if (!ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        execvp(argv[0], argv);
    _exit(127);
}

static pid_t wait_for_any(int *status)
{
    pid_t pid;
    do
        pid = waitpid(-1, status, __WALL);
    while (pid < 0 && errno == EINTR);
    return pid;
}

/* A fault of its own, not a signal from a kill. */
static bool is_own_fault(pid_t pid, int signal)
{
    siginfo_t info;
    return verdict_is_fault(signal) && signal != SIGTRAP &&
           !ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) && info.si_code != SI_USER;
}

static void report(pid_t pid, int output)
{
    strbuf frames = STRBUF_INIT;
    if (unwind_stack(pid, &frames))
        io_write_all(output, frames.text, frames.n);
    strbuf_free(&frames);
}

/* Runs in a child of ours. Whatever is still running when it ends is killed by the kernel. */
static int trace(void *context, int input, int output)
{
    (void)input;
    char *const *argv = context;
    pid_t first = fork();
    if (first == 0)
        exec_traced(argv);
    int status;
    if (first < 0 || wait_for_any(&status) != first || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, first, NULL, EVENTS) || ptrace(PTRACE_CONT, first, NULL, 0))
        return 1;
    for (pid_t pid; (pid = wait_for_any(&status)) > 0;) {
        if (!WIFSTOPPED(status))
            continue;
        int signal = WSTOPSIG(status);
        if (is_own_fault(pid, signal)) {
            report(pid, output);
            return 0;
        }
        /* stops of the tracing itself are not for the program */
        bool ours = signal == SIGTRAP || signal == SIGSTOP;
        ptrace(PTRACE_CONT, pid, NULL, (long)(ours ? 0 : signal));
    }
    return 0;
}

bool crash_stack(char *const *argv, const runner_limits *limits,
                 const volatile sig_atomic_t *interrupt, strbuf *out)
{
    process_config config = {.run = trace,
                             .context = (void *)argv,
                             .memory_bytes = limits->memory_bytes,
                             .cpu_seconds = limits->cpu_seconds,
                             .interrupt = interrupt};
    char *error = NULL;
    process *p = process_start(&config, &error);
    free(error);
    if (!p)
        return false;
    process_close_input(p);
    await_job wait = {.limits = limits,
                      .deadline =
                          limits->wall_seconds > 0 ? clock_wall() + limits->wall_seconds : 0};
    double cpu = 0;
    bool good = await_reply(p, &wait, &cpu) == END_EXIT && process_output(p)->n > 0;
    if (good)
        strbuf_puts(out, process_output(p)->text);
    process_free(p);
    return good;
}
