/* Runs of any jobs as one page (page.h): for each what was run, what came of it, findings, plots, sources; or
 * two runs side by side. */
#ifndef TANDEM_REPORT_RUN_PAGE_H
#define TANDEM_REPORT_RUN_PAGE_H

#include "report/run.h"

/* Adds the whole page to `out`. `compare`: what differs between the first and the others comes before the runs. */
void report_page(strbuf *out, report_run *runs, size_t n, bool compare);

/* bench_part.c: tables and plots of rows. */
void report_bench_part(strbuf *out, results_rows *rows);
/* The rows of two runs, as if they were those of solvers of their own. */
void report_bench_compare(strbuf *out, const report_run *runs, size_t n);

#endif
