#include "box/bind/senses.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "box/bind/imports.h"

typedef struct sense {
    const char *word, *functions;
} sense;

static const sense senses[] = {
#define SENSE(word, functions) {word, functions},
#include "box/bind/senses.def"
#undef SENSE
};
enum { SENSES = sizeof senses / sizeof *senses };

static bool is_in(const char *name, const char *list)
{
    size_t n = strlen(name);
    for (const char *at = list; n && (at = strstr(at, name)); at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

uint32_t senses_of_name(const char *name)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < SENSES; i++)
        found |= (uint32_t)is_in(name, senses[i].functions) << i;
    return found;
}

static void add_sense(void *context, const char *name, void **slot)
{
    (void)slot;
    *(uint32_t *)context |= senses_of_name(name);
}

uint32_t senses_of(library_function f)
{
    struct link_map *map = NULL;
    Dl_info info;
    void *address = NULL;
    uint32_t found = 0;
    memcpy(&address, &f, sizeof f);
    if (dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP))
        imports_each(map, add_sense, &found);
    return found;
}

void senses_text(uint32_t found, strbuf *out)
{
    const char *between = "";
    for (uint32_t i = 0; i < SENSES; i++)
        if (found >> i & 1) {
            strbuf_printf(out, "%s%s", between, senses[i].word);
            between = ", ";
        }
}
