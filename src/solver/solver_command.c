#include "solver/solver_command.h"

#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "base/text.h"
#include "base/vec.h"

struct solver_command {
    char *text;
    text_list words;
    bool has_place; /* a {} somewhere */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Reads the word at `text` into `word`; returns where it ends, NULL when a quote is not closed. */
static const char *read_word(const char *text, strbuf *word)
{
    char quote = 0;
    for (; *text && (quote || !is_space(*text)); text++) {
        if (quote && *text == quote)
            quote = 0;
        else if (!quote && (*text == '\'' || *text == '"'))
            quote = *text;
        else if (quote != '\'' && *text == '\\' && text[1])
            strbuf_putc(word, *++text);
        else
            strbuf_putc(word, *text);
    }
    return quote ? NULL : text;
}

solver_command *solver_command_new(const char *text, char **error)
{
    solver_command *c = base_alloc_zero(1, sizeof *c);
    c->text = base_strdup(text);
    while (text && *text) {
        if (is_space(*text)) {
            text++;
            continue;
        }
        strbuf word = STRBUF_INIT;
        text = read_word(text, &word);
        c->has_place |= strstr(word.text, "{}") != NULL;
        vec_push(&c->words, strbuf_detach(&word));
    }
    if (text && c->words.n && c->words.at[0][0])
        return c;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, text ? "no program in the command '%s'" : "open quote in '%s'",
                  c->text);
    *error = strbuf_detach(&message);
    solver_command_free(c);
    return NULL;
}

void solver_command_free(solver_command *c)
{
    if (!c)
        return;
    text_list_free(&c->words);
    free(c->text);
    free(c);
}

const char *solver_command_program(const solver_command *c)
{
    return c->words.at[0];
}

const char *solver_command_text(const solver_command *c)
{
    return c->text;
}

bool solver_command_has_place(const solver_command *c)
{
    return c->has_place;
}

bool solver_command_find(const solver_command *c, char **error)
{
    const char *program = solver_command_program(c);
    if (strstr(program, "{}")) /* the file itself is run */
        return true;
    if (io_has_program(program))
        return true;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "there is no program '%s' that can be run", program);
    *error = strbuf_detach(&message);
    return false;
}

/* `word` with every {} replaced by the file. */
static char *fill(const char *word, const char *file)
{
    strbuf filled = STRBUF_INIT;
    for (const char *place; (place = strstr(word, "{}")); word = place + 2) {
        strbuf_add(&filled, word, (size_t)(place - word));
        strbuf_puts(&filled, file);
    }
    strbuf_puts(&filled, word);
    return strbuf_detach(&filled);
}

char **solver_command_argv(const solver_command *c, const char *file)
{
    char **argv = base_alloc_zero(c->words.n + 2, sizeof *argv);
    for (size_t i = 0; i < c->words.n; i++)
        argv[i] = fill(c->words.at[i], file);
    if (!c->has_place)
        argv[c->words.n] = base_strdup(file);
    return argv;
}

void solver_command_argv_free(char **argv)
{
    for (size_t i = 0; argv && argv[i]; i++)
        free(argv[i]);
    free(argv);
}

void solver_command_quote(strbuf *out, const char *word)
{
    strbuf_putc(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *word);
    }
    strbuf_putc(out, '"');
}

/* Behind the word "solve" of "…tandem solve …"; NULL: it is another program. */
static const char *behind_solve(const char *text)
{
    for (const char *at = strstr(text, "tandem"); at; at = strstr(at + 1, "tandem")) {
        const char *end = at + strlen("tandem");
        end += *end == '\'' || *end == '"';
        size_t space = strspn(end, " ");
        if (space && !strncmp(end + space, "solve", 5) &&
            (!end[space + 5] || end[space + 5] == ' '))
            return end + space + 5;
    }
    return NULL;
}

char *solver_command_grant(const char *text, const char *const *folders, size_t n)
{
    const char *end = behind_solve(text);
    strbuf granted = STRBUF_INIT;
    strbuf_add(&granted, text, end ? (size_t)(end - text) : strlen(text));
    for (size_t i = 0; end && i < n; i++) {
        strbuf option = STRBUF_INIT;
        strbuf_printf(&option, "--allow-code%s%s", *folders[i] ? "=" : "", folders[i]);
        strbuf_putc(&granted, ' ');
        solver_command_quote(&granted, option.text);
        strbuf_free(&option);
    }
    if (end)
        strbuf_puts(&granted, end);
    return strbuf_detach(&granted);
}
