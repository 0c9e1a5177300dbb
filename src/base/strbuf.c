#include "base/strbuf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

char strbuf_empty[1];

void strbuf_init(strbuf *b)
{
    *b = (strbuf)STRBUF_INIT;
}

void strbuf_free(strbuf *b)
{
    if (b->capacity)
        free(b->text);
    strbuf_init(b);
}

void strbuf_clear(strbuf *b)
{
    b->n = 0;
    if (b->capacity)
        b->text[0] = '\0';
}

char *strbuf_reserve(strbuf *b, size_t extra)
{
    size_t needed = b->n + extra + 1;
    if (needed > b->capacity) {
        size_t grown = b->capacity ? b->capacity * 2 : 64;
        if (grown < needed)
            grown = needed;
        b->text = base_realloc(b->capacity ? b->text : NULL, grown);
        b->capacity = grown;
        b->text[b->n] = '\0';
    }
    return b->text + b->n;
}

void strbuf_put_u64(strbuf *b, uint64_t number)
{
    char digits[20];
    size_t i = sizeof digits;
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    strbuf_add(b, digits + i, sizeof digits - i);
}

void strbuf_vprintf(strbuf *b, const char *format, va_list arguments)
{
    assert(format);
    va_list again;
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    if (n > 0) {
        vsnprintf(strbuf_reserve(b, (size_t)n), (size_t)n + 1, format, again);
        b->n += (size_t)n;
    }
    va_end(again);
}

void strbuf_printf(strbuf *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(b, format, arguments);
    va_end(arguments);
}

char *strbuf_detach(strbuf *b)
{
    strbuf_reserve(b, 0);
    char *text = b->text;
    strbuf_init(b);
    return text;
}
