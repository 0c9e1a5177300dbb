/* Dictionaries of other fuzzers. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "explore/mutate/dictionary.h"

/* One escaped character behind the backslash; false: it is none. */
static bool read_escape(const char **at, const char *end, char *out)
{
    if (*at < end && (**at == '\\' || **at == '"')) {
        *out = *(*at)++;
        return true;
    }
    if (end - *at < 3 || **at != 'x' || !isxdigit((unsigned char)(*at)[1]) ||
        !isxdigit((unsigned char)(*at)[2]))
        return false;
    *out = (char)strtol((char[]){(*at)[1], (*at)[2], 0}, NULL, 16);
    *at += 3;
    return true;
}

/* A token between quotes, which end the line. */
static bool read_token(const char *at, const char *end, strbuf *out)
{
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote || end[-1] != '"' || end - 1 == quote)
        return false;
    end--;
    for (at = quote + 1; at < end;) {
        char c = *at++;
        if (c == '"' || (c == '\\' && !read_escape(&at, end, &c)))
            return false;
        strbuf_putc(out, c);
    }
    return out->n > 0;
}

static bool add_line(dictionary *d, const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    if (at == end || *at == '#')
        return true;
    strbuf token = STRBUF_INIT;
    if (!read_token(at, end, &token)) {
        strbuf_free(&token);
        return false;
    }
    if (!memchr(token.text, 0, token.n))
        dictionary_add_token(d, token.text, token.n, false);
    vec_push(&d->tokens, token);
    return true;
}

int dictionary_add_file(dictionary *d, const char *path)
{
    strbuf text = STRBUF_INIT;
    int wrong = 0, line = 0;
    if (!file_read(path, &text)) {
        strbuf_free(&text);
        return -1;
    }
    const char *at = text.text, *end = text.text + text.n;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        line++;
        if (!add_line(d, at, stop) && !wrong)
            wrong = line;
        at = stop + 1;
    }
    strbuf_free(&text);
    return wrong;
}

const strbuf *dictionary_token(const dictionary *d, rng *r)
{
    return d->tokens.n ? &d->tokens.at[rng_below(r, d->tokens.n)] : NULL;
}
