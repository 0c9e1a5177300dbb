#include "box/worker/placed_image.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/vec.h"

enum { WILD_SLOTS = 16, WILD_SIZE = 1 << 16, MAX_SHIFT = 1024 };

typedef struct memory_object {
    uint64_t address;
    size_t n;
    uint8_t *bytes;
    void *mapping;
    size_t mapped;
} memory_object;

/* A pointer into no object: an address that no one can touch stands for it. */
typedef struct wild_pointer {
    uint64_t address;
    uint64_t real;
} wild_pointer;

struct placed_image {
    VEC(memory_object) objects;
    uint8_t *wild_zone;
    wild_pointer wild[WILD_SLOTS];
    uint32_t n_wild;
};

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t round_up(size_t n, size_t unit)
{
    return (n + unit - 1) / unit * unit;
}

/* `n` bytes that end where a guard page begins; `shift` unused pages lie before them. */
static uint8_t *map_guarded(size_t n, size_t shift, void **mapping, size_t *mapped)
{
    size_t page = page_size(), data = round_up(n ? n : 1, page);
    *mapped = data + (shift + 2) * page;
    uint8_t *all =
        mmap(NULL, *mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    uint8_t *first = all + (shift + 1) * page;
    if (mprotect(first, data, PROT_READ | PROT_WRITE)) {
        munmap(all, *mapped);
        return NULL;
    }
    *mapping = all;
    return first + data - n;
}

uint8_t *box_guarded_new(size_t n)
{
    void *mapping;
    size_t mapped;
    return map_guarded(n, 0, &mapping, &mapped);
}

void box_guarded_free(uint8_t *bytes, size_t n)
{
    if (!bytes)
        return;
    size_t page = page_size(), data = round_up(n ? n : 1, page);
    munmap(bytes + n - data - page, data + 2 * page);
}

static int by_address(const void *x, const void *y)
{
    const memory_object *a = x, *b = y;
    return (a->address > b->address) - (a->address < b->address);
}

/* Buffers that touch or overlap become one object. */
static void merge_buffers(placed_image *m, const box_image *image)
{
    for (uint32_t i = 0; image && i < image->n; i++)
        if (image->buffers[i].n)
            vec_push(&m->objects, ((memory_object){.address = image->buffers[i].address,
                                                   .n = image->buffers[i].n}));
    if (!m->objects.n)
        return;
    qsort(m->objects.at, m->objects.n, sizeof *m->objects.at, by_address);
    size_t last = 0;
    for (size_t i = 1; i < m->objects.n; i++) {
        memory_object *into = &m->objects.at[last], *next = &m->objects.at[i];
        uint64_t end = into->address + into->n;
        if (next->address > end) {
            m->objects.at[++last] = *next;
            continue;
        }
        uint64_t next_end = next->address + next->n;
        if (next_end > end)
            into->n = next_end - into->address;
    }
    m->objects.n = last + 1;
}

/* The object that `address` points into, one past its end included. */
static const memory_object *find_object(const placed_image *m, uint64_t address)
{
    size_t low = 0, high = m->objects.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->objects.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return NULL;
    const memory_object *o = &m->objects.at[low - 1];
    return address - o->address <= o->n ? o : NULL;
}

void placed_image_fill(placed_image *m, const box_image *image)
{
    for (uint32_t i = 0; image && i < image->n; i++) {
        const box_buffer *b = &image->buffers[i];
        const memory_object *o = b->n ? find_object(m, b->address) : NULL;
        if (o)
            memcpy(o->bytes + (b->address - o->address), b->bytes, b->n);
    }
}

placed_image *placed_image_new(const box_image *image, uint64_t placement)
{
    placed_image *m = base_alloc_zero(1, sizeof *m);
    merge_buffers(m, image);
    for (size_t i = 0; i < m->objects.n; i++) {
        memory_object *o = &m->objects.at[i];
        size_t shift = placement ? hash_mix(placement, i) % MAX_SHIFT + 1 : 0;
        o->bytes = map_guarded(o->n, shift, &o->mapping, &o->mapped);
        if (!o->bytes) {
            placed_image_free(m);
            return NULL;
        }
    }
    placed_image_fill(m, image);
    return m;
}

void placed_image_free(placed_image *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->objects.n; i++)
        if (m->objects.at[i].mapping)
            munmap(m->objects.at[i].mapping, m->objects.at[i].mapped);
    if (m->wild_zone)
        munmap(m->wild_zone, (size_t)WILD_SLOTS * WILD_SIZE);
    vec_free(&m->objects);
    free(m);
}

uint32_t placed_image_count(const placed_image *m)
{
    return (uint32_t)m->objects.n;
}

box_buffer placed_image_object(const placed_image *m, uint32_t i)
{
    const memory_object *o = &m->objects.at[i];
    return (box_buffer){.address = o->address, .bytes = o->bytes, .n = o->n};
}

static uint64_t wild_to_real(placed_image *m, uint64_t address)
{
    uint32_t known = m->n_wild < WILD_SLOTS ? m->n_wild : WILD_SLOTS;
    for (uint32_t i = 0; i < known; i++)
        if (m->wild[i].address == address)
            return m->wild[i].real;
    if (!m->wild_zone) {
        void *zone = mmap(NULL, (size_t)WILD_SLOTS * WILD_SIZE, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (zone == MAP_FAILED)
            return 1; /* as untouchable as any */
        m->wild_zone = zone;
    }
    uint32_t slot = m->n_wild++ % WILD_SLOTS;
    uint64_t middle =
        (uint64_t)(uintptr_t)m->wild_zone + (uint64_t)slot * WILD_SIZE + WILD_SIZE / 2;
    m->wild[slot] = (wild_pointer){.address = address, .real = middle + address % 16};
    return m->wild[slot].real;
}

uint64_t placed_image_to_real(placed_image *m, uint64_t address)
{
    if (!address)
        return 0;
    const memory_object *o = find_object(m, address);
    if (o)
        return (uint64_t)(uintptr_t)o->bytes + (address - o->address);
    return wild_to_real(m, address);
}

bool placed_image_to_formula(const placed_image *m, uint64_t real, uint64_t *address)
{
    *address = 0;
    if (!real)
        return true;
    for (size_t i = 0; i < m->objects.n; i++) {
        const memory_object *o = &m->objects.at[i];
        uint64_t offset = real - (uint64_t)(uintptr_t)o->bytes;
        if (offset <= o->n) {
            *address = o->address + offset;
            return true;
        }
    }
    uint64_t zone = (uint64_t)(uintptr_t)m->wild_zone;
    uint32_t known = m->n_wild < WILD_SLOTS ? m->n_wild : WILD_SLOTS;
    uint64_t slot = zone && real >= zone ? (real - zone) / WILD_SIZE : WILD_SLOTS;
    if (slot >= known)
        return false;
    *address = m->wild[slot].address + (real - m->wild[slot].real);
    return true;
}
