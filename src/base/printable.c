#include "base/printable.h"

#include <stdint.h>

enum { DELETE = 0x7f, LAST_C1 = 0x9f, SURROGATES = 0xd800, BEHIND_SURROGATES = 0xe000 };

static size_t length_by_first(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc2 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

size_t printable_length(const char *text, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*text;
    size_t length = length_by_first(first);
    if (!length || length > n)
        return 0;
    if (length == 1)
        return first == '\n' || first == '\t' || (first >= ' ' && first != DELETE);
    uint32_t code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    bool good = code >= least[length] && code > LAST_C1 && code <= 0x10ffff &&
                !(code >= SURROGATES && code < BEHIND_SURROGATES);
    return good ? length : 0;
}

void printable_put(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t length = printable_length(text + i, n - i);
        if (length)
            strbuf_add(out, text + i, length);
        else
            strbuf_printf(out, "\\x%02x", (unsigned char)text[i]);
        i += length ? length : 1;
    }
}

void printable_vprint(FILE *out, const char *format, va_list arguments)
{
    strbuf raw = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_vprintf(&raw, format, arguments);
    printable_put(&text, raw.text, raw.n);
    fwrite(text.text, 1, text.n, out);
    strbuf_free(&raw);
    strbuf_free(&text);
}

void printable_print(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printable_vprint(out, format, arguments);
    va_end(arguments);
}
