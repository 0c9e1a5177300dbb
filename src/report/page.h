/* The frame of all HTML pages: one file without scripts that fetches nothing, for phones and desks, light and
 * dark, screen and paper. What stands in it is made with markup.h; should a text of others become markup after
 * all, the policy in the head keeps it from doing or fetching anything. */
#ifndef TANDEM_REPORT_PAGE_H
#define TANDEM_REPORT_PAGE_H

#include <stdbool.h>

#include "base/strbuf.h"

/* `title` is plain text; it is the heading, too. */
void page_open(strbuf *out, const char *title);
void page_close(strbuf *out);
/* A picture of report/svg.h; `draw` adds it. Wide ones scroll by themselves. */
void page_open_figure(strbuf *out);
void page_close_figure(strbuf *out);
/* A text as it is, in lines; in the colours of SMT-LIB if it is that. */
void page_put_text(strbuf *out, const char *text, bool smt);
/* A part that is opened by a click; its title is plain text. */
void page_open_details(strbuf *out, const char *title, bool open);
void page_close_details(strbuf *out);

#endif
