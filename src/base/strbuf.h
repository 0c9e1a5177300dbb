/* A growing byte string, always terminated by a NUL that is not counted.
 *
 * Owned by whoever declares it; STRBUF_INIT is the empty one, `text` is never NULL. */
#ifndef TANDEM_BASE_STRBUF_H
#define TANDEM_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct strbuf {
    char *text;
    size_t n;
    size_t capacity; /* 0: `text` is the shared empty string */
} strbuf;

extern char strbuf_empty[1];
#define STRBUF_INIT {.text = strbuf_empty}

void strbuf_init(strbuf *b);
void strbuf_free(strbuf *b);
void strbuf_clear(strbuf *b);
/* Makes room for `extra` more bytes (and the NUL); returns the end, where they may be written. */
char *strbuf_reserve(strbuf *b, size_t extra);
static inline void strbuf_add(strbuf *b, const char *bytes, size_t n)
{
    char *end = b->n + n < b->capacity ? b->text + b->n : strbuf_reserve(b, n);
    if (n)
        memcpy(end, bytes, n);
    b->n += n;
    end[n] = '\0';
}
static inline void strbuf_puts(strbuf *b, const char *text)
{
    strbuf_add(b, text, strlen(text));
}
static inline void strbuf_putc(strbuf *b, char c)
{
    strbuf_add(b, &c, 1);
}
void strbuf_put_u64(strbuf *b, uint64_t number);
void strbuf_printf(strbuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(strbuf *b, const char *format, va_list arguments);
/* Hands the text to the caller, who frees it; the buffer is empty afterwards. */
char *strbuf_detach(strbuf *b);

#endif
