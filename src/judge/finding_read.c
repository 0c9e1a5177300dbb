/* Findings from their files: what finding_print wrote at the beginning. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "judge/finding.h"
#include "solver/solver_text.h"

/* The line at `text`, if it begins so; without that. NULL: it does not. */
static char *behind(const char *text, const char *key)
{
    return text_begins(text, key)
               ? base_strndup(text + strlen(key), strcspn(text, "\n") - strlen(key))
               : NULL;
}

/* "soundness: z3 -T:10 4.8.12": the kind, the command, and a last word that looks like a version. */
static bool read_first(finding *f, const char *line)
{
    char *text = behind(line, "; disputed ");
    f->state = text ? FINDING_DISPUTED : FINDING_CONFIRMED;
    if (!text)
        text = behind(line, "; ");
    char *colon = text ? strstr(text, ": ") : NULL;
    if (!colon) {
        free(text);
        return false;
    }
    *colon = '\0';
    char *command = colon + 2, *last = strrchr(command, ' ');
    if (last && isdigit((unsigned char)last[1])) {
        finding_set(&f->version, last + 1);
        *last = '\0';
    }
    finding_set(&f->solver, command);
    bool good = finding_kind_read(text, &f->kind);
    free(text);
    return good;
}

/* "expected sat, got unsat" */
static void read_answers(finding *f, const char *text)
{
    size_t n = strcspn(text, ",");
    answer a;
    if (answer_read(text, n, &a))
        f->expected = a;
    const char *got = strstr(text, "got ");
    if (got && answer_read(got + 4, strlen(got + 4), &a))
        f->got = a;
}

/* How much of the command is the program: its first word, or what its solver file says. */
static size_t program_length(const finding *f, const char *command)
{
    char *file = base_strndup(f->solver, strcspn(f->solver, " ")), *error = NULL;
    char *program = solver_text_expand(file, NULL, &error);
    size_t n = program && text_begins(command, program) ? strlen(program) : strcspn(command, " ");
    free(program);
    free(file);
    free(error);
    return n;
}

/* "z3 -T:10 smt.arith.solver=2 FILE": what stands between the program and the file. */
static void read_options(finding *f, const char *text)
{
    strbuf options = STRBUF_INIT;
    for (text += program_length(f, text); *text;) {
        text += strspn(text, " ");
        size_t n = strcspn(text, " ");
        if (n && (n != 4 || memcmp(text, "FILE", 4) != 0))
            strbuf_printf(&options, "%s%.*s", options.n ? " " : "", (int)n, text);
        text += n;
    }
    finding_set(&f->options, options.text);
    strbuf_free(&options);
}

static void read_comment(finding *f, const char *line, bool *signature)
{
    char *text;
    if ((text = behind(line, "; expected ")))
        read_answers(f, text);
    else if ((text = behind(line, "; run: ")))
        read_options(f, text);
    else if (*signature && (text = behind(line, ";   ")))
        finding_set(&f->signature, text);
    free(text);
    *signature = text_begins(line, "; signature:");
}

bool finding_read(const char *text, finding *f)
{
    finding_init(f);
    if (!read_first(f, text)) {
        finding_free(f);
        return false;
    }
    bool signature = false;
    while (*text == ';') {
        read_comment(f, text, &signature);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    finding_set(&f->formula, text);
    return true;
}
