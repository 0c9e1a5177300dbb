#include "cc/children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cc/steps.h"

static volatile sig_atomic_t signalled; /* the number of the signal that came */
static volatile sig_atomic_t child;     /* that runs; 0: none */

static void on_signal(int number)
{
    signalled = number;
    if (child > 0)
        kill(child, number);
}

int cc_fail(const char *about, const char *message)
{
    text_print(stderr, "tandem-cc: %s%s%s\n", about ? about : "", about ? ": " : "", message);
    return 1;
}

int cc_pass_on(char **argv)
{
    argv[0] = CC_COMPILER;
    execvp(CC_COMPILER, argv);
    return cc_fail(CC_COMPILER, strerror(errno));
}

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};

static void for_deadly(void (*handler)(int number))
{
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        struct sigaction a = {.sa_handler = handler}, old;
        if (!sigaction(deadly[i], NULL, &old) && old.sa_handler != SIG_IGN) /* as by nohup */
            sigaction(deadly[i], &a, NULL);
    }
}

void cc_watch_signals(void)
{
    for_deadly(on_signal);
}

void cc_end_by_signal(void)
{
    if (!signalled)
        return;
    for_deadly(SIG_DFL);
    raise(signalled);
}

static int wait_for(pid_t p)
{
    int status;
    child = p;
    if (signalled) /* before its number was known */
        kill(p, signalled);
    while (waitpid(p, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Exits in the child. */
static int run(int (*function)(const void *context), const void *context)
{
    if (signalled)
        return 128 + signalled;
    fflush(stdout);
    pid_t p = fork();
    if (p < 0)
        return cc_fail("no process", strerror(errno));
    if (!p) {
        for_deadly(SIG_DFL);
        _exit(function(context));
    }
    return wait_for(p);
}

typedef struct start {
    const cc_words *words;
    const char *errors; /* NULL: they go where ours go */
} start;

static int start_program(const void *context)
{
    const start *s = context;
    const char *name = s->words->at[0];
    int file = s->errors ? open(s->errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (s->errors && (file < 0 || dup2(file, STDERR_FILENO) < 0))
        return cc_fail(s->errors, strerror(errno));
    execvp(name, (char *const *)(void *)s->words->at);
    return cc_fail(name, strerror(errno));
}

int cc_run_program_noting(cc_words *w, const char *errors)
{
    vec_push(w, NULL);
    return run(start_program, &(start){w, errors});
}

int cc_run_program(cc_words *w)
{
    return cc_run_program_noting(w, NULL);
}

int cc_run_function(int (*function)(const void *context), const void *context)
{
    return run(function, context);
}
