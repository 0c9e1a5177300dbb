#include "runtime/loop/snapshot.h"

#include "runtime/core/state.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

enum {
    PAGE = 4096,
    BLOCK = 256, /* what is copied at once */
    MAX_AREAS = 512,
    MAX_NOISE = 256,
    MAX_BLOCKS = 4096, /* more are restored by pages */
    NEAR = 128         /* noise that is not further apart is one */
};
static const size_t MOST = (size_t)1 << 30;

typedef struct area {
    uint8_t *at, *saved;
    size_t n;
    bool paged;
} area;

typedef struct part {
    uint8_t *at;
    const uint8_t *saved;
    size_t n;
} part;

static struct {
    area areas[MAX_AREAS];
    part blocks[MAX_BLOCKS]; /* that are copied after each run */
    part noise[MAX_NOISE];   /* what malloc and errno change */
    size_t n_areas, n_blocks, n_noise;
    size_t copied, paged;
    uint8_t *heap, *end; /* of the heap: where it begins, its end, */
    uintptr_t top;       /* and the end of what was in use */
    bool restores;
} snap;

/* ---- Areas ----------------------------------------------------------------------------------- */

/* The runtime's own data, in sections of their own (meson.build). */
extern uint8_t __start_tandem_bss[] __attribute__((weak)),
    __stop_tandem_bss[] __attribute__((weak));
extern uint8_t __start_tandem_data[] __attribute__((weak)),
    __stop_tandem_data[] __attribute__((weak));

static bool add_area(uint8_t *from, uint8_t *to)
{
    if (from >= to)
        return true;
    if (snap.n_areas == MAX_AREAS || (size_t)(to - from) > MOST)
        return false;
    snap.areas[snap.n_areas++] = (area){.at = from, .n = (size_t)(to - from)};
    return true;
}

/* glibc shares a place with the kernel, which writes there on which processor the thread is. NULL: it does not. */
static uint8_t *kernels_place(void)
{
#ifdef RSEQ_SIG
    return __rseq_size ? (uint8_t *)__builtin_thread_pointer() + __rseq_offset : NULL;
#else
    return NULL;
#endif
}

/* Hole `i` in what is the program's. */
static bool hole_at(size_t i, uint8_t **from, uint8_t **to)
{
    enum { RSEQ_BYTES = 32 };
    uint8_t *kernel = kernels_place();
    uint8_t *const holes[][2] = {{__start_tandem_bss, __stop_tandem_bss},
                                 {__start_tandem_data, __stop_tandem_data},
                                 {(uint8_t *)&snap, (uint8_t *)(&snap + 1)},
                                 {kernel, kernel ? kernel + RSEQ_BYTES : NULL}};
    enum { HOLES = sizeof(holes) / sizeof(*holes) };
    size_t n = 0;
    if (i >= HOLES && !tandem_alloc_chunk(i - HOLES, from, &n))
        return false;
    *from = i < HOLES ? holes[i][0] : *from;
    *to = i < HOLES ? holes[i][1] : *from + n;
    return true;
}

/* All of it but what is the runtime's. */
static bool add_without(uint8_t *from, uint8_t *to, size_t hole)
{
    uint8_t *begin, *end;
    for (; hole_at(hole, &begin, &end); hole++)
        if (begin < to && end > from)
            return add_without(from, begin, hole + 1) && add_without(end, to, hole + 1);
    return add_area(from, to);
}

/* A line of /proc/self/maps. */
static bool add_line(const char *line)
{
    unsigned long from, to;
    char rights[5] = "", name[256] = "";
    if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %255[^\n]", &from, &to, rights, name) < 3 ||
        strcmp(rights, "rw-p") != 0 || strstr(name, "[stack]") || strstr(name, "/ld-") ||
        strstr(name, "/ld.so") || strstr(name, "[vvar"))
        return true;
    if (!strcmp(name, "[heap]"))
        snap.heap = (uint8_t *)from; /* NOLINT: that is what the file says */
    return add_without((uint8_t *)from, (uint8_t *)to, 0);
}

/* Read at once: what is read in parts may change in between. */
static bool find_areas(void)
{
    static char text[1 << 18];
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    ssize_t got = 1;
    while (fd >= 0 && n < sizeof(text) - 1 && (got = read(fd, text + n, sizeof(text) - 1 - n)) > 0)
        n += (size_t)got;
    if (fd >= 0)
        close(fd);
    bool good = n > 0 && got == 0;
    for (char *line = text; good && line && *line;) {
        char *end = strchr(line, '\n');
        good = add_line(line);
        line = end ? end + 1 : NULL;
    }
    return good;
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static bool is_zero(const uint8_t *page)
{
    static const uint8_t zero[PAGE];
    return !memcmp(page, zero, PAGE);
}

/* A private mapping of a copy in place of it. Pages of zeros stay holes in the copy. */
static bool map_copy(area *a)
{
    int fd = memfd_create("tandem", MFD_CLOEXEC);
    bool good = fd >= 0 && ftruncate(fd, (off_t)a->n) == 0;
    for (size_t i = 0; good && i < a->n; i += PAGE)
        good = is_zero(a->at + i) || pwrite(fd, a->at + i, PAGE, (off_t)i) == PAGE;
    good =
        good && mmap(a->at, a->n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0) == a->at;
    if (fd >= 0)
        close(fd);
    if (good) {
        a->paged = true;
        snap.paged += a->n;
    }
    return good;
}

static bool save_area(area *a)
{
    a->saved = mmap(NULL, a->n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (a->saved == MAP_FAILED)
        return false;
    memcpy(a->saved, a->at, a->n);
    return true;
}

/* Its whole pages become an area of their own if there are enough of them. */
static bool page_area(size_t number, size_t paged_from)
{
    area *a = &snap.areas[number];
    uint8_t *from = (uint8_t *)(((uintptr_t)a->at + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    uint8_t *to = (uint8_t *)((uintptr_t)(a->at + a->n) & ~(uintptr_t)(PAGE - 1));
    if (a->paged || to <= from || (size_t)(to - from) < paged_from)
        return true;
    uint8_t *begin = a->at, *end = a->at + a->n;
    *a = (area){.at = from, .n = (size_t)(to - from)};
    return map_copy(a) && add_area(begin, from) && add_area(to, end);
}

/* ---- Restoring ------------------------------------------------------------------------------- */

/* Before anything else is restored: libc's own idea of the heap's end goes back with its data. */
static void restore_end(void)
{
    if (sbrk(0) != snap.end)
        syscall(SYS_brk, snap.end);
}

static void restore_pages(void)
{
    for (size_t i = 0; snap.paged && i < snap.n_areas; i++)
        if (snap.areas[i].paged)
            madvise(snap.areas[i].at, snap.areas[i].n, MADV_DONTNEED);
}

static void restore_all(void)
{
    restore_end();
    restore_pages();
    for (size_t i = 0; i < snap.n_areas; i++)
        if (!snap.areas[i].paged)
            memcpy(snap.areas[i].at, snap.areas[i].saved, snap.areas[i].n);
}

void tandem_snapshot_restore(void)
{
    if (!snap.restores)
        return;
    restore_end();
    restore_pages();
    for (size_t i = 0; i < snap.n_blocks; i++)
        memcpy(snap.blocks[i].at, snap.blocks[i].saved, snap.blocks[i].n);
}

void tandem_snapshot_always(void)
{
    if (!snap.restores)
        restore_all();
    snap.restores = true;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Many small changes: everything by pages. What is no whole page is copied always. */
static bool page_all(void)
{
    restore_all();
    for (size_t i = 0, n = snap.n_areas; i < n; i++)
        if (!snap.areas[i].paged && (!page_area(i, PAGE) || snap.n_areas == MAX_AREAS))
            return false;
    snap.n_blocks = snap.copied = 0;
    for (size_t i = 0; i < snap.n_areas; i++) {
        area *a = &snap.areas[i];
        if (a->paged || (!a->saved && !save_area(a)))
            continue;
        snap.blocks[snap.n_blocks++] = (part){a->at, a->saved, a->n};
        snap.copied += a->n;
    }
    return true;
}

/* Takes in what differs in a page. */
static bool learn_page(const area *a, size_t from, size_t to)
{
    for (size_t i = from; i < to; i += BLOCK) {
        size_t n = to - i < BLOCK ? to - i : BLOCK;
        if (!memcmp(a->at + i, a->saved + i, n))
            continue;
        if (snap.n_blocks == MAX_BLOCKS)
            return false;
        snap.blocks[snap.n_blocks++] = (part){a->at + i, a->saved + i, n};
        snap.copied += n;
        memcpy(a->at + i, a->saved + i, n);
    }
    return true;
}

/* Whether there is anything that differs, with all of it learned. */
static bool learn(void)
{
    size_t before = snap.n_blocks;
    for (size_t i = 0; i < snap.n_areas; i++) {
        const area *a = &snap.areas[i];
        for (size_t at = 0; !a->paged && at < a->n; at += PAGE) {
            size_t to = a->n - at < PAGE ? a->n : at + PAGE;
            if (memcmp(a->at + at, a->saved + at, to - at) && !learn_page(a, at, to)) {
                page_all();
                return true;
            }
        }
    }
    return snap.n_blocks > before;
}

/* The first byte from `i` on that differs and is no noise; n: there is none. */
static size_t next_change(const area *a, size_t i, size_t n)
{
    for (; i < n; i++) {
        if (i % 64 == 0 && i + 64 <= n && !memcmp(a->at + i, a->saved + i, 64)) {
            i += 63;
            continue;
        }
        if (a->at[i] == a->saved[i])
            continue;
        size_t k = 0;
        while (k < snap.n_noise && (size_t)(a->at + i - snap.noise[k].at) >= snap.noise[k].n)
            k++;
        if (k == snap.n_noise)
            return i;
    }
    return n;
}

/* Of the heap only what was in use counts; malloc's table of free blocks stands first in it. */
static bool is_changed(const area *a)
{
    size_t from = 0, to = a->n;
    if (a->at == snap.heap) {
        size_t first = *(const size_t *)(a->saved + sizeof(size_t)) & ~(size_t)15;
        size_t used = snap.top - (uintptr_t)a->at;
        to = used < to ? used : to;
        from = first < to ? first : 0;
    }
    if (!memcmp(a->at + from, a->saved + from, to - from))
        return false;
    return next_change(a, from, to) < to;
}

bool tandem_snapshot_changed(void)
{
    if (snap.restores) {
        tandem_snapshot_restore();
        return learn();
    }
    for (size_t i = 0; i < snap.n_areas && !snap.restores; i++)
        snap.restores = is_changed(&snap.areas[i]);
    if (snap.restores) {
        learn();
        restore_all();
    }
    return snap.restores;
}

size_t tandem_snapshot_copied(void)
{
    return snap.restores ? snap.copied : 0;
}

size_t tandem_snapshot_paged(void)
{
    return snap.restores ? snap.paged : 0;
}

/* ---- Noise ----------------------------------------------------------------------------------- */

enum { SMALL_STEP = 16, LARGEST_SMALL = 1100, LARGE = 65536 };

/* Free blocks below the top are taken, so that runs take theirs above. */
static void plug_holes(void)
{
    void *last = malloc(LARGE);
    snap.top = (uintptr_t)last;
    free(last);
    for (size_t size = LARGE / 2; size >= 24;
         size -= size > LARGEST_SMALL ? size / 16 : SMALL_STEP) {
        void *p;
        while ((p = malloc(size)) && (uintptr_t)p < snap.top)
            ;
        free(p);
    }
}

static void note_area(const area *a)
{
    for (size_t i = 0; i < a->n; i++) {
        if (a->at[i] == a->saved[i])
            continue;
        size_t k = 0;
        while (k < snap.n_noise && (size_t)(a->at + i - snap.noise[k].at) >= snap.noise[k].n + NEAR)
            k++;
        size_t end = (size_t)(a->at + i - snap.noise[k].at) + 1;
        if (k < snap.n_noise)
            snap.noise[k].n = end > snap.noise[k].n ? end : snap.noise[k].n;
        else if (snap.n_noise < MAX_NOISE)
            snap.noise[snap.n_noise++] = (part){.at = a->at + i, .n = 1};
    }
}

/* Everything but the heap itself. */
static void note_noise(void)
{
    for (size_t i = 0; i < snap.n_areas; i++)
        if (snap.areas[i].at != snap.heap)
            note_area(&snap.areas[i]);
}

/* Uses malloc in many ways, and errno. There are more blocks of each size than malloc keeps for quick
 * use. */
static void make_noise(void)
{
    enum { EACH = 12 };
    static void *held[(LARGEST_SMALL / SMALL_STEP + 2) * EACH];
    size_t n = 0;
    for (size_t size = 24; size < LARGEST_SMALL; size += SMALL_STEP)
        for (int k = 0; k < EACH; k++)
            held[n++] = calloc(1, size);
    errno = ERANGE;
    note_noise();
    for (size_t i = 0; i < n; i += 2)
        free(held[i]);
    for (size_t size = 1500; size < 1000000; size *= 2) {
        void *a = malloc(size), *b = malloc(size), *c = realloc(b, size * 2);
        free(a);
        note_noise();
        free(c ? c : b);
    }
    note_noise();
    for (size_t i = 1; i < n; i += 2)
        free(held[i]);
    note_noise();
}

bool tandem_snapshot_take(size_t paged_from)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 26); /* no giving back what the next run takes again */
    plug_holes();
    if (!find_areas())
        return false;
    snap.end = sbrk(0);
    errno = 0;
    for (size_t i = 0; i < snap.n_areas; i++)
        if (!page_area(i, paged_from))
            return false;
    for (size_t i = 0; i < snap.n_areas; i++)
        if (!snap.areas[i].paged && !save_area(&snap.areas[i]))
            return false;
    snap.restores = snap.paged > 0;
    if (snap.restores)
        return true;
    make_noise();
    restore_all();
    return true;
}
