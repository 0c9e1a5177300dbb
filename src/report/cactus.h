/* Cactus plots: how many queries each solver solves within which time.
 *
 * Each solver's times are sorted; its curve goes through (k, time of its k-th fastest query), so
 * that further right and lower is better. The time axis is logarithmic. */
#ifndef TANDEM_REPORT_CACTUS_H
#define TANDEM_REPORT_CACTUS_H

#include "base/strbuf.h"

typedef struct cactus_series {
    const char *name;
    double *seconds; /* of the solved queries; sorted by cactus_draw */
    size_t n;
} cactus_series;

typedef struct cactus_plot {
    const char *title;
    double limit; /* seconds: drawn as a line; 0: none */
    size_t total; /* queries: drawn as a line */
    cactus_series *series;
    size_t n;
} cactus_plot;

/* Adds a whole SVG file to `out`. */
void cactus_draw(strbuf *out, cactus_plot *plot);

#endif
