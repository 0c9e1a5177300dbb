#include "runtime/calls/functions.h"

#include "runtime/boxes/choices.h"
#include "runtime/boxes/classify.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const tandem_known table[] = {
#define tandem_before_0 NULL
#define tandem_after_0 NULL
#define FUNCTION(name, before, after) \
    {#name, tandem_before_##before, tandem_after_##after, NULL, TANDEM_ORIGIN_NONE, NULL},
#include "runtime/calls/functions.def"
#undef FUNCTION
#define BOX(name, signature) \
    {#name, tandem_before_box, tandem_after_box, signature, TANDEM_ORIGIN_TABLE, NULL},
#include "runtime/boxes/boxes.def"
#undef BOX
};

enum { NAMES = 4096, CACHE = 1024, MAX_USERS = 1024, N_TABLE = sizeof(table) / sizeof(*table) };
static uint32_t n_users;
static const tandem_known *names[NAMES]; /* open hash */
_Static_assert(N_TABLE + MAX_USERS < NAMES / 2, "the hash table is too small");

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

/* A function of the user's, which may be one of the table too. */
static void add_box(const char *name, const char *signature)
{
    tandem_known *k = n_users < MAX_USERS ? tandem_alloc(sizeof(*k)) : NULL;
    if (!k)
        return;
    *k = (tandem_known){name,      tandem_before_box,  tandem_after_box,
                        signature, TANDEM_ORIGIN_USER, NULL};
    *slot(name) = k;
    n_users++;
}

void tandem_functions_start(void)
{
    for (size_t i = 0; i < N_TABLE; i++)
        *slot(table[i].name) = &table[i];
    const char *path = getenv("TANDEM_SIGNATURES");
    if (path)
        tandem_choices_read(path, add_box);
}

static const tandem_known *look_up(const void *function, const char *name)
{
    Dl_info info;
    if (!name && dladdr(function, &info) && info.dli_saddr == function)
        name = info.dli_sname;
    if (!name)
        return NULL;
    const tandem_known *known = *slot(name);
    return known ? known : tandem_prototyped(name);
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
