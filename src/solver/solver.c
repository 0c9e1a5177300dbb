#include "solver/solver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "engine/z3/z3_text.h"
#include "solver/crash/crash_signature.h"
#include "solver/crash/crash_stack.h"
#include "solver/scratch.h"
#include "solver/solver_impl.h"

#define VERSION_SECONDS 2.0 /* for a program to tell its version */
#define VERSION_MEMORY (UINT64_C(1) << 30)

/* Programs that we know how to speak to: they read a file whatever its name, perhaps if they are
 * told the language, and formula after formula from a pipe. */
static const struct known {
    const char *program, *lineage;
    const char *file_flag, *file_value; /* "--lang" "=smt2" */
    const char *pipe_flag, *pipe_same;  /* to read from a pipe, and another way to say so */
    bool pipe_only;                     /* the flag is not for files */
} knowns[] = {
    {"z3", "z3", NULL, NULL, "-in", "-si", true},
    {"cvc5", "cvc", "--lang", "=smt2", "--incremental", "-i", false},
    {"cvc4", "cvc", "--lang", "=smt2", "--incremental", "-i", false},
};
enum { KNOWNS = sizeof knowns / sizeof *knowns };
enum { ATTEMPTS = 3, PAUSE_NANOSECONDS = 20000000 }; /* where a solver cannot be started */

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

const char *solver_plain_text(const char *text)
{
    read_mode(&text);
    return text;
}

/* By how its name begins: z3, z3-4.13, cvc5-Linux. */
static const struct known *find_known(const char *program)
{
    for (int i = 0; i < KNOWNS; i++) {
        size_t n = strlen(knowns[i].program);
        if (!strncmp(program, knowns[i].program, n) && !isalnum((unsigned char)program[n]))
            return &knowns[i];
    }
    return NULL;
}

static bool has_flag(char *const *words, const char *flag)
{
    size_t n = strlen(flag);
    for (; *words; words++)
        if (!strncmp(*words, flag, n) && (!(*words)[n] || (*words)[n] == '='))
            return true;
    return false;
}

/* The command for one formula in a file. With `kept`, for the same engine as one that is kept. */
static char *file_command(char *const *words, const struct known *known, bool kept)
{
    strbuf text = STRBUF_INIT;
    for (char *const *word = words; *word; word++)
        if (!(known && known->pipe_only &&
              (!strcmp(*word, known->pipe_flag) || !strcmp(*word, known->pipe_same)))) {
            solver_command_quote(&text, *word);
            strbuf_putc(&text, ' ');
        }
    if (known && known->file_flag && !has_flag(words, known->file_flag))
        strbuf_printf(&text, "%s%s ", known->file_flag, known->file_value);
    if (known && kept && !known->pipe_only && !has_flag(words, known->pipe_flag) &&
        !has_flag(words, known->pipe_same))
        strbuf_puts(&text, known->pipe_flag);
    return strbuf_detach(&text);
}

/* The words that start a process which reads formula after formula. */
static char **pipe_words(char *const *words, const struct known *known)
{
    VEC(char *) kept = {0};
    for (char *const *word = words; *word; word++)
        if (strcmp(*word, "{}"))
            vec_push(&kept, base_strdup(*word));
    if (known && !has_flag(words, known->pipe_flag) && !has_flag(words, known->pipe_same))
        vec_push(&kept, base_strdup(known->pipe_flag));
    if (known && known->file_flag && !has_flag(words, known->file_flag)) {
        strbuf flag = STRBUF_INIT;
        strbuf_printf(&flag, "%s%s", known->file_flag, known->file_value);
        vec_push(&kept, strbuf_detach(&flag));
    }
    vec_push(&kept, NULL);
    return kept.at;
}

/* The program, or the script if it is an interpreter that is run: "node z3.js" is z3. */
static char *name_of(char *const *words)
{
    static const char *const interpreters[] = {"python", "node", "sh", "bash",
                                               "dash",   "perl", "env"};
    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++) {
        const char *program = base_name(words[0]), *script = words[1];
        if (!text_begins(program, interpreters[i]) || !script || *script == '-' ||
            !strcmp(script, "{}"))
            continue;
        script = base_name(script);
        size_t n = strlen(script);
        const char *dot = strrchr(script, '.');
        bool suffix = dot && dot > script && strspn(dot + 1, "0123456789") != strlen(dot + 1);
        return base_strndup(script, suffix ? (size_t)(dot - script) : n);
    }
    return base_strdup(base_name(words[0]));
}

/* The program decides how it is spoken to, and what it is called. */
static void know_program(solver *s, const solver_command *command)
{
    char **words = solver_command_argv(command, "{}");
    s->name = name_of(words);
    s->dialect = smt_dialect_of(s->name);
    const struct known *known = find_known(s->name);
    s->by_suffix = !known;
    s->only_pipe = s->mode == SOLVER_PERSISTENT && !known && !solver_command_has_place(command);
    s->command = file_command(words, known, s->mode == SOLVER_PERSISTENT);
    if (s->mode == SOLVER_PERSISTENT)
        s->words = pipe_words(words, known);
    solver_command_argv_free(words);
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

static solver *new_library(const char *text, const char *rest, char **error)
{
    if (strcmp(rest, "z3")) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "'%s': only lib:z3 is known, without options", text);
        *error = strbuf_detach(&message);
        return NULL;
    }
    strbuf version = STRBUF_INIT;
    z3_text_version(&version);
    solver *s = base_alloc_zero(1, sizeof *s);
    *s = (solver){.text = base_strdup(text),
                  .command = base_strdup(rest),
                  .name = base_strdup(rest),
                  .version = strbuf_detach(&version),
                  .dialect = DIALECT_Z3,
                  .mode = SOLVER_LIBRARY};
    return s;
}

/* `run`: the program is looked for and asked for its version. */
static solver *make(const char *text, bool run, char **error)
{
    const char *rest = text;
    solver_mode mode = read_mode(&rest);
    if (mode == SOLVER_LIBRARY)
        return new_library(text, rest, error);
    solver_command *command = solver_command_new(rest, error);
    if (!command)
        return NULL;
    if (run && !solver_command_find(command, error)) {
        solver_command_free(command);
        return NULL;
    }
    solver *s = base_alloc_zero(1, sizeof *s);
    s->text = base_strdup(text);
    s->mode = mode;
    know_program(s, command);
    s->version = run ? ask_version(command) : base_strdup("");
    solver_command_free(command);
    return s;
}

solver *solver_named(const char *text, char **error)
{
    return make(text, false, error);
}

solver *solver_new(const char *text, char **error)
{
    solver *s = make(text, true, error);
    if (s && s->by_suffix)
        scratch_sweep();
    return s;
}

void solver_free(solver *s)
{
    if (!s)
        return;
    process_free(s->child);
    solver_command_argv_free(s->words);
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

const char *solver_family(const solver *s)
{
    const struct known *known = find_known(s->name);
    return known ? known->program : s->name;
}

static const char *lineage(const solver *s)
{
    const struct known *known = find_known(s->name);
    return known ? known->lineage : s->name;
}

bool solver_same_lineage(const solver *a, const solver *b)
{
    return !strcmp(lineage(a), lineage(b));
}

smt_dialect solver_dialect(const solver *s)
{
    return s->dialect;
}

solver_mode solver_mode_of(const solver *s)
{
    return s->mode;
}

bool solver_knows_boxes(const solver *s)
{
    return !strcmp(s->name, "tandem");
}

/* The z3 program, if it is there and is as old as the library. */
static solver *same_program(const solver *s)
{
    char *error = NULL;
    solver *program = solver_new(s->command, &error);
    free(error);
    if (program && !strcmp(program->version, s->version))
        return program;
    solver_free(program);
    return NULL;
}

static char **copy_words(char *const *words)
{
    VEC(char *) copy = {0};
    for (; *words; words++)
        vec_push(&copy, base_strdup(*words));
    vec_push(&copy, NULL);
    return copy.at;
}

solver *solver_fresh(const solver *s)
{
    bool is_library = s->mode == SOLVER_LIBRARY;
    solver *fresh = is_library ? same_program(s) : NULL;
    if (fresh)
        return fresh;
    const char *text = s->text;
    if (!is_library)
        read_mode(&text);
    fresh = base_alloc_zero(1, sizeof *fresh);
    solver_mode mode = is_library     ? SOLVER_LIBRARY
                       : s->only_pipe ? SOLVER_PERSISTENT
                                      : SOLVER_PROCESS;
    *fresh = (solver){.text = base_strdup(text),
                      .command = base_strdup(s->command),
                      .name = base_strdup(s->name),
                      .version = base_strdup(s->version),
                      .dialect = s->dialect,
                      .mode = mode,
                      .by_suffix = s->by_suffix,
                      .only_pipe = s->only_pipe,
                      .once = true};
    if (s->only_pipe)
        fresh->words = copy_words(s->words);
    return fresh;
}

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

/* cvc5 and cvc4 refuse a second check unless they are told that one will come. */
static const char *script_flag(const solver *s, const solver_question *q)
{
    const struct known *known = find_known(s->name);
    bool wanted = q->checks > 1 && known && !known->pipe_only;
    return wanted && !strstr(s->command, known->pipe_flag) ? known->pipe_flag : "";
}

void solver_ask_process(solver *s, const solver_question *q, runner_result *result)
{
    *result = (runner_result){0};
    char *error = NULL;
    strbuf words = STRBUF_INIT;
    strbuf_printf(&words, "%s %s %s", s->command, script_flag(s, q), q->options ? q->options : "");
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
        look_at_crash(&job, result);
        scratch_close(&file);
    } else {
        verdict_failed(result, error);
        free(error);
    }
    solver_command_free(command);
    strbuf_free(&words);
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
