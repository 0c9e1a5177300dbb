/* A reader of JSON: recursion, texts, numbers; a copy on the heap for each input. */
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *at, *end;
    int depth;
} reader;

static int read_value(reader *r);

static void skip(reader *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static int take(reader *r, char c)
{
    skip(r);
    if (r->at == r->end || *r->at != c)
        return 0;
    r->at++;
    return 1;
}

static int read_text(reader *r)
{
    if (!take(r, '"'))
        return 0;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\\' && (++r->at == r->end || !strchr("\"\\/bfnrt", *r->at)))
            return 0;
        r->at++;
    }
    return take(r, '"');
}

static int read_number(reader *r)
{
    int digits = 0;
    if (*r->at == '-')
        r->at++;
    for (; r->at < r->end && isdigit((unsigned char)*r->at); digits++)
        r->at++;
    if (digits && r->at < r->end && *r->at == '.')
        for (r->at++; r->at < r->end && isdigit((unsigned char)*r->at);)
            r->at++;
    return digits;
}

static int read_list(reader *r, char end, int with_keys)
{
    if (take(r, end))
        return 1;
    do
        if ((with_keys && (!read_text(r) || !take(r, ':'))) || !read_value(r))
            return 0;
    while (take(r, ','));
    return take(r, end);
}

static int read_word(reader *r, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n))
        return 0;
    r->at += n;
    return 1;
}

static int read_value(reader *r)
{
    int good = 0;
    if (++r->depth > 50)
        return 0;
    skip(r);
    if (r->at < r->end)
        good = *r->at == '"'   ? read_text(r)
               : take(r, '[')  ? read_list(r, ']', 0)
               : take(r, '{')  ? read_list(r, '}', 1)
               : *r->at == 't' ? read_word(r, "true")
               : *r->at == 'f' ? read_word(r, "false")
               : *r->at == 'n' ? read_word(r, "null")
                               : read_number(r);
    r->depth--;
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *copy = malloc(n + 1);
    memcpy(copy, data, n);
    copy[n] = 0;
    reader r = {copy, copy + n, 0};
    volatile int good = read_value(&r);
    (void)good;
    free(copy);
    return 0;
}
