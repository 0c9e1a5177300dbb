#include "box/bind/senses.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

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

#if defined(__x86_64__) || defined(__aarch64__)

/* The dynamic section of an open library; the linker has made its addresses absolute. */
typedef struct imports {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * plain, *calls;
    size_t plain_bytes, calls_bytes;
} imports;

static imports imports_of(const struct link_map *map)
{
    imports m = {0};
    for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
        void *address = (void *)d->d_un.d_ptr; /* NOLINT: what the format has */
        switch (d->d_tag) {
        case DT_SYMTAB:
            m.symbols = address;
            break;
        case DT_STRTAB:
            m.names = address;
            break;
        case DT_RELA:
            m.plain = address;
            break;
        case DT_RELASZ:
            m.plain_bytes = d->d_un.d_val;
            break;
        case DT_JMPREL:
            m.calls = address;
            break;
        case DT_PLTRELSZ:
            m.calls_bytes = d->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return m;
}

static uint32_t senses_in(const imports *m, const ElfW(Rela) * first, size_t bytes)
{
    uint32_t found = 0;
    for (size_t i = 0; first && i < bytes / sizeof *first; i++) {
        const ElfW(Sym) *symbol = &m->symbols[ELF64_R_SYM(first[i].r_info)];
        if (symbol->st_shndx == SHN_UNDEF)
            found |= senses_of_name(m->names + symbol->st_name);
    }
    return found;
}

uint32_t senses_of(library_function f)
{
    struct link_map *map = NULL;
    Dl_info info;
    void *address = NULL;
    memcpy(&address, &f, sizeof f);
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP))
        return 0;
    imports m = imports_of(map);
    if (!m.symbols || !m.names)
        return 0;
    return senses_in(&m, m.plain, m.plain_bytes) | senses_in(&m, m.calls, m.calls_bytes);
}

#else

uint32_t senses_of(library_function f)
{
    (void)f;
    return 0;
}

#endif

void senses_text(uint32_t found, strbuf *out)
{
    const char *between = "";
    for (uint32_t i = 0; i < SENSES; i++)
        if (found >> i & 1) {
            strbuf_printf(out, "%s%s", between, senses[i].word);
            between = ", ";
        }
}
