/* Reading solver files: lines of a key and what it says. */
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "solver/family.h"

/* What a key says: TEXT the rest of the line; WORDS words that are added to a list; LINE the rest of
 * the line as one member of a list; PAIR two words of a list; FLAG nothing more. */
typedef enum key_kind { KEY_TEXT, KEY_WORDS, KEY_LINE, KEY_PAIR, KEY_FLAG } key_kind;

static const struct key {
    const char *name;
    key_kind kind;
    size_t place; /* in struct family */
} keys[] = {
    {"lineage", KEY_TEXT, offsetof(family, lineage)},
    {"command", KEY_TEXT, offsetof(family, command)},
    {"version", KEY_TEXT, offsetof(family, version)},
    {"reset", KEY_TEXT, offsetof(family, reset)},
    {"program", KEY_WORDS, offsetof(family, programs)},
    {"file", KEY_WORDS, offsetof(family, file)},
    {"pipe", KEY_WORDS, offsetof(family, pipe)},
    {"checks", KEY_WORDS, offsetof(family, checks)},
    {"seed", KEY_WORDS, offsetof(family, seed)},
    {"proof", KEY_WORDS, offsetof(family, proof)},
    {"same", KEY_PAIR, offsetof(family, same)},
    {"logics", KEY_WORDS, offsetof(family, logics)},
    {"refuses", KEY_WORDS, offsetof(family, refuses)},
    {"limit", KEY_LINE, offsetof(family, limits)},
    {"vary", KEY_LINE, offsetof(family, variations)},
    {"any-name", KEY_FLAG, offsetof(family, any_name)},
    {"no-models", KEY_FLAG, offsetof(family, no_models)},
    {"no-cores", KEY_FLAG, offsetof(family, no_cores)},
    {"boxes", KEY_FLAG, offsetof(family, boxes)},
    {"untested", KEY_FLAG, offsetof(family, untested)},
};
enum { KEYS = sizeof keys / sizeof *keys };

typedef struct file_reader {
    const char *file;
    size_t line;
    family *family; /* NULL: before the first `name` */
    family_list *out;
    char **error;
} file_reader;

/* Says no, with the reason. */
static bool complain(const file_reader *r, const char *what, const char *detail)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s:%zu: %s", r->file, r->line, what);
    if (*detail)
        strbuf_printf(&message, " '%s'", detail);
    *r->error = strbuf_detach(&message);
    return false;
}

static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? base_strndup(file, (size_t)(slash - file)) : base_strdup(".");
}

static family *new_family(const char *file, const char *name)
{
    family *f = base_alloc_zero(1, sizeof *f);
    f->users = 1;
    f->name = base_strdup(name);
    f->lineage = base_strdup(name);
    f->command = base_strdup("");
    f->version = base_strdup("--version");
    f->reset = base_strdup("(reset)");
    f->folder = folder_of(file);
    return f;
}

static void add_words(text_list *list, const char *text)
{
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        size_t n = strcspn(text, " \t");
        vec_push(list, base_strndup(text, n));
        text += n;
    }
}

static bool read_dialect(const file_reader *r, const char *value)
{
    static const char *const names[] = {[DIALECT_STANDARD] = "standard",
                                        [DIALECT_Z3] = "z3",
                                        [DIALECT_CVC5] = "cvc5",
                                        [DIALECT_CVC4] = "cvc4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], value)) {
            r->family->dialect = (smt_dialect)i;
            return true;
        }
    return complain(r, "dialects are standard, z3, cvc5 and cvc4, not", value);
}

/* "logic *FP* --fp-exp" */
static bool read_option(const file_reader *r, const char *value)
{
    size_t n = strcspn(value, " \t");
    family_option o = {.logic = base_strndup(value, n)};
    add_words(&o.words, value + n);
    if (!o.words.n) {
        free(o.logic);
        return complain(r, "a pattern of a logic and words of a command line are expected, not",
                        value);
    }
    vec_push(&r->family->options, o);
    return true;
}

static bool read_value(const file_reader *r, const struct key *k, const char *value)
{
    void *place = (char *)r->family + k->place;
    if (k->kind == KEY_FLAG) {
        *(bool *)place = true;
        return !*value || complain(r, "nothing is expected behind", k->name);
    }
    if (!*value)
        return complain(r, "what does it say?", k->name);
    text_list *list = place;
    if (k->kind == KEY_TEXT) {
        char **text = place;
        bool none = !strcmp(k->name, "reset") && !strcmp(value, "none");
        free(*text);
        *text = base_strdup(none ? "" : value);
    } else if (k->kind == KEY_LINE) {
        vec_push(list, base_strdup(value));
    } else {
        size_t before = list->n;
        add_words(list, value);
        if (k->kind == KEY_PAIR && list->n != before + 2)
            return complain(r, "two spellings are expected, not", value);
    }
    return true;
}

static bool read_pair(file_reader *r, const char *key, const char *value)
{
    if (!strcmp(key, "name")) {
        if (!*value || strcspn(value, " \t/") != strlen(value))
            return complain(r, "a name is one word without a slash, not", value);
        r->family = new_family(r->file, value);
        vec_push(r->out, r->family);
        return true;
    }
    if (!r->family)
        return complain(r, "a solver file begins with its name, not with", key);
    if (!strcmp(key, "dialect"))
        return read_dialect(r, value);
    if (!strcmp(key, "logic"))
        return read_option(r, value);
    for (size_t i = 0; i < KEYS; i++)
        if (!strcmp(keys[i].name, key))
            return read_value(r, &keys[i], value);
    return complain(r, "there is no such key:", key);
}

/* `line` is ours to change. */
static bool read_line(file_reader *r, char *line)
{
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = '\0';
    for (size_t i = 0; i < n; i++)
        if (iscntrl((unsigned char)line[i]) && line[i] != '\t')
            return complain(r, "there is a control character in it", "");
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return true;
    size_t key = strcspn(line, " \t");
    char *value = line + key;
    value += strspn(value, " \t");
    line[key] = '\0';
    return read_pair(r, line, value);
}

bool families_parse(const char *file, const char *text, family_list *out, char **error)
{
    file_reader r = {.file = file, .out = out, .error = error};
    bool good = true;
    while (good && *text) {
        size_t n = strcspn(text, "\n");
        char *line = base_strndup(text, n);
        r.line++;
        good = read_line(&r, line);
        free(line);
        text += n + (text[n] != '\0');
    }
    if (!good)
        families_free(out);
    return good;
}

family *family_read(const char *path, char **error)
{
    strbuf text = STRBUF_INIT, message = STRBUF_INIT;
    family_list all = {0};
    family *f = NULL;
    if (!file_read(path, &text)) {
        strbuf_printf(&message, "%s: cannot be read: %s", path, strerror(errno));
    } else if (strlen(text.text) != text.n) {
        strbuf_printf(&message, "%s: there is a zero byte in it", path);
    } else if (families_parse(path, text.text, &all, error)) {
        if (all.n != 1)
            strbuf_printf(&message, "%s: one solver is expected, not %zu", path, all.n);
        else if (!*all.at[0]->command)
            strbuf_printf(&message, "%s: it has no line 'command'", path);
        else
            f = family_share(all.at[0]);
    }
    if (message.n)
        *error = strbuf_detach(&message);
    families_free(&all);
    strbuf_free(&text);
    strbuf_free(&message);
    return f;
}
