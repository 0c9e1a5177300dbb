/* Scatter plots: a point for each query, the time of one solver against that of another, both axes
 * logarithmic. What was not solved lies on the line behind the limit. */
#ifndef TANDEM_REPORT_SCATTER_H
#define TANDEM_REPORT_SCATTER_H

#include "base/strbuf.h"

typedef struct scatter_point {
    double x, y; /* seconds; negative: not solved */
} scatter_point;

typedef struct scatter_plot {
    const char *title, *x_axis, *y_axis;
    double limit; /* seconds */
    const scatter_point *points;
    size_t n;
} scatter_plot;

/* Adds a whole SVG file to `out`. */
void scatter_draw(strbuf *out, const scatter_plot *plot);

#endif
