/* Writing SVG: shapes and text in a coordinate system of pixels, y downwards.
 *
 *     svg_open(out, 640, 480, "what it shows");
 *     svg_line(out, 0, 0, 10, 10, "stroke=\"#888\"");
 *     svg_close(out);
 *
 * `style` is a list of attributes that goes into the element as it is; texts are escaped. The
 * picture carries everything that it needs, so that it can stand in a page or alone. */
#ifndef TANDEM_REPORT_SVG_H
#define TANDEM_REPORT_SVG_H

#include "base/strbuf.h"

typedef struct svg_point {
    double x, y;
} svg_point;

/* White ground; `title` is for readers that cannot see the picture. */
void svg_open(strbuf *out, double width, double height, const char *title);
void svg_close(strbuf *out);
void svg_line(strbuf *out, double x1, double y1, double x2, double y2, const char *style);
void svg_rectangle(strbuf *out, double x, double y, double width, double height, const char *style);
void svg_polyline(strbuf *out, const svg_point *points, size_t n, const char *style);
/* A small symbol around (x, y), different for each kind: circle, square, triangle, diamond, cross.
 */
enum { SVG_MARKS = 5 };
void svg_mark(strbuf *out, unsigned kind, double x, double y, double radius, const char *colour);
void svg_text(strbuf *out, double x, double y, const char *text, const char *style);
/* Colour i of a list that colour-blind readers can tell apart; it repeats. */
const char *svg_colour(unsigned i);

#endif
