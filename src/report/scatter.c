#include "report/scatter.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "report/axis.h"
#include "report/svg.h"

enum { SIDE = 380, LEFT = 74, TOP = 46, BEHIND = 26, BOTTOM = 58, RIGHT = 18 };

typedef struct frame {
    double low, decades; /* log10 of the lower end, and how many to the limit */
} frame;

/* From the lower left corner: 0 … SIDE, and behind that what was not solved. */
static double place(const frame *f, double seconds)
{
    double part = seconds < 0 ? 1 : (log10(seconds) - f->low) / f->decades;
    part = part < 0 || seconds == 0 ? 0 : part > 1 ? 1 : part;
    return SIDE * part + (seconds < 0 ? BEHIND / 2.0 + 3 : 0);
}

static frame make_frame(const scatter_plot *p)
{
    double least = 1;
    for (size_t i = 0; i < p->n; i++) {
        if (p->points[i].x > 0)
            least = fmin(least, p->points[i].x);
        if (p->points[i].y > 0)
            least = fmin(least, p->points[i].y);
    }
    frame f = {.low = floor(log10(fmax(least, 0.001)))};
    f.decades = fmax(log10(fmax(p->limit, 0.01)) - f.low, 1);
    return f;
}

static void draw_axes(strbuf *out, const frame *f)
{
    for (int decade = (int)f->low; decade <= f->low + f->decades + 1e-9; decade++) {
        char label[32];
        double seconds = pow(10, decade), at = place(f, seconds);
        snprintf(label, sizeof label, "%g s", seconds);
        svg_line(out, LEFT + at, TOP, LEFT + at, TOP + BEHIND + SIDE, AXIS_GRID);
        svg_line(out, LEFT, TOP + BEHIND + SIDE - at, LEFT + SIDE + BEHIND,
                 TOP + BEHIND + SIDE - at, AXIS_GRID);
        svg_text(out, LEFT + at, TOP + BEHIND + SIDE + 18, label, "text-anchor=\"middle\"");
        svg_text(out, LEFT - 8, TOP + BEHIND + SIDE - at + 4, label, "text-anchor=\"end\"");
    }
    const char *dashed = "stroke=\"#999\" stroke-width=\"1.2\" stroke-dasharray=\"5 4\"";
    svg_line(out, LEFT + SIDE, TOP, LEFT + SIDE, TOP + BEHIND + SIDE, dashed);
    svg_line(out, LEFT, TOP + BEHIND, LEFT + SIDE + BEHIND, TOP + BEHIND, dashed);
    svg_line(out, LEFT, TOP + BEHIND + SIDE, LEFT + SIDE, TOP + BEHIND, AXIS_LINE);
    svg_line(out, LEFT, TOP, LEFT, TOP + BEHIND + SIDE, AXIS_LINE);
    svg_line(out, LEFT, TOP + BEHIND + SIDE, LEFT + SIDE + BEHIND, TOP + BEHIND + SIDE, AXIS_LINE);
}

void scatter_draw(strbuf *out, const scatter_plot *p)
{
    frame f = make_frame(p);
    svg_open(out, LEFT + SIDE + BEHIND + RIGHT, TOP + BEHIND + SIDE + BOTTOM, p->title);
    svg_text(out, LEFT, 24, p->title, "font-size=\"15\" font-weight=\"bold\"");
    draw_axes(out, &f);
    for (size_t i = 0; i < p->n; i++) {
        scatter_point point = p->points[i];
        bool lost = point.x < 0 || point.y < 0;
        svg_mark(out, lost ? 4 : 0, LEFT + place(&f, point.x),
                 TOP + BEHIND + SIDE - place(&f, point.y), 3, svg_colour(lost ? 1 : 0));
    }
    svg_text(out, LEFT + SIDE / 2.0, TOP + BEHIND + SIDE + 42, p->x_axis, "text-anchor=\"middle\"");
    char turn[96];
    snprintf(turn, sizeof turn, "text-anchor=\"middle\" transform=\"translate(18 %d) rotate(-90)\"",
             TOP + BEHIND + SIDE / 2);
    svg_text(out, 0, 0, p->y_axis, turn);
    svg_close(out);
}
