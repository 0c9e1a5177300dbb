#include "report/markup.h"

void markup_escape(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        switch (text[i]) {
        case '&':
            strbuf_puts(out, "&amp;");
            break;
        case '<':
            strbuf_puts(out, "&lt;");
            break;
        case '>':
            strbuf_puts(out, "&gt;");
            break;
        case '"':
            strbuf_puts(out, "&quot;");
            break;
        default:
            strbuf_putc(out, (unsigned char)text[i] < ' ' && text[i] != '\t' ? ' ' : text[i]);
        }
}
