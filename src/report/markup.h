/* Text in HTML and SVG: the one place where names and sources become markup. */
#ifndef TANDEM_REPORT_MARKUP_H
#define TANDEM_REPORT_MARKUP_H

#include "base/strbuf.h"

/* Adds text in which characters that are markup stand for themselves, between tags and in attributes of
 * either quotes. Control characters other than tabs become spaces, and what is no character of XML
 * becomes U+FFFD: the result is well-formed whatever the text was. */
void markup_escape(strbuf *out, const char *text, size_t n);
/* The same, and line breaks stay: for <pre>. */
void markup_escape_lines(strbuf *out, const char *text, size_t n);
/* The first of a text that ends with a zero. */
void markup_puts(strbuf *out, const char *text);

#endif
