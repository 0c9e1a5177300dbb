#include "report/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "report/axis.h"
#include "report/svg.h"

enum { WIDTH = 600, HEIGHT = 320, LEFT = 72, TOP = 48, BOTTOM = 56, RIGHT = 160 };

typedef struct frame {
    double steps, low, high;
} frame;

static frame make_frame(const curve_plot *p)
{
    frame f = {1, 0, 0};
    for (size_t i = 0; i < p->n; i++) {
        f.steps = fmax(f.steps, (double)p->series[i].n);
        for (size_t k = 0; k < p->series[i].n; k++) {
            f.low = fmin(f.low, p->series[i].values[k]);
            f.high = fmax(f.high, p->series[i].values[k]);
        }
    }
    if (f.high <= f.low)
        f.high = f.low + 1;
    f.high += 0.05 * (f.high - f.low);
    return f;
}

static double place_x(const frame *f, double step)
{
    return LEFT + WIDTH * step / f->steps;
}

static double place_y(const frame *f, double value)
{
    return TOP + HEIGHT * (1 - (value - f->low) / (f->high - f->low));
}

static void draw_axes(strbuf *out, const frame *f, const curve_plot *p)
{
    char label[32];
    double end = p->span > 0 ? p->span : f->steps, step = axis_step(end, 8);
    step = p->span > 0 ? step : fmax(1, step);
    for (double number = 0; number <= end * (1 + 1e-9); number += step) {
        double x = place_x(f, f->steps * number / end);
        svg_line(out, x, TOP, x, TOP + HEIGHT, AXIS_GRID);
        snprintf(label, sizeof label, "%g", number);
        svg_text(out, x, TOP + HEIGHT + 18, label, "text-anchor=\"middle\"");
    }
    step = axis_step(f->high - f->low, 6);
    for (double y = ceil(f->low / step) * step; y <= f->high; y += step) {
        svg_line(out, LEFT, place_y(f, y), LEFT + WIDTH, place_y(f, y), AXIS_GRID);
        snprintf(label, sizeof label, "%g", fabs(y) < step / 2 ? 0 : y);
        svg_text(out, LEFT - 8, place_y(f, y) + 4, label, "text-anchor=\"end\"");
    }
    svg_line(out, LEFT, TOP, LEFT, TOP + HEIGHT, AXIS_LINE);
    svg_line(out, LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + HEIGHT, AXIS_LINE);
    svg_text(out, LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, p->x_axis, "text-anchor=\"middle\"");
    svg_text(out, 0, 0, p->y_axis,
             "text-anchor=\"middle\" transform=\"translate(18 208) rotate(-90)\"");
    svg_text(out, LEFT, TOP - 18, p->title, "font-size=\"15\" font-weight=\"bold\"");
}

static void draw_series(strbuf *out, const frame *f, const curve_series *s, unsigned i)
{
    enum { LEGEND_ROW = 22 };
    char style[80];
    svg_point *points = base_alloc((s->n + 1) * sizeof *points);
    for (size_t k = 0; k < s->n; k++)
        points[k] = (svg_point){place_x(f, (double)k + 1), place_y(f, s->values[k])};
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"1.8\"", svg_colour(i));
    if (s->n)
        svg_polyline(out, points, s->n, style);
    free(points);
    double y = TOP + 12 + LEGEND_ROW * (double)i;
    svg_line(out, LEFT + WIDTH + 16, y, LEFT + WIDTH + 40, y, style);
    svg_text(out, LEFT + WIDTH + 48, y + 4, s->name, "");
}

void curve_draw(strbuf *out, const curve_plot *plot)
{
    frame f = make_frame(plot);
    svg_open(out, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, plot->title);
    draw_axes(out, &f, plot);
    for (size_t i = 0; i < plot->n; i++)
        draw_series(out, &f, &plot->series[i], (unsigned)i);
    svg_close(out);
}
