#include "solver/variations.h"

#include <string.h>

static const struct variation {
    const char *solver, *options;
} table[] = {
#define VARIATION(solver, options) {solver, options},
#include "solver/variations.def"
#undef VARIATION
};
enum { COUNT = sizeof table / sizeof *table };

size_t variation_count(const char *solver)
{
    size_t n = 0;
    for (size_t k = 0; k < COUNT; k++)
        n += !strcmp(table[k].solver, solver);
    return n;
}

const char *variation_at(const char *solver, size_t i)
{
    for (size_t k = 0; k < COUNT; k++)
        if (!strcmp(table[k].solver, solver) && !i--)
            return table[k].options;
    return NULL;
}
