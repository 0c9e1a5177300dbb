/* Small questions about texts that end with a zero, and lists of such texts; texts from elsewhere for a terminal. */
#ifndef TANDEM_BASE_TEXT_H
#define TANDEM_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"

/* Texts that belong to the list. */
typedef VEC(char *) text_list;

/* Frees the texts and leaves an empty list. */
void text_list_free(text_list *list);

/* Bytes of the UTF-8 sequence at `text`, of which there are n > 0; 0 if it is none (overlong, a surrogate,
 * cut off). */
size_t text_utf8_length(const char *text, size_t n);

static inline bool text_begins(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

/* The first n bytes of `text`, which needs no end, end with `end`. */
static inline bool text_ends_n(const char *text, size_t n, const char *end)
{
    size_t k = strlen(end);
    return n >= k && !memcmp(text + n - k, end, k);
}

static inline bool text_ends(const char *text, const char *end)
{
    return text_ends_n(text, strlen(text), end);
}

/* Whether the pattern fits the whole text: * stands for any text, ? for any character; nothing else
 * is special. */
bool text_matches(const char *pattern, const char *text);

/* ---- Text from elsewhere: names of files and symbols, what solvers and programs say -------------- */

/* Bytes of the UTF-8 character at `text`, of which there are n > 0; 0: it is none, or a control character, which a
 * terminal would obey, other than a tab or a line feed. */
size_t text_printable_length(const char *text, size_t n);
/* Appends the bytes; what has no printable length as \xNN. */
void text_put_printable(strbuf *out, const char *text, size_t n);
/* fprintf of that. */
void text_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprint(FILE *out, const char *format, va_list arguments);
/* What programs read, such as scripts: as it is, except where `out` is a terminal, which would obey it. */
void text_write(FILE *out, const char *text, size_t n);

#endif
