"""Tables as Markdown and plots as SVG, from lists of numbers."""
import html, math

COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#805ad5", "#b83280", "#4a5568")
WIDTH, HEIGHT, LEFT, TOP, PLOT_W, PLOT_H = 640, 400, 60, 20, 420, 320


def cell(value):
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(cell(c) for c in row) + " |" for row in rows])


def nice(top):
    """A round number that is at least `top`."""
    if top <= 0:
        return 1
    unit = 10 ** math.floor(math.log10(top))
    return next(k * unit for k in (1, 2, 5, 10) if k * unit >= top)


def frame(x_name, y_name, x_top, y_top):
    bottom = TOP + PLOT_H
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for i in range(6):
        x, y = LEFT + PLOT_W * i / 5, bottom - PLOT_H * i / 5
        parts.append(f'<path d="M{LEFT} {y}H{LEFT + PLOT_W}" stroke="#e2e8f0"/>'
                     f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{y_top * i / 5:g}</text>'
                     f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{x_top * i / 5:g}</text>')
    parts.append(f'<text x="{LEFT + PLOT_W / 2}" y="{bottom + 36}" text-anchor="middle">{html.escape(x_name)}</text>'
                 f'<text transform="rotate(-90 14 {TOP + PLOT_H / 2})" x="14" y="{TOP + PLOT_H / 2}" '
                 f'text-anchor="middle">{html.escape(y_name)}</text>')
    return parts


def legend(parts, names):
    for i, name in enumerate(names):
        y = TOP + 12 + 18 * i
        parts.append(f'<rect x="{LEFT + PLOT_W + 14}" y="{y - 9}" width="10" height="10" fill="{COLOURS[i % 6]}"/>'
                     f'<text x="{LEFT + PLOT_W + 30}" y="{y}">{html.escape(name)}</text>')


def cactus(path, series, x_name, y_name):
    """series: name and the values of what was solved; the n-th smallest is drawn at n."""
    x_top = nice(max([len(v) for _, v in series] + [1]))
    y_top = nice(max([max(v, default=0) for _, v in series] + [0]))
    parts = frame(x_name, y_name, x_top, y_top)
    for i, (_, values) in enumerate(series):
        points = " ".join(f"{LEFT + PLOT_W * (n + 1) / x_top:.1f},{TOP + PLOT_H - PLOT_H * v / y_top:.1f}"
                          for n, v in enumerate(sorted(values)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i % 6]}" stroke-width="2"/>')
    legend(parts, [name for name, _ in series])
    path.write_text("".join(parts) + "</svg>\n")


def scatter(path, points, x_name, y_name, top=None, diagonal=True):
    """points: (x, y, what it is)."""
    x_top = top or nice(max([p[0] for p in points] + [0]))
    y_top = top or nice(max([p[1] for p in points] + [0]))
    parts = frame(x_name, y_name, x_top, y_top)
    if diagonal:
        parts.append(f'<path d="M{LEFT} {TOP + PLOT_H}L{LEFT + PLOT_W} {TOP}" stroke="#a0aec0"/>')
    for x, y, what in points:
        parts.append(f'<circle cx="{LEFT + PLOT_W * max(x, 0) / x_top:.1f}" '
                     f'cy="{TOP + PLOT_H - PLOT_H * max(y, 0) / y_top:.1f}" r="4" fill="{COLOURS[0]}" '
                     f'fill-opacity="0.7"><title>{html.escape(what)}</title></circle>')
    path.write_text("".join(parts) + "</svg>\n")
