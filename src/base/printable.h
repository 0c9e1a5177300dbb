/* Text from elsewhere (names of files and symbols, what solvers and programs say) for a terminal or
 * a message: control characters, which a terminal would obey, are written out. */
#ifndef TANDEM_BASE_PRINTABLE_H
#define TANDEM_BASE_PRINTABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"

/* Appends the bytes: letters of UTF-8, tabs and line feeds as they are, control characters (also
 * those of UTF-8) and what is no UTF-8 as \xNN. */
void printable_put(strbuf *out, const char *text, size_t n);
/* How many bytes of UTF-8 the character at `text` has, of `n`; 0: a terminal would obey it, or it is
 * none. */
size_t printable_length(const char *text, size_t n);
/* fprintf of what is printable. */
void printable_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void printable_vprint(FILE *out, const char *format, va_list arguments);

#endif
