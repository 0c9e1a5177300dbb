#include "box/worker/compare.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"

enum { MOST_IMAGES = 32 };

/* A library in memory. */
typedef struct image {
    const struct link_map *map;
    uintptr_t start, end;
} image;

/* What the functions below need, which are called by foreign code; a worker has one. */
static struct {
    compare_log *log;
    image images[MOST_IMAGES];
    uint32_t n;
    uint64_t noted[16]; /* a filter of what was */
} here;

/* ---- Notes ----------------------------------------------------------------------------------- */

static bool is_constant(const void *p)
{
    for (uint32_t i = 0; i < here.n; i++)
        if ((uintptr_t)p >= here.images[i].start && (uintptr_t)p < here.images[i].end)
            return true;
    return false;
}

static void note(const void *bytes, size_t n)
{
    if (!n || !is_constant(bytes) || here.log->n >= COMPARE_MOST)
        return;
    n = n < COMPARE_LONGEST ? n : COMPARE_LONGEST;
    uint64_t h = hash_bytes(bytes, n) % 1024;
    if (here.noted[h / 64] >> h % 64 & 1)
        return;
    here.noted[h / 64] |= UINT64_C(1) << h % 64;
    compare_word *w = &here.log->words[here.log->n];
    w->n = (uint8_t)n;
    memcpy(w->bytes, bytes, n);
    here.log->n++;
}

static void note_text(const char *text, size_t most)
{
    if (is_constant(text))
        note(text, strnlen(text, most < COMPARE_LONGEST ? most : COMPARE_LONGEST));
}

/* ---- In place of the functions --------------------------------------------------------------- */

static int own_strcmp(const char *x, const char *y)
{
    note_text(x, SIZE_MAX);
    note_text(y, SIZE_MAX);
    return strcmp(x, y);
}

static int own_strcasecmp(const char *x, const char *y)
{
    note_text(x, SIZE_MAX);
    note_text(y, SIZE_MAX);
    return strcasecmp(x, y);
}

static int own_strncmp(const char *x, const char *y, size_t n)
{
    note_text(x, n);
    note_text(y, n);
    return strncmp(x, y, n);
}

static int own_strncasecmp(const char *x, const char *y, size_t n)
{
    note_text(x, n);
    note_text(y, n);
    return strncasecmp(x, y, n);
}

static int own_memcmp(const void *x, const void *y, size_t n)
{
    note(x, n);
    note(y, n);
    return memcmp(x, y, n);
}

static char *own_strstr(const char *x, const char *y)
{
    note_text(y, SIZE_MAX);
    return strstr(x, y);
}

static void *own_memmem(const void *x, size_t n, const void *y, size_t m)
{
    note(y, m);
    return memmem(x, n, y, m);
}

typedef void (*function)(void);
static const struct {
    const char *name;
    function own;
} watched[] = {
    {"strcmp", (function)own_strcmp},   {"strcasecmp", (function)own_strcasecmp},
    {"strncmp", (function)own_strncmp}, {"strncasecmp", (function)own_strncasecmp},
    {"memcmp", (function)own_memcmp},   {"bcmp", (function)own_memcmp},
    {"strstr", (function)own_strstr},   {"memmem", (function)own_memmem},
};

static function own_function(const char *name)
{
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        if (!strcmp(watched[i].name, name))
            return watched[i].own;
    return NULL;
}

/* ---- Going through a library ----------------------------------------------------------------- */

/* The places through which a library calls functions of others. */
typedef struct slots {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * calls, *data;
    size_t n_calls, n_data;
} slots;

static slots slots_of(const struct link_map *map)
{
    slots s = {0};
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
        switch (d->d_tag) {
        case DT_SYMTAB:
            s.symbols = (const void *)d->d_un.d_ptr;
            break;
        case DT_STRTAB:
            s.names = (const void *)d->d_un.d_ptr;
            break;
        case DT_JMPREL:
            s.calls = (const void *)d->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            s.n_calls = d->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_RELA:
            s.data = (const void *)d->d_un.d_ptr;
            break;
        case DT_RELASZ:
            s.n_data = d->d_un.d_val / sizeof(ElfW(Rela));
            break;
        default:
            break;
        }
    return s;
}

static void divert(const struct link_map *map, const slots *s, const ElfW(Rela) * list, size_t n)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; list && i < n; i++) {
        uint64_t type = ELF64_R_TYPE(list[i].r_info), symbol = ELF64_R_SYM(list[i].r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
            continue;
        function own = own_function(s->names + s->symbols[symbol].st_name);
        function *place = (function *)(map->l_addr + list[i].r_offset);
        uintptr_t start = (uintptr_t)place / page * page;
        if (own && !mprotect((void *)start, 2 * page, PROT_READ | PROT_WRITE))
            *place = own;
    }
}

static int find_extent(struct dl_phdr_info *info, size_t size, void *context)
{
    image *of = context;
    (void)size;
    if (info->dlpi_addr != of->map->l_addr)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr, end = start + p->p_memsz;
        if (p->p_type != PT_LOAD)
            continue;
        of->start = !of->start || start < of->start ? start : of->start;
        of->end = end > of->end ? end : of->end;
    }
    return 1;
}

void compare_watch(const box_libraries *l, compare_log *log)
{
#ifdef __x86_64__
    here.log = log;
    for (size_t i = 0; i < l->list.n && here.n < MOST_IMAGES; i++) {
        struct link_map *map = NULL;
        if (!l->list.at[i].handle || dlinfo(l->list.at[i].handle, RTLD_DI_LINKMAP, &map) || !map)
            continue;
        image of = {.map = map};
        dl_iterate_phdr(find_extent, &of);
        here.images[here.n++] = of;
        slots s = slots_of(map);
        if (s.symbols && s.names) {
            divert(map, &s, s.calls, s.n_calls);
            divert(map, &s, s.data, s.n_data);
        }
    }
#endif
}
