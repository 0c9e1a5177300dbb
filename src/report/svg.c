#include "report/svg.h"

#include <string.h>

#include "report/markup.h"

void svg_open(strbuf *out, double width, double height, const char *title)
{
    strbuf_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.6g %.6g\" "
                  "width=\"%.6g\" height=\"%.6g\" role=\"img\" "
                  "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" "
                  "fill=\"#222\">\n<title>",
                  width, height, width, height);
    markup_puts(out, title);
    strbuf_puts(out, "</title>\n");
    svg_rectangle(out, 0, 0, width, height, "fill=\"#fff\"");
}

void svg_close(strbuf *out)
{
    strbuf_puts(out, "</svg>\n");
}

void svg_line(strbuf *out, double x1, double y1, double x2, double y2, const char *style)
{
    strbuf_printf(out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", x1, y1, x2,
                  y2, style);
}

void svg_rectangle(strbuf *out, double x, double y, double width, double height, const char *style)
{
    strbuf_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" %s/>\n", x, y,
                  width, height, style);
}

static void put_points(strbuf *out, const svg_point *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%.2f,%.2f", i ? " " : "", points[i].x, points[i].y);
}

void svg_polyline(strbuf *out, const svg_point *points, size_t n, const char *style)
{
    strbuf_puts(out, "<polyline points=\"");
    put_points(out, points, n);
    strbuf_printf(out, "\" fill=\"none\" stroke-linejoin=\"round\" %s/>\n", style);
}

static void put_polygon(strbuf *out, const svg_point *points, size_t n, const char *colour)
{
    strbuf_puts(out, "<polygon points=\"");
    put_points(out, points, n);
    strbuf_printf(out, "\" fill=\"%s\"/>\n", colour);
}

void svg_mark(strbuf *out, unsigned kind, double x, double y, double radius, const char *colour)
{
    double r = radius;
    switch (kind % SVG_MARKS) {
    case 0:
        strbuf_printf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\"/>\n", x, y, r,
                      colour);
        break;
    case 1:
        put_polygon(out,
                    (svg_point[]){{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}},
                    4, colour);
        break;
    case 2:
        put_polygon(out, (svg_point[]){{x, y - r}, {x + r, y + r}, {x - r, y + r}}, 3, colour);
        break;
    case 3:
        put_polygon(out, (svg_point[]){{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}}, 4, colour);
        break;
    default:
        strbuf_printf(out,
                      "<path d=\"M%.2f %.2fL%.2f %.2fM%.2f %.2fL%.2f %.2f\" stroke=\"%s\" "
                      "stroke-width=\"1.8\"/>\n",
                      x - r, y - r, x + r, y + r, x - r, y + r, x + r, y - r, colour);
    }
}

void svg_text(strbuf *out, double x, double y, const char *text, const char *style)
{
    strbuf_printf(out, "<text x=\"%.2f\" y=\"%.2f\" %s>", x, y, style);
    markup_puts(out, text);
    strbuf_puts(out, "</text>\n");
}

const char *svg_colour(unsigned i)
{
    /* After Okabe and Ito, darkened where they are too pale for a line on white. */
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#a3478a",
                                          "#8a6d00", "#3a9bd0", "#444444", "#b3123f"};
    return colours[i % (sizeof colours / sizeof *colours)];
}
