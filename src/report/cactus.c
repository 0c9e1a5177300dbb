#include "report/cactus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "report/axis.h"
#include "report/svg.h"

#define BOUND "stroke=\"#999\" stroke-width=\"1.2\" stroke-dasharray=\"5 4\""

enum {
    PLOT_WIDTH = 600,
    PLOT_HEIGHT = 400,
    LEFT = 72,
    TOP = 48,
    BOTTOM = 56,
    LEGEND_GAP = 20,
    LEGEND_ROW = 22,
    LETTER = 7, /* about the width of one */
    MARKS_PER_CURVE = 12
};

/* Where values lie in the picture. */
typedef struct frame {
    double x_end;        /* queries at the right edge */
    double low, decades; /* log10 of the lower edge, and how many to the upper one */
} frame;

static double place_x(const frame *f, double queries)
{
    return LEFT + PLOT_WIDTH * queries / f->x_end;
}

static double place_y(const frame *f, double seconds)
{
    double above = (log10(seconds) - f->low) / f->decades;
    above = above < 0 || !(seconds > 0) ? 0 : above;
    return TOP + PLOT_HEIGHT * (1 - above);
}

static int compare_seconds(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static frame make_frame(const cactus_plot *p)
{
    double least = INFINITY, most = p->limit;
    size_t longest = p->total;
    for (size_t i = 0; i < p->n; i++) {
        const cactus_series *s = &p->series[i];
        longest = s->n > longest ? s->n : longest;
        if (!s->n)
            continue;
        least = s->seconds[0] < least ? s->seconds[0] : least;
        most = s->seconds[s->n - 1] > most ? s->seconds[s->n - 1] : most;
    }
    least = least < 0.001 ? 0.001 : isinf(least) ? 0.01 : least;
    most = most < 10 * least ? 10 * least : most;
    frame f = {.x_end = longest ? (double)longest * 1.03 : 1, .low = floor(log10(least))};
    f.decades = log10(most * 1.25) - f.low;
    return f;
}

static void draw_time_axis(strbuf *out, const frame *f)
{
    for (int decade = (int)f->low; decade <= (int)ceil(f->low + f->decades); decade++) {
        for (int digit = 1; digit <= 9; digit++) {
            double seconds = digit * pow(10, decade);
            if (log10(seconds) > f->low + f->decades + 1e-9)
                break;
            double y = place_y(f, seconds);
            svg_line(out, LEFT, y, LEFT + PLOT_WIDTH, y, digit == 1 ? AXIS_GRID : AXIS_GRID_FINE);
            if (digit != 1)
                continue;
            char label[32];
            snprintf(label, sizeof label, "%g s", seconds);
            svg_text(out, LEFT - 8, y + 4, label, "text-anchor=\"end\"");
        }
    }
    svg_text(out, 0, 0, "wall time for one query",
             "text-anchor=\"middle\" transform=\"translate(18 248) rotate(-90)\"");
}

static void draw_query_axis(strbuf *out, const frame *f)
{
    double step = fmax(1, axis_step(f->x_end, 8));
    for (double k = 0; k <= f->x_end; k += step) {
        double x = place_x(f, k);
        svg_line(out, x, TOP, x, TOP + PLOT_HEIGHT, AXIS_GRID);
        char label[32];
        snprintf(label, sizeof label, "%g", k);
        svg_text(out, x, TOP + PLOT_HEIGHT + 18, label, "text-anchor=\"middle\"");
    }
    svg_text(out, LEFT + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 42, "queries solved",
             "text-anchor=\"middle\"");
}

static void draw_bounds(strbuf *out, const frame *f, const cactus_plot *p)
{
    if (p->limit > 0) {
        double y = place_y(f, p->limit);
        svg_line(out, LEFT, y, LEFT + PLOT_WIDTH, y, BOUND);
        char label[48];
        snprintf(label, sizeof label, "limit %g s", p->limit);
        svg_text(out, LEFT + 8, y - 6, label, "fill=\"#666\" font-size=\"11\"");
    }
    if (p->total) {
        double x = place_x(f, (double)p->total);
        svg_line(out, x, TOP, x, TOP + PLOT_HEIGHT, BOUND);
        char label[48];
        snprintf(label, sizeof label, "all %zu", p->total);
        svg_text(out, x, TOP - 6, label, "fill=\"#666\" font-size=\"11\" text-anchor=\"middle\"");
    }
}

static void draw_curve(strbuf *out, const frame *f, const cactus_series *s, unsigned i)
{
    if (!s->n)
        return;
    svg_point *points = base_alloc(s->n * sizeof *points);
    for (size_t k = 0; k < s->n; k++)
        points[k] = (svg_point){place_x(f, (double)k + 1), place_y(f, s->seconds[k])};
    char style[80];
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"1.8\"", svg_colour(i));
    svg_polyline(out, points, s->n, style);
    size_t every = 1 + (s->n - 1) / MARKS_PER_CURVE;
    for (size_t k = s->n - 1;; k -= every) { /* the last point always has its mark */
        svg_mark(out, i, points[k].x, points[k].y, 3.4, svg_colour(i));
        if (k < every)
            break;
    }
    free(points);
}

/* The number of letters, not of bytes. */
static size_t letters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* Best first; equal ones in the given order. */
static void rank(const cactus_plot *p, size_t *order)
{
    for (size_t i = 0; i < p->n; i++) {
        size_t at = i;
        for (; at > 0 && p->series[order[at - 1]].n < p->series[i].n; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void draw_legend(strbuf *out, const cactus_plot *p)
{
    size_t *order = base_alloc((p->n + 1) * sizeof *order);
    rank(p, order);
    double x = LEFT + PLOT_WIDTH + LEGEND_GAP, y = TOP + 10;
    for (size_t i = 0; i < p->n; i++, y += LEGEND_ROW) {
        const cactus_series *s = &p->series[order[i]];
        unsigned kind = (unsigned)order[i];
        char style[80], label[256];
        snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"1.8\"", svg_colour(kind));
        svg_line(out, x, y, x + 24, y, style);
        svg_mark(out, kind, x + 12, y, 3.4, svg_colour(kind));
        snprintf(label, sizeof label, "%s: %zu", s->name, s->n);
        svg_text(out, x + 32, y + 4, label, "");
    }
    free(order);
}

void cactus_draw(strbuf *out, cactus_plot *p)
{
    size_t widest = 8;
    for (size_t i = 0; i < p->n; i++) {
        cactus_series *s = &p->series[i];
        if (s->n)
            qsort(s->seconds, s->n, sizeof *s->seconds, compare_seconds);
        widest = letters(s->name) > widest ? letters(s->name) : widest;
    }
    frame f = make_frame(p);
    double width = LEFT + PLOT_WIDTH + LEGEND_GAP + 40 + (double)(widest + 6) * LETTER;
    double height = TOP + PLOT_HEIGHT + BOTTOM;
    double needed = TOP + 20 + (double)p->n * LEGEND_ROW;
    svg_open(out, width, height > needed ? height : needed, p->title);
    svg_text(out, LEFT, 24, p->title, "font-size=\"15\" font-weight=\"bold\"");
    draw_time_axis(out, &f);
    draw_query_axis(out, &f);
    draw_bounds(out, &f, p);
    for (size_t i = 0; i < p->n; i++)
        draw_curve(out, &f, &p->series[i], (unsigned)i);
    svg_line(out, LEFT, TOP, LEFT, TOP + PLOT_HEIGHT, AXIS_LINE);
    svg_line(out, LEFT, TOP + PLOT_HEIGHT, LEFT + PLOT_WIDTH, TOP + PLOT_HEIGHT, AXIS_LINE);
    draw_legend(out, p);
    svg_close(out);
}
