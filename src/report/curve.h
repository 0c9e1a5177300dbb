/* Curves: values over steps, both axes linear. */
#ifndef TANDEM_REPORT_CURVE_H
#define TANDEM_REPORT_CURVE_H

#include "base/strbuf.h"

typedef struct curve_series {
    const char *name;
    const double *values; /* after step 1, 2, … */
    size_t n;
} curve_series;

typedef struct curve_plot {
    const char *title, *x_axis, *y_axis;
    const curve_series *series;
    size_t n;
    double span; /* of all steps on the x axis; 0: their number */
} curve_plot;

/* Adds a whole SVG file to `out`. */
void curve_draw(strbuf *out, const curve_plot *plot);

#endif
