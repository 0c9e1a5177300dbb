#include "store/libpq.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

bool libpq_load(libpq *l)
{
    static const struct {
        const char *name;
        size_t place;
    } functions[] = {
#define PQ(name) {"PQ" #name, offsetof(libpq, name)},
#include "store/libpq.def"
#undef PQ
    };
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library, functions[i].name);
        if (!symbol)
            return false;
        memcpy((char *)l + functions[i].place, &symbol, sizeof symbol);
    }
    return true;
}
