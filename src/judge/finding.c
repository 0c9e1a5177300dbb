#include "judge/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/solver.h"
#include "solver/solver_text.h"

static const char *const kind_names[] = {
#define FINDING_KIND(id, name) name,
    FINDING_KINDS(FINDING_KIND)
#undef FINDING_KIND
};

static const char *const state_names[] = {"seen",      "confirmed", "reduced", "dismissed",
                                          "duplicate", "known",     "disputed"};
enum { STATE_COUNT = sizeof state_names / sizeof *state_names };

static bool find_name(const char *const *names, int n, const char *name, int *position)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) {
            *position = i;
            return true;
        }
    return false;
}

const char *finding_kind_name(finding_kind k)
{
    return kind_names[k];
}

bool finding_kind_read(const char *name, finding_kind *k)
{
    int i;
    bool found = find_name(kind_names, FINDING_KIND_COUNT, name, &i);
    if (found)
        *k = (finding_kind)i;
    return found;
}

const char *finding_state_name(finding_state s)
{
    return state_names[s];
}

bool finding_state_read(const char *name, finding_state *s)
{
    int i;
    bool found = find_name(state_names, STATE_COUNT, name, &i);
    if (found)
        *s = (finding_state)i;
    return found;
}

void finding_texts(finding *f, char **fields[FINDING_TEXT_COUNT])
{
    char **all[FINDING_TEXT_COUNT] = {&f->solver,  &f->version,   &f->options,
                                      &f->message, &f->signature, &f->evidence,
                                      &f->story,   &f->formula,   &f->reduced};
    memcpy(fields, all, sizeof all);
}

void finding_init(finding *f)
{
    *f = (finding){0};
    char **fields[FINDING_TEXT_COUNT];
    finding_texts(f, fields);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        *fields[i] = base_strdup("");
}

void finding_free(finding *f)
{
    char **fields[FINDING_TEXT_COUNT];
    finding_texts(f, fields);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        free(*fields[i]);
    *f = (finding){0};
}

void finding_set(char **field, const char *text)
{
    char *copy = base_strdup(text);
    free(*field);
    *field = copy;
}

/* ---- The .smt2 file -------------------------------------------------------------------------- */

/* Each line of the text behind `before`; nothing for "". */
static void put_lines(strbuf *out, const char *before, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        strbuf_printf(out, "%s%.*s\n", before, (int)n, text);
        text += n + (text[n] != '\0');
    }
}

static void put_section(strbuf *out, const char *title, const char *text)
{
    if (!*text)
        return;
    strbuf_printf(out, ";\n; %s:\n", title);
    put_lines(out, ";   ", text);
}

/* The command line of the solver as a shell takes it. */
static char *command_of(const finding *f)
{
    const char *text = solver_plain_text(f->solver);
    char *error = NULL, *command = solver_text_expand(text, NULL, &error);
    free(error);
    return command ? command : base_strdup(text);
}

/* A command that a shell runs, with the file where it belongs. */
static void put_command(strbuf *out, const finding *f, const char *file)
{
    char *command = command_of(f);
    const char *text = command, *place;
    bool has_place = strstr(text, "{}") || strstr(f->options, "{}");
    for (; (place = strstr(text, "{}")); text = place + 2) {
        strbuf_add(out, text, (size_t)(place - text));
        strbuf_puts(out, file);
    }
    strbuf_printf(out, "%s%s%s%s%s\n", text, *f->options ? " " : "", f->options,
                  has_place ? "" : " ", has_place ? "" : file);
    free(command);
}

static void put_script(strbuf *out, const finding *f)
{
    const char *script = *f->reduced ? f->reduced : f->formula;
    size_t n = strlen(script);
    strbuf_puts(out, script);
    if (n && script[n - 1] != '\n')
        strbuf_putc(out, '\n');
}

static bool is_about_answers(const finding *f)
{
    return f->expected != ANSWER_NONE || f->got != ANSWER_NONE;
}

void finding_print(const finding *f, strbuf *out)
{
    strbuf_printf(out, "; %s%s: %s %s\n", f->state == FINDING_DISPUTED ? "disputed " : "",
                  finding_kind_name(f->kind), solver_plain_text(f->solver), f->version);
    put_lines(out, "; ", f->message);
    if (is_about_answers(f))
        strbuf_printf(out, "; expected %s, got %s\n", answer_name(f->expected),
                      answer_name(f->got));
    strbuf_puts(out, "; run: ");
    put_command(out, f, "FILE");
    put_section(out, "signature", f->signature);
    put_section(out, "evidence", f->evidence);
    put_section(out, "origin", f->story);
    put_script(out, f);
}

/* ---- The report ------------------------------------------------------------------------------ */

void finding_print_issue(const finding *f, const char *file, strbuf *out)
{
    strbuf_printf(out, "# %s%s: %s %s\n\n", f->state == FINDING_DISPUTED ? "disputed " : "",
                  finding_kind_name(f->kind), solver_plain_text(f->solver), f->version);
    put_lines(out, "", f->message);
    if (is_about_answers(f))
        strbuf_printf(out, "\nExpected `%s`, got `%s`.\n", answer_name(f->expected),
                      answer_name(f->got));
    strbuf_printf(out, "\n## Input\n\n`%s`%s:\n\n```smt2\n", file,
                  *f->reduced ? ", reduced" : ", as it was found");
    put_script(out, f);
    strbuf_puts(out, "```\n\n## Run\n\n    ");
    put_command(out, f, file);
    strbuf_puts(out, "\n## Why this is wrong\n\n");
    put_lines(out, "- ", f->evidence);
    strbuf_printf(out,
                  "\nTo see it judged again: `tandem fuse --check-only -v -s '%s%s%s' %s`, with "
                  "`-s` for other solvers as witnesses.\n",
                  solver_plain_text(f->solver), *f->options ? " " : "", f->options, file);
    if (*f->story) {
        strbuf_puts(out, "\n## Origin\n\n");
        put_lines(out, "    ", f->story);
    }
}
