#include "runtime/boxes/signature.h"

#include <stdlib.h>
#include <string.h>

static bool takes(const char **at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0)
        return false;
    *at += n;
    return true;
}

static bool ends(char c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\n';
}

static void skip_blanks(const char **at)
{
    while (**at == ' ' || **at == '\t')
        ++*at;
}

/* i8 … f64, ptr. */
static bool read_value(const char **at, uint32_t *width, bool *is_float)
{
    static const struct {
        const char *name;
        uint32_t width;
        bool is_float;
    } types[] = {{"i8", 8, false},   {"i16", 16, false}, {"i32", 32, false}, {"i64", 64, false},
                 {"ptr", 64, false}, {"f32", 32, true},  {"f64", 64, true}};
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
        const char *start = *at;
        if (takes(at, types[i].name) && ends(**at)) {
            *width = types[i].width;
            *is_float = types[i].is_float;
            return true;
        }
        *at = start;
    }
    return false;
}

static bool read_number(const char **at, uint32_t *n)
{
    char *end;
    unsigned long value = **at >= '0' && **at <= '9' ? strtoul(*at, &end, 10) : 0;
    if (**at < '0' || **at > '9' || value > 1u << 24)
        return false;
    *n = (uint32_t)value;
    *at = end;
    return true;
}

static bool read_factor(const char **at, uint8_t *kind, uint32_t *number)
{
    *kind = '#';
    if (**at == 'a' || **at == 's' || **at == 'p')
        *kind = (uint8_t)*(*at)++;
    if (!read_number(at, number))
        return false;
    if (*kind == '#')
        return true;
    return *number >= 1 && (*number)-- <= TANDEM_MAX_ARGS;
}

static bool read_most(const char **at, tandem_size *s)
{
    uint8_t kind;
    if (!read_factor(at, &kind, &s->most) || (kind != '#' && kind != 'a'))
        return false;
    s->most_is_argument = kind == 'a';
    return true;
}

static bool read_size(const char **at, tandem_size *s)
{
    if (!takes(at, "["))
        return false;
    do {
        uint32_t i = s->n++;
        if (s->n > TANDEM_SIZE_TERMS ||
            !read_factor(at, &s->term[i].kind[0], &s->term[i].number[0]))
            return false;
        if (takes(at, "*") && !read_factor(at, &s->term[i].kind[1], &s->term[i].number[1]))
            return false;
    } while (takes(at, "+"));
    if (takes(at, "<mb"))
        s->character = true;
    else if (takes(at, "<") && !read_most(at, s))
        return false;
    s->more = takes(at, "..");
    return takes(at, "]");
}

static bool read_argument(const char **at, tandem_signature *s)
{
    static const struct {
        const char *name;
        tandem_arg_kind kind;
    } kinds[] = {{"call", TANDEM_ARG_CALL},   {"str", TANDEM_ARG_STR},    {"wstr", TANDEM_ARG_WSTR},
                 {"inout", TANDEM_ARG_INOUT}, {"in", TANDEM_ARG_IN},      {"out", TANDEM_ARG_OUT},
                 {"scan", TANDEM_ARG_SCAN},   {"print", TANDEM_ARG_PRINT}};
    if (s->n == TANDEM_MAX_ARGS)
        return false;
    uint32_t i = s->n++;
    s->arg[i].width = 64;
    if (read_value(at, &s->arg[i].width, &s->arg[i].is_float))
        return true;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
        if (!takes(at, kinds[k].name))
            continue;
        tandem_arg_kind kind = s->arg[i].kind = kinds[k].kind;
        bool needs = kind == TANDEM_ARG_IN || kind == TANDEM_ARG_OUT || kind == TANDEM_ARG_INOUT;
        s->writes |= kind == TANDEM_ARG_OUT || kind == TANDEM_ARG_INOUT || kind == TANDEM_ARG_SCAN;
        if (needs || (kind == TANDEM_ARG_STR && **at == '['))
            return read_size(at, &s->arg[i].size) && ends(**at);
        return ends(**at);
    }
    return false;
}

bool tandem_signature_read(const char *text, tandem_signature *s, const char **bad)
{
    const char *at = text;
    bool is_float = false;
    *s = (tandem_signature){0};
    skip_blanks(&at);
    *bad = at;
    if (!(takes(&at, "void") && ends(*at)) && !read_value(&at, &s->result_width, &is_float))
        return false;
    s->result_float = is_float;
    for (skip_blanks(&at); *at && *at != '\n'; skip_blanks(&at)) {
        *bad = at;
        if (takes(&at, "errno") && ends(*at))
            s->sets_errno = true;
        else if (at = *bad, !read_argument(&at, s))
            return false;
    }
    return true;
}
