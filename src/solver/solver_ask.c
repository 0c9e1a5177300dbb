/* Asking a solver: the command for one script, the run, and what is tried again. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "solver/crash/crash_signature.h"
#include "solver/crash/crash_stack.h"
#include "solver/scratch.h"
#include "solver/solver_impl.h"
#include "solver/solver_words.h"

enum { ATTEMPTS = 3, PAUSE_NANOSECONDS = 20000000 }; /* where a solver cannot be started */

/* A crash without words is told from others by where it happens. */
static void look_at_crash(const runner_job *job, runner_result *r)
{
    if (crash_of(r) != CRASH_SIGNAL)
        return;
    char **argv = solver_command_argv(job->command, job->file);
    strbuf stack = STRBUF_INIT;
    if (crash_stack(argv, &job->limits, job->interrupt, &stack))
        r->stack = strbuf_detach(&stack);
    solver_command_argv_free(argv);
}

/* The command with its options and all that the script needs; NULL with *error set. */
static solver_command *command_for(const solver *s, const solver_question *q, char **error)
{
    strbuf words = STRBUF_INIT;
    strbuf_printf(&words, "%s %s", s->command, q->options ? q->options : "");
    solver_command *command = solver_command_new(words.text, error);
    size_t before = words.n;
    if (command && s->family) {
        char **given = solver_command_argv(command, "{}");
        words_for_script(s->family, given, q->text, q->checks, &words);
        solver_command_argv_free(given);
    }
    if (words.n > before) {
        solver_command_free(command);
        command = solver_command_new(words.text, error);
    }
    strbuf_free(&words);
    return command;
}

void solver_added_options(const solver *s, const char *script, size_t checks, const char *options,
                          strbuf *out)
{
    strbuf words = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&words, "%s %s", solver_plain_text(s->text), options ? options : "");
    solver_command *command = solver_command_new(words.text, &error);
    if (command && s->family) {
        char **given = solver_command_argv(command, "{}");
        if (s->mode == SOLVER_PERSISTENT)
            words_of_kept(s->family, given, out);
        else
            words_for_script(s->family, given, script, checks, out);
        solver_command_argv_free(given);
    }
    solver_command_free(command);
    strbuf_free(&words);
    free(error);
}

void solver_ask_process(solver *s, const solver_question *q, runner_result *result)
{
    *result = (runner_result){0};
    char *error = NULL;
    solver_command *command = command_for(s, q, &error);
    scratch file;
    if (command && scratch_open(&file, q->text, q->length, s->by_suffix, &error)) {
        runner_job job = {.command = command,
                          .file = file.path,
                          .limits = q->limits,
                          .checks = q->checks,
                          .want_output = true,
                          .interrupt = q->interrupt};
        runner_run(&job, result);
        look_at_crash(&job, result);
        scratch_close(&file);
    } else {
        verdict_failed(result, error);
        free(error);
    }
    solver_command_free(command);
}

static void ask_once(solver *s, const solver_question *q, runner_result *result)
{
    if (s->mode == SOLVER_PROCESS || (q->options && *q->options && !s->only_pipe))
        solver_ask_process(s, q, result);
    else
        solver_ask_kept(s, q, result);
}

void solver_ask(solver *s, const solver_question *q, runner_result *result)
{
    double start = clock_wall();
    ask_once(s, q, result);
    /* The system may have no process or no room on the disk for a moment. */
    for (int i = 1; i < ATTEMPTS && result->not_run && !(q->interrupt && *q->interrupt); i++) {
        struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
        nanosleep(&pause, NULL);
        runner_result_free(result);
        ask_once(s, q, result);
    }
    if (q->spent)
        *q->spent += clock_wall() - start;
    if (!result->output)
        result->output = base_strdup("");
    if (!result->errors)
        result->errors = base_strdup("");
}
