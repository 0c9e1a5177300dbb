#include "campaign/solver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "campaign/scratch.h"
#include "campaign/solver_impl.h"

#define VERSION_SECONDS 2.0 /* for a program to tell its version */
#define VERSION_MEMORY (UINT64_C(1) << 30)

/* Programs that read a file whatever its name, if they are told the language. */
static const struct reader {
    const char *program, *flag;
} readers[] = {{"z3", NULL}, {"cvc5", "--lang"}, {"cvc4", "--lang"}};
enum { READERS = sizeof readers / sizeof *readers };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static solver_mode read_mode(const char **text)
{
    static const struct prefix {
        const char *text;
        solver_mode mode;
    } prefixes[] = {{"lib:", SOLVER_LIBRARY}, {"keep:", SOLVER_PERSISTENT}};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i].text);
        if (!strncmp(*text, prefixes[i].text, n)) {
            *text += n;
            return prefixes[i].mode;
        }
    }
    return SOLVER_PROCESS;
}

/* The program decides how it is spoken to, and what it is called. */
static void know_program(solver *s, const char *command, const char *program)
{
    s->name = base_strdup(base_name(program));
    s->dialect = smt_dialect_of(program);
    s->by_suffix = true;
    strbuf words = STRBUF_INIT;
    strbuf_puts(&words, command);
    for (int i = 0; i < READERS; i++)
        if (!strcmp(s->name, readers[i].program)) {
            s->by_suffix = false;
            if (readers[i].flag && !strstr(command, readers[i].flag))
                strbuf_printf(&words, " %s=smt2", readers[i].flag);
        }
    s->command = strbuf_detach(&words);
}

/* The first word of the first line that looks like a version: 4.8.12. */
static char *read_version(const char *text)
{
    size_t line = strcspn(text, "\n");
    for (size_t i = 0; i < line; i++) {
        if (!isdigit((unsigned char)text[i]) || (i && !strchr(" \tvV-", text[i - 1])))
            continue;
        size_t n = strspn(text + i, "0123456789.");
        if (memchr(text + i, '.', n))
            return base_strndup(text + i, n);
    }
    return base_strdup("");
}

static char *ask_version(const solver_command *command)
{
    runner_job job = {.command = command,
                      .file = "--version",
                      .limits = {.wall_seconds = VERSION_SECONDS, .memory_bytes = VERSION_MEMORY},
                      .want_output = true};
    runner_result r;
    runner_run(&job, &r);
    char *version = read_version(r.output && r.status == 0 ? r.output : "");
    runner_result_free(&r);
    return version;
}

solver *solver_new(const char *text, char **error)
{
    const char *rest = text;
    solver_mode mode = read_mode(&rest);
    solver_command *command = solver_command_new(rest, error);
    if (!command)
        return NULL;
    if (!solver_command_find(command, error)) {
        solver_command_free(command);
        return NULL;
    }
    solver *s = base_alloc_zero(1, sizeof *s);
    s->text = base_strdup(text);
    s->mode = mode;
    know_program(s, rest, solver_command_program(command));
    s->version = ask_version(command);
    solver_command_free(command);
    if (s->by_suffix)
        scratch_sweep();
    return s;
}

void solver_free(solver *s)
{
    if (!s)
        return;
    process_free(s->child);
    free(s->text);
    free(s->command);
    free(s->name);
    free(s->version);
    free(s);
}

const char *solver_text(const solver *s)
{
    return s->text;
}

const char *solver_name(const solver *s)
{
    return s->name;
}

const char *solver_version(const solver *s)
{
    return s->version;
}

smt_dialect solver_dialect(const solver *s)
{
    return s->dialect;
}

solver_mode solver_mode_of(const solver *s)
{
    return s->mode;
}

solver *solver_fresh(const solver *s)
{
    solver *fresh = base_alloc_zero(1, sizeof *fresh);
    const char *rest = s->text;
    read_mode(&rest);
    *fresh = (solver){.text = base_strdup(rest),
                      .command = base_strdup(s->command),
                      .name = base_strdup(s->name),
                      .version = base_strdup(s->version),
                      .dialect = s->dialect,
                      .mode = SOLVER_PROCESS,
                      .by_suffix = s->by_suffix};
    return fresh;
}

void solver_ask_process(solver *s, const solver_question *q, runner_result *result)
{
    *result = (runner_result){0};
    char *error = NULL;
    strbuf words = STRBUF_INIT;
    strbuf_printf(&words, "%s %s", s->command, q->options ? q->options : "");
    solver_command *command = solver_command_new(words.text, &error);
    scratch file;
    if (command && scratch_open(&file, q->text, q->length, s->by_suffix, &error)) {
        runner_job job = {.command = command,
                          .file = file.path,
                          .limits = q->limits,
                          .checks = q->checks,
                          .want_output = true,
                          .interrupt = q->interrupt};
        runner_run(&job, result);
        scratch_close(&file);
    } else {
        verdict_failed(result, error);
        free(error);
    }
    solver_command_free(command);
    strbuf_free(&words);
}

void solver_ask(solver *s, const solver_question *q, runner_result *result)
{
    solver_ask_process(s, q, result);
    if (!result->output)
        result->output = base_strdup("");
    if (!result->errors)
        result->errors = base_strdup("");
}
