/* Coverage as one HTML page: a table of the source files, and each file with its lines
 * coloured, and with the ways of branches that were taken. A file that cannot be read is in the table only. */
#ifndef TANDEM_REPORT_COVERAGE_PAGE_H
#define TANDEM_REPORT_COVERAGE_PAGE_H

#include "base/strbuf.h"
#include "explore/test/replay.h"

/* Adds the table and the sources, as a part of another page; `prefix` makes the names of its places different from
 * those of other parts. */
void coverage_part(strbuf *out, const replay_result *r, const char *prefix);
/* Adds the whole page to `out`; `title` is plain text. */
void coverage_page(strbuf *out, const char *title, const replay_result *r);

#endif
