#include "report/intervals.h"

#include <inttypes.h>
#include <stdio.h>

#include "report/axis.h"
#include "report/svg.h"

enum { ROW = 22, TOP = 64, NAMES = 190, WIDTH = 380, RIGHT = 96, BOTTOM = 20, LONGEST = 28 };

static double place(double share)
{
    return NAMES + WIDTH * (share < 0 ? 0 : share > 1 ? 1 : share);
}

void intervals_draw(strbuf *out, const char *title, const interval *rows, size_t n)
{
    double end = TOP + (double)n * ROW;
    svg_open(out, NAMES + WIDTH + RIGHT, end + BOTTOM, title);
    svg_text(out, 12, 24, title, "font-size=\"15\" font-weight=\"bold\"");
    for (int i = 0; i <= 4; i++) {
        char label[16];
        snprintf(label, sizeof label, "%g", i / 4.0);
        svg_line(out, place(i / 4.0), TOP - 8, place(i / 4.0), end, AXIS_GRID);
        svg_text(out, place(i / 4.0), TOP - 14, label, "text-anchor=\"middle\"");
    }
    svg_text(out, NAMES + WIDTH + 14, TOP - 14, "pulls", "");
    for (size_t i = 0; i < n; i++) {
        double y = TOP + (double)i * ROW + ROW / 2.0;
        char name[LONGEST * 4 + 4], pulls[32], style[80];
        snprintf(name, sizeof name, "%.*s", LONGEST, rows[i].name);
        snprintf(pulls, sizeof pulls, "%" PRIu64, rows[i].pulls);
        snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"3\"", svg_colour(0));
        svg_text(out, NAMES - 12, y + 4, name, "text-anchor=\"end\"");
        svg_line(out, place(rows[i].low), y, place(rows[i].high), y, style);
        svg_mark(out, 0, place(rows[i].mean), y, 4.5, svg_colour(1));
        svg_text(out, NAMES + WIDTH + 14, y + 4, pulls, "");
    }
    svg_close(out);
}
