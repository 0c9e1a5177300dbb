/* Models of those functions of libm that are operators of the theory of floating point. */
#include "runtime/models/models.h"

#include "runtime/core/expr.h"

#include <errno.h>
#include <string.h>

static bool is_number(const tandem_call *c)
{
    uint32_t width = c->n && c->expr[0] ? tandem_at(c->expr[0])->width : 0;
    return width == 32 || width == 64;
}

static tandem_expr unary(const tandem_call *c, uint32_t op, uint32_t detail)
{
    return tandem_intern(op, tandem_at(c->expr[0])->width, c->expr[0], detail, 0);
}

bool tandem_model_magnitude(tandem_call *c)
{
    if (!is_number(c))
        return false;
    c->answer = unary(c, TANDEM_FABS, 0);
    return true;
}

bool tandem_model_root(tandem_call *c)
{
    if (!is_number(c))
        return false;
    uint32_t width = tandem_at(c->expr[0])->width;
    c->answer = unary(c, TANDEM_FSQRT, 0);
    c->error_when = tandem_build(TANDEM_FOLT, width, c->expr[0], tandem_const(width, 0));
    c->error_number = EDOM;
    return true;
}

bool tandem_model_rounding(tandem_call *c)
{
    static const struct {
        const char *prefix;
        tandem_rounding how;
    } kinds[] = {{"floor", TANDEM_DOWN},        {"ceil", TANDEM_UP},    {"trunc", TANDEM_TO_ZERO},
                 {"roundeven", TANDEM_TO_EVEN}, {"round", TANDEM_AWAY}, {"rint", TANDEM_TO_EVEN},
                 {"nearbyint", TANDEM_TO_EVEN}};
    size_t i = 0;
    while (i < sizeof(kinds) / sizeof(*kinds) &&
           strncmp(c->name, kinds[i].prefix, strlen(kinds[i].prefix)) != 0)
        i++;
    if (!is_number(c) || i == sizeof(kinds) / sizeof(*kinds))
        return false;
    c->answer = unary(c, TANDEM_FROUND, kinds[i].how);
    return true;
}
