#include "report/axis.h"

#include <math.h>

double axis_step(double span, double parts)
{
    double raw = span / parts, power = pow(10, floor(log10(raw))), part = raw / power;
    return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
}
