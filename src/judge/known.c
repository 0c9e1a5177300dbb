#include "judge/known.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"
#include "solver/solver.h"

/* KNOWN_KEY(id, name): what a pattern can speak about. */
#define KNOWN_KEYS(KNOWN_KEY)         \
    KNOWN_KEY(KIND, "kind")           \
    KNOWN_KEY(SOLVER, "solver")       \
    KNOWN_KEY(VERSION, "version")     \
    KNOWN_KEY(OPTIONS, "options")     \
    KNOWN_KEY(MESSAGE, "message")     \
    KNOWN_KEY(SIGNATURE, "signature") \
    KNOWN_KEY(SHAPE, "shape")         \
    KNOWN_KEY(OPERATORS, "operators")

typedef enum known_key {
#define KNOWN_KEY(id, name) KEY_##id,
    KNOWN_KEYS(KNOWN_KEY)
#undef KNOWN_KEY
        KEY_COUNT
} known_key;

static const char *const key_names[] = {
#define KNOWN_KEY(id, name) name,
    KNOWN_KEYS(KNOWN_KEY)
#undef KNOWN_KEY
};

typedef struct pattern {
    size_t line;
    char *values[KEY_COUNT]; /* NULL: anything */
} pattern;

struct known_list {
    VEC(pattern) patterns;
};

/* ---- Matching -------------------------------------------------------------------------------- */

/* The whole command, or the name of its program. */
static bool solver_matches(const char *glob, const char *command)
{
    if (text_matches(glob, command))
        return true;
    char *error = NULL;
    solver *s = solver_named(command, &error);
    bool matches = s && text_matches(glob, solver_name(s));
    solver_free(s);
    free(error);
    return matches;
}

static bool has_word(const char *list, const char *word, size_t n)
{
    for (list += strspn(list, " {}"); *list; list += strspn(list, " {}")) {
        size_t length = strcspn(list, " {}");
        if (length == n && !memcmp(list, word, n))
            return true;
        list += length;
    }
    return false;
}

/* All of these operators occur. */
static bool has_words(const char *list, const char *words)
{
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t n = strcspn(words, " ");
        if (!has_word(list, words, n))
            return false;
        words += n;
    }
    return true;
}

static bool value_matches(known_key key, const char *value, const finding *f, const char *shape)
{
    switch (key) {
    case KEY_KIND:
        return !strcmp(value, finding_kind_name(f->kind));
    case KEY_SOLVER:
        return solver_matches(value, f->solver);
    case KEY_VERSION:
        return text_matches(value, f->version);
    case KEY_OPTIONS:
        return text_matches(value, f->options);
    case KEY_MESSAGE:
        return text_matches(value, f->message);
    case KEY_SIGNATURE:
        return text_matches(value, f->signature);
    case KEY_SHAPE:
        return text_matches(value, shape);
    case KEY_OPERATORS:
        return has_words(shape, value);
    case KEY_COUNT:
        break;
    }
    return false;
}

size_t known_match(const known_list *k, const finding *f, const char *shape)
{
    for (size_t i = 0; i < k->patterns.n; i++) {
        const pattern *p = &k->patterns.at[i];
        bool matches = true;
        for (int key = 0; matches && key < KEY_COUNT; key++)
            matches = !p->values[key] ||
                      value_matches((known_key)key, p->values[key], f, shape ? shape : "");
        if (matches)
            return p->line;
    }
    return 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static char *complaint(const char *name, size_t line, const char *what, const char *detail,
                       size_t n)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s:%zu: %s", name, line, what);
    if (n)
        strbuf_printf(&message, " '%.*s'", (int)n, detail);
    return strbuf_detach(&message);
}

static bool find_key(const char *text, size_t n, known_key *key)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (strlen(key_names[i]) == n && !memcmp(key_names[i], text, n)) {
            *key = (known_key)i;
            return true;
        }
    return false;
}

/* A word, or a text in quotes where \ takes the next character as it is; moves *at behind it. NULL:
 * the quote is open. */
static char *read_value(const char **at)
{
    strbuf value = STRBUF_INIT;
    const char *p = *at;
    if (*p != '"') {
        size_t n = strcspn(p, " \t\r\n");
        strbuf_add(&value, p, n);
        *at = p + n;
        return strbuf_detach(&value);
    }
    for (p++; *p && *p != '"' && *p != '\n'; p++) {
        if (*p == '\\' && p[1] && p[1] != '\n')
            p++;
        strbuf_putc(&value, *p);
    }
    if (*p != '"') {
        strbuf_free(&value);
        return NULL;
    }
    *at = p + 1;
    return strbuf_detach(&value);
}

/* One key=value at *at; NULL or what is wrong with it. */
static char *read_pair(const char *name, const char **at, pattern *p)
{
    const char *start = *at;
    size_t n = strcspn(start, "= \t\r\n");
    known_key key;
    if (start[n] != '=')
        return complaint(name, p->line, "key=value is expected, not", start, n);
    if (!find_key(start, n, &key))
        return complaint(name, p->line,
                         "keys are kind, solver, version, options, message, signature, shape and "
                         "operators, not",
                         start, n);
    if (p->values[key])
        return complaint(name, p->line, "said twice:", start, n);
    *at = start + n + 1;
    p->values[key] = read_value(at);
    if (!p->values[key])
        return complaint(name, p->line, "the quote is not closed", "", 0);
    finding_kind kind;
    if (key == KEY_KIND && !finding_kind_read(p->values[key], &kind))
        return complaint(name, p->line, "there is no such kind:", p->values[key],
                         strlen(p->values[key]));
    return NULL;
}

static char *read_line(const char *name, const char *line, pattern *p)
{
    char *error = NULL;
    for (line += strspn(line, " \t\r"); !error && *line && *line != '\n' && *line != '#';
         line += strspn(line, " \t\r"))
        error = read_pair(name, &line, p);
    return error;
}

static bool is_empty(const pattern *p)
{
    for (int i = 0; i < KEY_COUNT; i++)
        if (p->values[i])
            return false;
    return true;
}

known_list *known_parse(const char *name, const char *text, char **error)
{
    known_list *k = base_alloc_zero(1, sizeof *k);
    size_t number = 0;
    *error = NULL;
    while (!*error && *text) {
        pattern p = {.line = ++number};
        *error = read_line(name, text, &p);
        if (!is_empty(&p))
            vec_push(&k->patterns, p);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    if (!*error)
        return k;
    known_free(k);
    return NULL;
}

known_list *known_read(const char *path, char **error)
{
    strbuf text = STRBUF_INIT;
    known_list *k = NULL;
    if (file_read(path, &text)) {
        k = known_parse(path, text.text, error);
    } else {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "%s: cannot be read: %s", path, strerror(errno));
        *error = strbuf_detach(&message);
    }
    strbuf_free(&text);
    return k;
}

void known_free(known_list *k)
{
    if (!k)
        return;
    for (size_t i = 0; i < k->patterns.n; i++)
        for (int key = 0; key < KEY_COUNT; key++)
            free(k->patterns.at[i].values[key]);
    vec_free(&k->patterns);
    free(k);
}
