/* What the axes of all plots share: their looks, and where their lines are. */
#ifndef TANDEM_REPORT_AXIS_H
#define TANDEM_REPORT_AXIS_H

#define AXIS_GRID "stroke=\"#dcdcdc\" stroke-width=\"1\""
#define AXIS_GRID_FINE "stroke=\"#f1f1f1\" stroke-width=\"1\""
#define AXIS_LINE "stroke=\"#333\" stroke-width=\"1.2\""

/* 1, 2 or 5 times a power of ten, so that about `parts` of them cover `span`. */
double axis_step(double span, double parts);

#endif
