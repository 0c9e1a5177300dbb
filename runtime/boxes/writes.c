#include "runtime/boxes/writes.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The lines of /proc/self/maps, read in pieces: there may be many. */
typedef struct map_reader {
    int fd;
    char text[1 << 13];
    size_t n, at;
} map_reader;

/* The next line without its end; NULL behind the last. */
static char *next_line(map_reader *r)
{
    for (;;) {
        char *line = r->text + r->at, *end = memchr(line, '\n', r->n - r->at);
        if (end) {
            *end = 0;
            r->at = (size_t)(end - r->text) + 1;
            return line;
        }
        memmove(r->text, line, r->n - r->at);
        r->n -= r->at;
        r->at = 0;
        ssize_t got = read(r->fd, r->text + r->n, sizeof(r->text) - r->n);
        if (got <= 0)
            return NULL;
        r->n += (size_t)got;
    }
}

static tandem_owner owner_of(const char *name, bool continues, tandem_owner last)
{
    const char *slash = strrchr(name, '/');
    if (strcmp(name, "[heap]") == 0)
        return TANDEM_OWNER_HEAP;
    if (!*name)
        return continues ? last : TANDEM_OWNER_LIBC;
    return slash && (strncmp(slash, "/libc.", 6) == 0 || strncmp(slash, "/libc-", 6) == 0 ||
                     strncmp(slash, "/ld-", 4) == 0)
               ? TANDEM_OWNER_LIBC
               : TANDEM_OWNER_OTHER;
}

/* `BASE-END rw-p OFFSET DEVICE INODE NAME`; false when there are too many. */
static bool take_line(tandem_writes *w, char *line, uintptr_t *last_end, tandem_owner *last)
{
    char *at;
    uintptr_t base = strtoull(line, &at, 16), end = *at == '-' ? strtoull(at + 1, &at, 16) : 0;
    if (end <= base || *at != ' ')
        return false;
    const char *rights = at + 1, *name = rights;
    for (int field = 0; field < 4 && name; field++)
        name = (name = strchr(name, ' ')) ? name + strspn(name, " ") : NULL;
    name = name ? name : "";
    tandem_owner owner = *last = owner_of(name, base == *last_end, *last);
    *last_end = end;
    if (strncmp(name, "[vvar", 5) == 0) {
        if (!w->clock.base)
            w->clock.base = base;
        w->clock.end = end;
    } else if (strncmp(rights, "rw", 2) == 0 && rights[3] == 'p') {
        if (w->n_ranges == TANDEM_WRITTEN_RANGES)
            return false;
        w->range[w->n_ranges].base = base;
        w->range[w->n_ranges].end = end;
        w->range[w->n_ranges++].owner = owner;
    }
    return true;
}

static bool read_ranges(tandem_writes *w)
{
    map_reader r = {.fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    uintptr_t last_end = 0;
    tandem_owner last = TANDEM_OWNER_OTHER;
    bool good = r.fd >= 0;
    for (char *line; good && (line = next_line(&r));)
        good = take_line(w, line, &last_end, &last);
    if (r.fd >= 0)
        close(r.fd);
    return good && w->n_ranges;
}

bool tandem_writes_start(tandem_writes *w)
{
    w->n_ranges = w->n_pages = 0;
    w->full = false;
    w->clock.base = w->clock.end = 0;
    if (!read_ranges(w))
        return false;
    if (w->clock.base)
        munmap((void *)w->clock.base, w->clock.end - w->clock.base);
    for (uint32_t i = 0; i < w->n_ranges; i++)
        if (mprotect((void *)w->range[i].base, w->range[i].end - w->range[i].base, PROT_READ) != 0)
            return false;
    return true;
}

void tandem_writes_again(tandem_writes *w)
{
    for (uint32_t i = 0; i < w->n_pages; i++)
        mprotect((void *)w->page[i].base, TANDEM_PAGE, PROT_READ);
    w->n_pages = 0;
}

bool tandem_writes_fault(tandem_writes *w, uintptr_t address)
{
    uintptr_t base = address & ~(uintptr_t)(TANDEM_PAGE - 1);
    uint32_t i = 0;
    while (i < w->n_ranges && (base < w->range[i].base || base >= w->range[i].end))
        i++;
    for (uint32_t k = 0; k < w->n_pages; k++)
        if (w->page[k].base == base)
            return false; /* it may be written already */
    if (i == w->n_ranges)
        return false;
    if (w->n_pages == TANDEM_WRITTEN_PAGES) {
        w->full = true;
        return false;
    }
    memcpy(w->copy[w->n_pages], (const void *)base, TANDEM_PAGE);
    w->page[w->n_pages].base = base;
    w->page[w->n_pages++].owner = w->range[i].owner;
    return mprotect((void *)base, TANDEM_PAGE, PROT_READ | PROT_WRITE) == 0;
}

uint8_t tandem_writes_before(const tandem_writes *w, uintptr_t p)
{
    for (uint32_t i = 0; i < w->n_pages; i++)
        if (p - w->page[i].base < TANDEM_PAGE)
            return w->copy[i][p - w->page[i].base];
    return *(const uint8_t *)p;
}

void tandem_writes_changes(const tandem_writes *w,
                           void (*each)(void *context, uintptr_t p, tandem_owner owner),
                           void *context)
{
    uint32_t n = w->n_pages; /* those that `each` itself writes come behind */
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *now = (const uint8_t *)w->page[i].base;
        for (size_t k = 0; k < TANDEM_PAGE; k++)
            if (now[k] != w->copy[i][k])
                each(context, w->page[i].base + k, w->page[i].owner);
    }
}
