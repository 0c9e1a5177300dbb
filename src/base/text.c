#include "base/text.h"

#include <stdlib.h>
#include <unistd.h>

void text_list_free(text_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i]);
    vec_free(list);
}

size_t text_utf8_length(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t length = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : 4;
    if (length == 1)
        return 1;
    if (p[0] < 0xC2 || p[0] > 0xF4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (p[i] >> 6 != 2)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] >= 0xA0) ||
        (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90))
        return 0;
    return length;
}

enum { DELETE = 0x7f, FIRST_OF_C1 = 0xc2, LAST_OF_C1 = 0x9f };

size_t text_printable_length(const char *text, size_t n)
{
    unsigned char first = (unsigned char)*text;
    size_t length = text_utf8_length(text, n);
    if (length == 1)
        return first == '\n' || first == '\t' || (first >= ' ' && first != DELETE);
    bool control = first == FIRST_OF_C1 && length && (unsigned char)text[1] <= LAST_OF_C1;
    return control ? 0 : length;
}

void text_put_printable(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t length = text_printable_length(text + i, n - i);
        if (length)
            strbuf_add(out, text + i, length);
        else
            strbuf_printf(out, "\\x%02x", (unsigned char)text[i]);
        i += length ? length : 1;
    }
}

void text_vprint(FILE *out, const char *format, va_list arguments)
{
    strbuf raw = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_vprintf(&raw, format, arguments);
    text_put_printable(&text, raw.text, raw.n);
    fwrite(text.text, 1, text.n, out);
    strbuf_free(&raw);
    strbuf_free(&text);
}

void text_write(FILE *out, const char *text, size_t n)
{
    strbuf printable = STRBUF_INIT;
    if (isatty(fileno(out))) {
        text_put_printable(&printable, text, n);
        text = printable.text;
        n = printable.n;
    }
    fwrite(text, 1, n, out);
    strbuf_free(&printable);
}

void text_print(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprint(out, format, arguments);
    va_end(arguments);
}

bool text_matches(const char *pattern, const char *text)
{
    const char *star = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}
