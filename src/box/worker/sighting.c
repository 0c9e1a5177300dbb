#include "box/worker/sighting.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "box/bind/imports.h"

enum { OTHERS = 16 };

/* What boxes compare with is in their libraries, most often. The rest changes with every input, and
 * counts when it is seen once more. One process is one worker. */
static struct {
    const box_libraries *libraries;
    box_sightings *to;           /* NULL: nothing is noted */
    box_sighting others[OTHERS]; /* seen once, the newest instead of the oldest */
    uint32_t next;
} here;

static bool is_constant(const void *p)
{
    return libraries_hold(here.libraries, (uintptr_t)p);
}

static bool is_in(const box_sighting *list, uint32_t n, const void *bytes, size_t size)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].n == size && !memcmp(list[i].bytes, bytes, size))
            return true;
    return false;
}

static void put(box_sighting *s, const void *bytes, size_t n)
{
    s->n = (uint8_t)n;
    memcpy(s->bytes, bytes, n);
}

void sighting_note(const void *bytes, size_t n)
{
    box_sightings *to = here.to;
    uint32_t seen = to ? to->n : BOX_SIGHTINGS;
    if (!n || n > BOX_SIGHTING_BYTES || seen >= BOX_SIGHTINGS || is_in(to->at, seen, bytes, n))
        return;
    put(&to->at[seen], bytes, n);
    to->n = seen + 1;
}

static void note(const void *bytes, size_t n)
{
    if (n && n <= BOX_SIGHTING_BYTES && !is_constant(bytes) &&
        !is_in(here.to->at, here.to->n, bytes, n) && !is_in(here.others, OTHERS, bytes, n))
        put(&here.others[here.next++ % OTHERS], bytes, n);
    else
        sighting_note(bytes, n);
}

static void note_text(const char *text, size_t most)
{
    note(text, strnlen(text, most < BOX_SIGHTING_BYTES ? most : BOX_SIGHTING_BYTES));
}

/* What is compared with a constant is the input, most often, and no word for it. */
static void note_both(const void *x, const void *y, size_t n)
{
    bool one = is_constant(x), other = is_constant(y);
    if (one || !other)
        note(x, n);
    if (other || !one)
        note(y, n);
}

static void note_texts(const char *x, const char *y, size_t most)
{
    bool one = is_constant(x), other = is_constant(y);
    if (one || !other)
        note_text(x, most);
    if (other || !one)
        note_text(y, most);
}

static int seen_memcmp(const void *x, const void *y, size_t n)
{
    int result = memcmp(x, y, n);
    if (result)
        note_both(y, x, n);
    return result;
}

static int seen_strcmp(const char *x, const char *y)
{
    int result = strcmp(x, y);
    if (result)
        note_texts(y, x, SIZE_MAX);
    return result;
}

static int seen_strncmp(const char *x, const char *y, size_t n)
{
    int result = strncmp(x, y, n);
    if (result)
        note_texts(y, x, n);
    return result;
}

static int seen_strcasecmp(const char *x, const char *y)
{
    int result = strcasecmp(x, y);
    if (result)
        note_texts(y, x, SIZE_MAX);
    return result;
}

static int seen_strncasecmp(const char *x, const char *y, size_t n)
{
    int result = strncasecmp(x, y, n);
    if (result)
        note_texts(y, x, n);
    return result;
}

static char *seen_strstr(const char *x, const char *y)
{
    char *result = strstr(x, y);
    if (!result)
        note_text(y, SIZE_MAX);
    return result;
}

static char *seen_strcasestr(const char *x, const char *y)
{
    char *result = strcasestr(x, y);
    if (!result)
        note_text(y, SIZE_MAX);
    return result;
}

static void *seen_memmem(const void *x, size_t n, const void *y, size_t m)
{
    void *result = memmem(x, n, y, m);
    if (!result)
        note(y, m);
    return result;
}

static const struct {
    const char *name;
    void *function;
} observers[] = {{"memcmp", (void *)seen_memcmp},         {"bcmp", (void *)seen_memcmp},
                 {"strcmp", (void *)seen_strcmp},         {"strncmp", (void *)seen_strncmp},
                 {"strcasecmp", (void *)seen_strcasecmp}, {"strncasecmp", (void *)seen_strncasecmp},
                 {"strstr", (void *)seen_strstr},         {"strcasestr", (void *)seen_strcasestr},
                 {"memmem", (void *)seen_memmem}};

/* Slots may be write-protected since the linker has filled them. */
static void observe(void *context, const char *name, void **slot)
{
    (void)context;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)slot & ~(page - 1)); /* NOLINT: the page */
    for (size_t i = 0; i < sizeof observers / sizeof *observers; i++)
        if (!strcmp(name, observers[i].name) && !mprotect(start, page, PROT_READ | PROT_WRITE))
            *slot = observers[i].function;
}

void sighting_begin(const box_libraries *l, box_sightings *to)
{
    here.to = to;
    here.libraries = l;
    for (size_t i = 0; i < l->list.n; i++) {
        struct link_map *map = NULL;
        if (!l->list.at[i].handle || dlinfo(l->list.at[i].handle, RTLD_DI_LINKMAP, &map))
            continue;
        imports_each(map, observe, NULL);
    }
}

void sighting_take(const box_sightings *from, box_sighting_vec *to)
{
    uint32_t n = from->n < BOX_SIGHTINGS ? from->n : BOX_SIGHTINGS;
    for (uint32_t i = 0; i < n && to->n < BOX_SIGHTINGS; i++) {
        box_sighting s = from->at[i];
        bool known = !s.n || s.n > BOX_SIGHTING_BYTES;
        for (size_t k = 0; k < to->n && !known; k++)
            known = to->at[k].n == s.n && !memcmp(to->at[k].bytes, s.bytes, s.n);
        if (!known)
            vec_push(to, s);
    }
}
