#include "runtime/functions.h"

#include <dlfcn.h>
#include <string.h>

static const tandem_known table[] = {
#define tandem_before_0 NULL
#define tandem_after_0 NULL
#define FUNCTION(name, before, after) {#name, tandem_before_##before, tandem_after_##after, NULL},
#include "runtime/functions.def"
#undef FUNCTION
};

enum { NAMES = 2048, CACHE = 1024, N_TABLE = sizeof(table) / sizeof(*table) };
static const tandem_known *names[NAMES]; /* open hash */
_Static_assert(N_TABLE < NAMES / 2, "the hash table is too small");

/* Calls come from few places: what a function is, by its address and name. */
static struct {
    const void *function;
    const char *name;
    const tandem_known *known;
} cache[CACHE];

static size_t hash(const char *s)
{
    size_t h = 5381;
    while (*s)
        h = h * 33 + (uint8_t)*s++;
    return h % NAMES;
}

static const tandem_known **slot(const char *name)
{
    size_t i = hash(name);
    while (names[i] && strcmp(names[i]->name, name) != 0)
        i = (i + 1) % NAMES;
    return &names[i];
}

void tandem_functions_start(void)
{
    for (size_t i = 0; i < N_TABLE; i++)
        *slot(table[i].name) = &table[i];
}

static const tandem_known *look_up(const void *function, const char *name)
{
    Dl_info info;
    if (!name && dladdr(function, &info) && info.dli_saddr == function)
        name = info.dli_sname;
    return name ? *slot(name) : NULL;
}

const tandem_known *tandem_known_function(const void *function, const char *name)
{
    size_t i = ((uintptr_t)function ^ (uintptr_t)function >> 11 ^ (uintptr_t)name) / 4 % CACHE;
    if (!cache[i].function || cache[i].function != function || cache[i].name != name) {
        cache[i].function = function;
        cache[i].name = name;
        cache[i].known = look_up(function, name);
    }
    return cache[i].known;
}
