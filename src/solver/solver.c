#include "solver/solver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "engine/z3/z3_text.h"
#include "solver/scratch.h"
#include "solver/solver_impl.h"
#include "solver/solver_text.h"
#include "solver/solver_words.h"

#define VERSION_SECONDS 2.0 /* for a program to tell its version */
#define VERSION_MEMORY (UINT64_C(1) << 30)

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

/* "mine" of "mine-1.2". */
static char *without_version(const char *name)
{
    size_t n = 0;
    while (name[n] && !(n && name[n] == '-' && isdigit((unsigned char)name[n + 1])))
        n++;
    return base_strndup(name, n);
}

/* The program decides how it is spoken to, and what it is called; or its file does. */
static void know_program(solver *s, const solver_command *command)
{
    char **words = solver_command_argv(command, "{}");
    if (s->family) {
        s->name = base_strdup(s->family->name);
    } else {
        s->name = name_of(words);
        s->family = family_of_program(s->name);
    }
    s->kin = s->family ? base_strdup(s->family->name) : without_version(s->name);
    bool kept = s->mode == SOLVER_PERSISTENT;
    s->dialect = s->family ? s->family->dialect : smt_dialect_of(s->name);
    s->by_suffix = !s->family || !s->family->any_name;
    s->only_pipe = kept && !s->family && !solver_command_has_place(command);
    s->command = words_for_file(s->family, words, kept);
    if (kept)
        s->words = words_for_pipe(s->family, words);
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

static char *ask_version(const solver *s, const solver_command *command)
{
    runner_job job = {.command = command,
                      .file = s->family ? s->family->version : "--version",
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
                  .family = family_of_program(rest),
                  .command = base_strdup(rest),
                  .name = base_strdup(rest),
                  .kin = base_strdup(rest),
                  .version = strbuf_detach(&version),
                  .dialect = DIALECT_Z3,
                  .mode = SOLVER_LIBRARY};
    return s;
}

/* The command line, and its family where a file says it; NULL with *error set. */
static solver_command *read_command(const char *text, family **f, char **error)
{
    char *whole = solver_text_expand(text, f, error);
    solver_command *command = whole ? solver_command_new(whole, error) : NULL;
    free(whole);
    return command;
}

static bool can_be_kept(const solver *s, char **error)
{
    if (s->mode != SOLVER_PERSISTENT || !s->family || *s->family->reset)
        return true;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "'%s': %s cannot be kept, it does not read formula after formula",
                  s->text, s->name);
    *error = strbuf_detach(&message);
    return false;
}

/* `run`: the program is looked for and asked for its version. */
static solver *make(const char *text, bool run, char **error)
{
    const char *rest = text;
    solver_mode mode = read_mode(&rest);
    if (mode == SOLVER_LIBRARY)
        return new_library(text, rest, error);
    solver *s = base_alloc_zero(1, sizeof *s);
    s->text = base_strdup(text);
    s->mode = mode;
    solver_command *command = read_command(rest, &s->family, error);
    bool good = command && (!run || solver_command_find(command, error));
    if (good) {
        know_program(s, command);
        good = can_be_kept(s, error);
    }
    if (good)
        s->version = run ? ask_version(s, command) : base_strdup("");
    solver_command_free(command);
    if (good)
        return s;
    solver_free(s);
    return NULL;
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
    family_release(s->family);
    text_list_free(&s->refused);
    free(s->text);
    free(s->command);
    free(s->name);
    free(s->kin);
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
    return s->kin;
}

static const char *lineage(const solver *s)
{
    return s->family ? s->family->lineage : s->kin;
}

bool solver_same_lineage(const solver *a, const solver *b)
{
    return !strcmp(lineage(a), lineage(b));
}

size_t solver_variations(const solver *s)
{
    return s->family ? s->family->variations.n : 0;
}

const char *solver_variation(const solver *s, size_t i)
{
    return s->family->variations.at[i];
}

void solver_seed_options(const solver *s, size_t seed, strbuf *out)
{
    for (size_t i = 0; s->family && i < s->family->seed.n; i++) {
        const char *word = s->family->seed.at[i], *place = strstr(word, "{}");
        size_t before = place ? (size_t)(place - word) : strlen(word);
        strbuf_printf(out, "%s%.*s", out->n ? " " : "", (int)before, word);
        if (place)
            strbuf_printf(out, "%zu%s", seed, place + 2);
    }
}

bool solver_proof_options(const solver *s, strbuf *out)
{
    for (size_t i = 0; s->family && i < s->family->proof.n; i++)
        strbuf_printf(out, "%s%s", out->n ? " " : "", s->family->proof.at[i]);
    return s->family && s->family->proof.n;
}

bool solver_takes_logic(const solver *s, const char *logic)
{
    for (size_t i = 0; i < s->refused.n; i++)
        if (!strcmp(s->refused.at[i], logic))
            return false;
    return !s->family || family_takes_logic(s->family, logic);
}

void solver_refuse_logic(solver *s, const char *logic)
{
    vec_push(&s->refused, base_strdup(logic));
}

bool solver_is_limit(const solver *s, const char *message)
{
    for (size_t i = 0; s->family && i < s->family->limits.n; i++)
        if (strstr(message, s->family->limits.at[i]))
            return true;
    return false;
}

/* libz3 wants to know about cores before it is asked anything. */
bool solver_has(const solver *s, solver_ability ability)
{
    bool cores = ability == SOLVER_CORES;
    if (cores && s->mode == SOLVER_LIBRARY)
        return false;
    return !s->family || !(cores ? s->family->no_cores : s->family->no_models);
}

bool solver_is_known(const solver *s)
{
    return s->family && s->family->programs.n && !s->family->untested;
}

bool solver_is_untested(const solver *s)
{
    return s->family && s->family->untested;
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
    return s->family && s->family->boxes;
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
                      .family = family_share(s->family),
                      .command = base_strdup(s->command),
                      .name = base_strdup(s->name),
                      .kin = base_strdup(s->kin),
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
