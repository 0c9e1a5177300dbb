/* A ranking with intervals: for each name its mean as a dot on the line from low to high, between 0 and 1. */
#ifndef TANDEM_REPORT_INTERVALS_H
#define TANDEM_REPORT_INTERVALS_H

#include <stdint.h>

#include "base/strbuf.h"

typedef struct interval {
    char *name;
    double mean, low, high;
    uint64_t pulls;
} interval;

/* Adds a whole SVG file to `out`. */
void intervals_draw(strbuf *out, const char *title, const interval *rows, size_t n);

#endif
