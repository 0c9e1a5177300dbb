#include "runtime/core/objects.h"

#include "runtime/core/elf.h"
#include "runtime/core/locals.h"

#include <ctype.h>
#include <string.h>

/* An open hash table by the start of an object, as objects come and go with malloc and free. Blocks
 * of the heap start at multiples of ALIGNED, so an inner address of a small one is found by trying
 * the starts below it; the few objects that start elsewhere or are larger are in a list as well. */
enum { ALIGNED = 16, MOST_INNER = 4096, MAX_LISTED = 256 };
static uintptr_t listed[MAX_LISTED];
static size_t n_listed;
static tandem_range *table;
static size_t size, used; /* used: with those that are gone */
enum { FIRST_SIZE = 1024 };
static const size_t gone = 1; /* `base` of an entry that was removed */

static tandem_range *slot(tandem_range *in, size_t n, uintptr_t base)
{
    size_t i = (base >> 4) * 0x9E3779B97F4A7C15u >> 20 & (n - 1);
    while (in[i].base && in[i].base != base)
        i = (i + 1) & (n - 1);
    return &in[i];
}

static bool grow(void)
{
    size_t live = 0;
    for (size_t i = 0; i < size; i++)
        live += table[i].base > gone;
    size_t n = size ? size : FIRST_SIZE;
    while (live * 4 >= n)
        n *= 2;
    tandem_range *bigger = tandem_alloc(n * sizeof(*bigger));
    if (!bigger)
        return false;
    for (size_t i = 0; i < size; i++)
        if (table[i].base > gone)
            *slot(bigger, n, table[i].base) = table[i];
    table = bigger;
    size = n;
    used = live;
    return true;
}

/* In a full list an object that is gone makes room. */
static void list(uintptr_t p)
{
    size_t at = n_listed;
    for (size_t i = 0; i < n_listed; i++)
        if (listed[i] == p)
            return;
        else if (at == n_listed && slot(table, size, listed[i])->base != listed[i])
            at = i;
    if (at == MAX_LISTED)
        return;
    listed[at] = p;
    n_listed += at == n_listed;
}

void tandem_object_add(const void *p, size_t bytes)
{
    if (!p || (used * 2 >= size && !grow()))
        return;
    tandem_range *r = slot(table, size, (uintptr_t)p);
    if (!r->base)
        used++;
    *r = (tandem_range){(uintptr_t)p, bytes};
    if ((uintptr_t)p % ALIGNED || bytes > MOST_INNER)
        list((uintptr_t)p);
}

size_t tandem_object_remove(const void *p)
{
    if (!size || !p)
        return 0;
    tandem_range *r = slot(table, size, (uintptr_t)p);
    if (!r->base)
        return 0;
    size_t bytes = r->bytes;
    *r = (tandem_range){gone, 0};
    return bytes;
}

/* The tables of <ctype.h> have 384 entries, the first for -128. */
static bool in_ctype(uintptr_t p, tandem_range *r)
{
    const void *starts[] = {*__ctype_b_loc() - 128, *__ctype_tolower_loc() - 128,
                            *__ctype_toupper_loc() - 128};
    const size_t bytes[] = {384 * sizeof(unsigned short), 384 * sizeof(int), 384 * sizeof(int)};
    for (size_t i = 0; i < 3; i++)
        if (p - (uintptr_t)starts[i] < bytes[i]) {
            *r = (tandem_range){(uintptr_t)starts[i], bytes[i]};
            return true;
        }
    return false;
}

static bool starts_at(uintptr_t base, uintptr_t address, tandem_range *r)
{
    const tandem_range *found = slot(table, size, base);
    if (found->base != base || address - base >= found->bytes)
        return false;
    *r = *found;
    return true;
}

bool tandem_object_find(const void *p, tandem_range *r)
{
    uintptr_t a = (uintptr_t)p, start = a & ~(uintptr_t)(ALIGNED - 1);
    if (tandem_locals_find(a, r))
        return true;
    for (size_t back = 0; size && back < MOST_INNER && start > back; back += ALIGNED)
        if (starts_at(start - back, a, r))
            return true;
    for (size_t i = 0; size && i < n_listed; i++)
        if (starts_at(listed[i], a, r))
            return true;
    return in_ctype(a, r) || tandem_elf_object(a, r);
}
