#include "box/bind/native.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "box/box_impl.h"

/* ---- Prototypes ------------------------------------------------------------------------------ */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the piece of a list ends: at a comma or the closing parenthesis, outside of brackets and texts; NULL: nowhere. */
static const char *end_of_piece(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        if (*at == '"' || *at == '\'') {
            char quote = *at++;
            for (; *at && *at != quote; at++)
                at += *at == '\\' && at[1];
            if (!*at)
                return NULL;
        } else if (!depth && (*at == ',' || *at == ')')) {
            return at;
        }
        depth +=
            (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
    }
    return NULL;
}

/* Without blanks around it, nor words that qualify a type. */
static char *type_of(const char *text, size_t n)
{
    strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < n;) {
        size_t word = 0;
        while (i + word < n && is_word(text[i + word]))
            word++;
        bool dropped = (word == 5 && !strncmp(text + i, "const", 5)) ||
                       (word == 8 && !strncmp(text + i, "volatile", 8)) ||
                       (word == 8 && !strncmp(text + i, "restrict", 8));
        bool blank = !word && isspace((unsigned char)text[i]);
        if (!dropped && !blank) {
            bool apart = out.n && word && is_word(out.text[out.n - 1]);
            if (apart)
                strbuf_putc(&out, ' ');
            strbuf_add(&out, text + i, word ? word : 1);
        }
        i += word ? word : 1;
    }
    return strbuf_detach(&out);
}

/* Whether the text begins with the word; it is behind it then. */
static bool takes_word(const char **text, size_t *n, const char *word)
{
    size_t length = strlen(word);
    if (*n <= length || strncmp(*text, word, length) || is_word((*text)[length]))
        return false;
    *text += length;
    *n -= length;
    return true;
}

static void trim(const char **text, size_t *n)
{
    while (*n && isspace((unsigned char)**text))
        ++*text, --*n;
    while (*n && isspace((unsigned char)(*text)[*n - 1]))
        --*n;
}

static void add_parameter(native_prototype *p, const char *text, size_t n)
{
    native_parameter one = {.role = NATIVE_IN};
    trim(&text, &n);
    if (n && *text == '=') {
        one.role = NATIVE_FIXED;
        one.type = base_strndup(text + 1, n - 1);
        vec_push(&p->parameters, one);
        return;
    }
    if (takes_word(&text, &n, "out"))
        one.role = NATIVE_OUT;
    else if (takes_word(&text, &n, "inout"))
        one.role = NATIVE_BOTH;
    const char *bracket = n && text[n - 1] == ']' ? memchr(text, '[', n) : NULL;
    if (bracket)
        one.count = base_strndup(bracket + 1, (size_t)(text + n - bracket) - 2);
    one.type = type_of(text, bracket ? (size_t)(bracket - text) : n);
    vec_push(&p->parameters, one);
}

static bool fail(char **error, const char *text)
{
    *error = box_format(
        "the C prototype '%s' is not of the form \"type name(type, out type *, = constant) errno\"",
        text);
    return false;
}

bool native_read(const char *text, native_prototype *p, char **error)
{
    *p = (native_prototype){0};
    const char *open = strchr(text, '('), *name = open, *end;
    if (!open)
        return fail(error, text);
    while (name > text && isspace((unsigned char)name[-1]))
        name--;
    end = name;
    while (name > text && is_word(name[-1]))
        name--;
    char *result = type_of(text, (size_t)(name - text));
    p->function = base_strndup(name, (size_t)(end - name));
    bool good = *result && end > name && !isdigit((unsigned char)*name);
    if (strcmp(result, "void") != 0)
        p->result = result;
    else
        free(result);
    const char *at = open + 1;
    for (end = at; good && (end = end_of_piece(at)); at = end + 1) {
        const char *piece = at;
        size_t n = (size_t)(end - at);
        trim(&piece, &n);
        bool nothing =
            *end == ')' && !p->parameters.n && (!n || (n == 4 && text_begins(piece, "void")));
        if (!nothing)
            add_parameter(p, piece, n);
        good = nothing || n;
        if (*end == ')')
            break;
    }
    if (!good || !end)
        return fail(error, text);
    const char *rest = end + 1;
    size_t n = strlen(rest);
    trim(&rest, &n);
    p->error_number = n == 5 && text_begins(rest, "errno");
    return !n || p->error_number || fail(error, text);
}

bool native_declares(const native_prototype *p)
{
    for (size_t i = 0; i < p->parameters.n; i++)
        if (p->parameters.at[i].role == NATIVE_FIXED)
            return false;
    return true;
}

void native_free(native_prototype *p)
{
    free(p->result);
    free(p->function);
    for (size_t i = 0; i < p->parameters.n; i++) {
        free(p->parameters.at[i].type);
        free(p->parameters.at[i].count);
    }
    vec_free(&p->parameters);
}

/* `visits` are left: codatatypes have no end. */
static bool add_fields(term_bank *b, sort_id s, vec_u32 *fields, unsigned *visits)
{
    if (fields->n >= NATIVE_MOST || !(*visits)--)
        return false;
    if (sort_kind_of(b, s) != SORT_DATATYPE) {
        vec_push(fields, s);
        return true;
    }
    if (datatype_constructor_count(b, sort_datatype_of(b, s)) != 1)
        return false;
    decl_id c = sort_constructor(b, s, 0);
    bool good = true;
    for (uint32_t i = 0; i < decl_arity(b, c) && good; i++)
        good = add_fields(b, decl_domain(b, c, i), fields, visits);
    return good;
}

bool native_fields(term_bank *b, sort_id s, vec_u32 *fields)
{
    unsigned visits = 4 * NATIVE_MOST;
    return add_fields(b, s, fields, &visits);
}
