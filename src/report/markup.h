/* Text in HTML and SVG. */
#ifndef TANDEM_REPORT_MARKUP_H
#define TANDEM_REPORT_MARKUP_H

#include "base/strbuf.h"

/* Adds text in which characters that are markup stand for themselves; control characters other than
 * tabs become spaces. */
void markup_escape(strbuf *out, const char *text, size_t n);

#endif
