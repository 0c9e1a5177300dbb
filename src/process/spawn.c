#include "process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "process/group.h"

/* Where a forked function finds its pipes: 0, 1 and 2 are taken by what libraries may print to. */
enum { CHILD_INPUT = 3, CHILD_OUTPUT = 4, CHILD_FIRST_UNUSED = 5 };

enum { READ_END, WRITE_END };

typedef struct spawn_pipes {
    int input[2], output[2], errors[2], failure[2];
} spawn_pipes;

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

static void close_all(spawn_pipes *p)
{
    close_pair(p->input);
    close_pair(p->output);
    close_pair(p->errors);
    close_pair(p->failure);
}

static bool open_all(spawn_pipes *p)
{
    memset(p, -1, sizeof *p);
    return !pipe2(p->input, O_CLOEXEC) && !pipe2(p->output, O_CLOEXEC) &&
           !pipe2(p->errors, O_CLOEXEC) && !pipe2(p->failure, O_CLOEXEC);
}

static void limit_resource(int resource, uint64_t soft, uint64_t hard)
{
    struct rlimit old;
    if (getrlimit(resource, &old))
        return;
    if (old.rlim_max != RLIM_INFINITY && hard > old.rlim_max)
        hard = old.rlim_max;
    if (soft > hard)
        soft = hard;
    struct rlimit wanted = {.rlim_cur = soft, .rlim_max = hard};
    setrlimit(resource, &wanted);
}

static void set_limits(const process_config *config)
{
    limit_resource(RLIMIT_CORE, 0, 0);
    if (config->cpu_seconds > 0) {
        /* The kernel counts ticks, which may run ahead of the time used, and some solvers take its
         * signal for a crash: who looks at the time comes first. */
        uint64_t seconds = (uint64_t)config->cpu_seconds + 2;
        limit_resource(RLIMIT_CPU, seconds, seconds + 1);
    }
    /* The supervisor looks at resident memory now and then; this catches a sudden leap in between.
     * Not for other programs: they may reserve far more than they use. */
    if (config->memory_bytes && !config->argv) {
        uint64_t bytes = group_own_data() + 2 * config->memory_bytes + (UINT64_C(256) << 20);
        limit_resource(RLIMIT_DATA, bytes, bytes);
    }
}

/* Handlers and masks are ours, not the child's; what is ignored stays ignored through exec. */
static void reset_signals(void)
{
    static const int ours[] = {SIGINT,  SIGTERM, SIGQUIT, SIGHUP,  SIGPIPE, SIGALRM,
                               SIGCHLD, SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Gives descriptor `from` the number `to`; `from` must not be in the way of later moves. */
static void move_descriptor(int from, int to)
{
    if (from == to)
        fcntl(to, F_SETFD, 0);
    else
        dup2(from, to);
}

/* Copies of descriptors above everything that move_descriptor overwrites. */
static int lift_descriptor(int from)
{
    int lifted = fcntl(from, F_DUPFD_CLOEXEC, CHILD_FIRST_UNUSED);
    return lifted < 0 ? from : lifted;
}

/* Ours, with TMPDIR as the program is to have it; for free_environment. NULL: just ours. */
static char **make_environment(const process_config *config)
{
    static const char name[] = "TMPDIR=";
    if (!config->argv || !config->scratch)
        return NULL;
    size_t n = 0, length = strlen(config->scratch), used = 1;
    while (environ[n])
        n++;
    char **list = base_alloc_zero(n + 2, sizeof *list);
    list[0] = base_alloc(sizeof name + length);
    memcpy(list[0], name, sizeof name - 1);
    memcpy(list[0] + sizeof name - 1, config->scratch, length + 1);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], name, sizeof name - 1))
            list[used++] = environ[i];
    return list;
}

static void free_environment(char **list)
{
    if (list)
        free(list[0]);
    free(list);
}

static _Noreturn void exec_program(const process_config *config, char *const *environment,
                                   int input, int output, int errors, int failure)
{
    move_descriptor(input, STDIN_FILENO);
    move_descriptor(output, STDOUT_FILENO);
    move_descriptor(errors, STDERR_FILENO);
    execvpe(config->argv[0], config->argv, environment ? environment : environ);
    int reason = errno;
    while (write(failure, &reason, sizeof reason) < 0 && errno == EINTR)
        ;
    _exit(127);
}

static _Noreturn void run_function(const process_config *config, int input, int output, int errors)
{
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0)
        move_descriptor(nothing, STDIN_FILENO);
    move_descriptor(errors, STDOUT_FILENO);
    move_descriptor(errors, STDERR_FILENO);
    move_descriptor(input, CHILD_INPUT);
    move_descriptor(output, CHILD_OUTPUT);
    close_range(CHILD_FIRST_UNUSED, ~0u, 0);
    _exit(config->run(config->context, CHILD_INPUT, CHILD_OUTPUT));
}

static _Noreturn void in_child(const process_config *config, char *const *environment,
                               const spawn_pipes *p, pid_t parent)
{
    setpgid(0, 0);
    /* We may be gone before the kernel knows that the child wants to go with us. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    reset_signals();
    set_limits(config);
    int input = lift_descriptor(p->input[READ_END]);
    int output = lift_descriptor(p->output[WRITE_END]);
    int errors = lift_descriptor(p->errors[WRITE_END]);
    int failure = lift_descriptor(p->failure[WRITE_END]);
    if (config->argv)
        exec_program(config, environment, input, output, errors, failure);
    run_function(config, input, output, errors);
}

/* A program is started without a copy of our memory, which may be large: the child borrows it, and
 * we wait, until it has become the program. Until then no handler of ours may run in it. */
static pid_t start_program(const process_config *config, char *const *environment,
                           const spawn_pipes *p, pid_t parent)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = vfork();
    if (pid == 0)
        in_child(config, environment, p, parent);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return pid;
}

static pid_t start_function(const process_config *config, const spawn_pipes *p, pid_t parent)
{
    fflush(NULL); /* or the child would write what is still in our buffers once more */
    pid_t pid = fork();
    if (pid == 0)
        in_child(config, NULL, p, parent);
    return pid;
}

/* 0 when the program runs, else why it does not. */
static int exec_failure(int descriptor)
{
    int reason = 0;
    ssize_t n;
    do
        n = read(descriptor, &reason, sizeof reason);
    while (n < 0 && errno == EINTR);
    return n == sizeof reason ? reason : 0;
}

static bool start_failed(char **error, const char *what, int reason)
{
    size_t n = strlen(what) + 128;
    *error = base_alloc(n);
    snprintf(*error, n, "cannot start %s: %s", what, strerror(reason));
    return false;
}

bool spawn_start(const process_config *config, spawn_child *child, char **error)
{
    const char *what = config->argv ? config->argv[0] : "a child process";
    spawn_pipes p;
    if (!open_all(&p)) {
        int reason = errno;
        close_all(&p);
        return start_failed(error, what, reason);
    }
    pid_t parent = getpid();
    char **environment = make_environment(config);
    pid_t pid = config->argv ? start_program(config, environment, &p, parent)
                             : start_function(config, &p, parent);
    int failure = errno;
    free_environment(environment);
    if (pid < 0) {
        close_all(&p);
        return start_failed(error, what, failure);
    }
    setpgid(pid, pid); /* also here: a kill of the group may come before the child has run */
    close(p.failure[WRITE_END]);
    int reason = config->argv ? exec_failure(p.failure[READ_END]) : 0;
    close(p.failure[READ_END]);
    close(p.input[READ_END]);
    close(p.output[WRITE_END]);
    close(p.errors[WRITE_END]);
    *child = (spawn_child){.pid = pid,
                           .input = p.input[WRITE_END],
                           .output = p.output[READ_END],
                           .errors = p.errors[READ_END]};
    if (reason) {
        close(child->input);
        close(child->output);
        close(child->errors);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
        return start_failed(error, what, reason);
    }
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    fcntl(child->output, F_SETFL, O_NONBLOCK);
    fcntl(child->errors, F_SETFL, O_NONBLOCK);
    return true;
}
