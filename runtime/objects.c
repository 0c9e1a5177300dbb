#include "runtime/objects.h"

#include "runtime/elf.h"

#include <ctype.h>
#include <string.h>

/* An open hash table by the start of an object. Objects come and go with malloc and free, which is
 * often; somebody asks for an inner address seldom, and then all are looked through. */
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

void tandem_object_add(const void *p, size_t bytes)
{
    if (!p || (used * 2 >= size && !grow()))
        return;
    tandem_range *r = slot(table, size, (uintptr_t)p);
    if (!r->base)
        used++;
    *r = (tandem_range){(uintptr_t)p, bytes};
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

bool tandem_object_find(const void *p, tandem_range *r)
{
    uintptr_t a = (uintptr_t)p;
    for (size_t i = 0; i < size; i++)
        if (table[i].base > gone && a - table[i].base < table[i].bytes) {
            *r = table[i];
            return true;
        }
    return in_ctype(a, r) || tandem_elf_object(a, r);
}
