#include "report/markup.h"

#include <string.h>

#include "base/text.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* U+FFFE and U+FFFF are valid UTF-8, and no characters. */
static bool is_no_character(const char *sequence)
{
    return text_begins(sequence, "\xef\xbf\xbe") || text_begins(sequence, "\xef\xbf\xbf");
}

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\t':
        return "\t";
    default:
        return (unsigned char)c < ' ' || c == 0x7f ? " " : NULL;
    }
}

void markup_escape(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t length = text_utf8_length(text + i, n - i);
        const char *instead = entity(text[i]);
        if (instead)
            strbuf_puts(out, instead);
        else if (!length || (length == 3 && is_no_character(text + i)))
            strbuf_puts(out, REPLACEMENT);
        else
            strbuf_add(out, text + i, length);
        i += length ? length : 1;
    }
}

void markup_escape_lines(strbuf *out, const char *text, size_t n)
{
    for (const char *end = text + n; text < end;) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        markup_escape(out, text, (size_t)((line ? line : end) - text));
        if (line)
            strbuf_putc(out, '\n');
        text = line ? line + 1 : end;
    }
}

void markup_puts(strbuf *out, const char *text)
{
    markup_escape(out, text, strlen(text));
}
