#include "engine/z3/z3_text_shape.h"

#include <string.h>

typedef struct word {
    const char *at;
    size_t n;
} word;

static const char *skip_blank(const char *p)
{
    for (;;) {
        p += strspn(p, " \t\r\n");
        if (*p != ';')
            return p;
        p += strcspn(p, "\n");
    }
}

/* The end of the string or |symbol| that begins at `p`; a doubled quote begins it again. */
static const char *skip_quoted(const char *p)
{
    const char *end = strchr(p + 1, *p);
    return end ? end + 1 : p + strlen(p);
}

/* The end of the word, string or parenthesis at `p`. */
static const char *skip_token(const char *p)
{
    if (*p == '"' || *p == '|')
        return skip_quoted(p);
    if (*p == '(' || *p == ')')
        return p + 1;
    size_t n = strcspn(p, " \t\r\n();\"|");
    return p + (n ? n : 1);
}

/* Reads one command: its first two words, where those are no lists; returns its end, or NULL when
 * it is none. */
static const char *read_command(const char *p, word words[2])
{
    size_t depth = 0, n = 0;
    words[0] = words[1] = (word){"", 0};
    do {
        p = skip_blank(p);
        if (!*p)
            return NULL;
        const char *end = skip_token(p);
        if (*p == '(')
            n = depth++ ? 2 : 0; /* no words behind a list */
        else if (*p == ')')
            depth -= depth > 0;
        else if (depth == 1 && n < 2)
            words[n++] = (word){p, (size_t)(end - p)};
        p = end;
    } while (depth);
    return p;
}

static bool is(word w, const char *text)
{
    return strlen(text) == w.n && !memcmp(text, w.at, w.n);
}

static bool is_one_of(word w, const char *const *texts)
{
    for (; *texts; texts++)
        if (is(w, *texts))
            return true;
    return false;
}

static bool is_harmless(const word words[2])
{
    static const char *const commands[] = {"set-info",
                                           "declare-fun",
                                           "declare-const",
                                           "declare-sort",
                                           "declare-datatypes",
                                           "declare-datatype",
                                           "define-fun",
                                           "define-sort",
                                           "define-fun-rec",
                                           "define-funs-rec",
                                           "define-const",
                                           "assert",
                                           NULL};
    static const char *const options[] = {":produce-models", ":print-success", NULL};
    return is_one_of(words[0], commands) ||
           (is(words[0], "set-option") && is_one_of(words[1], options));
}

void shape_read(const char *text, script_shape *shape)
{
    *shape = (script_shape){0};
    bool checked = false;
    const char *p = skip_blank(text);
    while (*p) {
        word words[2];
        const char *end = *p == '(' ? read_command(p, words) : NULL;
        if (!end)
            return;
        if (is(words[0], "set-logic") && !checked && !*shape->logic &&
            words[1].n < SHAPE_LOGIC_SIZE) {
            memcpy(shape->logic, words[1].at, words[1].n);
        } else if (is(words[0], "check-sat") && !checked) {
            checked = true;
            shape->check = (size_t)(p - text);
        } else if (is(words[0], "get-model") && checked && !shape->model) {
            shape->model = true;
        } else if (checked ? !is(words[0], "exit") : !is_harmless(words)) {
            return;
        }
        p = skip_blank(end);
    }
    shape->simple = checked;
}
