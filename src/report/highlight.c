#include "report/highlight.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "report/markup.h"

static void put(strbuf *out, const char *class, const char *text, size_t n)
{
    if (class)
        strbuf_printf(out, "<span class=\"%s\">", class);
    markup_escape_lines(out, text, n);
    if (class)
        strbuf_puts(out, "</span>");
}

/* Up to and with the closing quote, of which two in a row are one character of it. */
static size_t quoted(const char *text)
{
    size_t n = 1;
    for (char quote = *text; text[n]; n++)
        if (text[n] == quote && (quote != '"' || text[n + 1] != quote))
            return n + 1;
        else if (text[n] == quote)
            n++;
    return n;
}

static size_t word(const char *text)
{
    size_t n = strcspn(text, " \t\r\n();\"|");
    return n ? n : 1;
}

void highlight_smt(strbuf *out, const char *text)
{
    size_t depth = 0;
    bool first = false; /* the next word is what is applied */
    for (size_t n; *text; text += n) {
        const char *class = NULL;
        n = 1;
        if (*text == ';') {
            n = strcspn(text, "\n");
            class = "c";
        } else if (*text == '"') {
            n = quoted(text);
            class = "s";
        } else if (*text == '|') {
            n = quoted(text);
            class = first ? "f" : NULL;
            first = false;
        } else if (*text == '(') {
            depth++;
            first = true;
            put(out, NULL, text, 1);
            continue;
        } else if (*text == ')') {
            depth -= depth > 0;
            first = false;
        } else if (!isspace((unsigned char)*text)) {
            n = word(text);
            class = *text == ':' || (first && depth == 1)           ? "k"
                    : first                                         ? "f"
                    : *text == '#' || isdigit((unsigned char)*text) ? "n"
                                                                    : NULL;
            first = false;
        }
        put(out, class, text, n);
    }
}
