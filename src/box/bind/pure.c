#include "box/bind/pure.h"

#include <stddef.h>
#include <string.h>

bool pure_function(const char *name)
{
    static const char *const names[] = {
#define PURE(function) #function,
#include "box/bind/pure.def"
#undef PURE
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}
