/* What `tandem explore` says at its end. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_REPORT_H
#define TANDEM_CLI_EXPLORE_EXPLORE_REPORT_H

#include "explore/search/explore.h"
#include "explore/test/output.h"

/* `c`: with which seed, and in which jail. */
void explore_report_text(const explore_progress *p, const explore_config *c, strbuf *out);
void explore_report_json(const explore_progress *p, const explore_config *c,
                         const limit_set *limits, const explore_output *folder, strbuf *out);
/* One line for each finding in the folder, the first of its `what`. */
void explore_report_findings(const explore_output *folder, strbuf *out);
/* Why there are no tests, where that needs a word; NULL. */
const char *explore_report_hint(const explore_progress *p);

#endif
