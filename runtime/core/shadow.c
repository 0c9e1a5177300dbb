#include "runtime/core/shadow.h"

#include <string.h>

enum { GRANULE = 1 << TANDEM_FILTER_SHIFT, HEADS = 1 << 13, ALL = HEADS << 5 };

typedef struct granule {
    struct granule *next;
    uintptr_t key; /* address / GRANULE */
    uint32_t live; /* bytes with an expression */
    tandem_expr expr[GRANULE];
    uint8_t value[GRANULE];
} granule;

static granule *heads[HEADS];

static granule *find(uintptr_t key)
{
    granule *g = heads[(key ^ (key >> 13)) % HEADS];
    while (g && g->key != key)
        g = g->next;
    return g;
}

static granule *find_at(const void *p)
{
    return *tandem_filter_at(p) ? find((uintptr_t)p / GRANULE) : NULL;
}

/* The filter counts granules that have expressions; at 255 it no longer knows and stays. */
static void count(const granule *g, int by)
{
    uint8_t *f = &tandem_filter[g->key & (TANDEM_FILTER_SIZE - 1)];
    if (*f != UINT8_MAX)
        *f = (uint8_t)(*f + by);
}

void tandem_shadow_hide(void)
{
    for (size_t i = 0; i < HEADS; i++)
        for (const granule *g = heads[i]; g; g = g->next)
            tandem_filter[g->key & (TANDEM_FILTER_SIZE - 1)] = 0;
}

static void drop(granule *g, size_t i)
{
    if (g->expr[i]) {
        g->expr[i] = 0;
        if (!--g->live)
            count(g, -1);
    }
}

void tandem_shadow_set(const void *p, tandem_expr e, uint8_t value)
{
    uintptr_t key = (uintptr_t)p / GRANULE;
    size_t i = (uintptr_t)p % GRANULE;
    granule *g = find(key);
    if (!e) {
        if (g)
            drop(g, i);
        return;
    }
    if (!g) {
        g = tandem_alloc(sizeof(*g));
        if (!g) { /* as if the log were full: an expression must not be lost unseen */
            tandem_stop(1);
            return;
        }
        g->key = key;
        granule **head = &heads[(key ^ (key >> 13)) % HEADS];
        g->next = *head;
        *head = g;
    }
    if (!g->expr[i] && !g->live++)
        count(g, 1);
    g->expr[i] = e;
    g->value[i] = value;
}

tandem_expr tandem_shadow_get(const void *p, uint8_t value)
{
    granule *g = find_at(p);
    size_t i = (uintptr_t)p % GRANULE;
    if (!g || !g->expr[i])
        return 0;
    if (g->value[i] != value)
        drop(g, i);
    return g->expr[i];
}

bool tandem_shadow_stale(const void *p, uint8_t value)
{
    const granule *g = find_at(p);
    size_t i = (uintptr_t)p % GRANULE;
    return g && g->expr[i] && g->value[i] != value;
}

static void clear_part(granule *g, size_t from, size_t to)
{
    for (size_t i = from; i < to && g->live; i++)
        drop(g, i);
}

/* More memory than there may be granules: look at those there are. */
static void clear_all(uintptr_t from, uintptr_t to)
{
    for (size_t h = 0; h < HEADS; h++)
        for (granule *g = heads[h]; g; g = g->next) {
            uintptr_t start = g->key * GRANULE, end = start + GRANULE;
            if (g->live && start < to && end > from)
                clear_part(g, start < from ? from - start : 0, end > to ? to - start : GRANULE);
        }
}

void tandem_shadow_clear(const void *p, size_t n)
{
    uintptr_t from = (uintptr_t)p, to = from + n;
    if (to < from)
        to = UINTPTR_MAX;
    if (n / GRANULE > ALL) {
        clear_all(from, to);
        return;
    }
    while (from < to) {
        uintptr_t end = (from | (GRANULE - 1)) + 1;
        if (end > to || end < from)
            end = to;
        granule *g = find_at((void *)from);
        if (g && g->live)
            clear_part(g, from % GRANULE, from % GRANULE + (end - from));
        from = end;
    }
}

bool tandem_shadow_any(const void *p, size_t n)
{
    uintptr_t from = (uintptr_t)p, to = from + n;
    while (from < to) {
        granule *g = find_at((void *)from);
        if (g && g->live)
            for (size_t i = from % GRANULE; i < GRANULE && from + (i - from % GRANULE) < to; i++)
                if (g->expr[i])
                    return true;
        from = (from | (GRANULE - 1)) + 1;
        if (!from)
            break;
    }
    return false;
}

void tandem_shadow_move(const void *to, const void *from, const uint8_t *values, size_t n)
{
    if (!tandem_shadow_any(from, n)) {
        tandem_shadow_clear(to, n);
        return;
    }
    const uint8_t *t = to, *f = from;
    if (t < f)
        for (size_t i = 0; i < n; i++)
            tandem_shadow_set(t + i, tandem_shadow_get(f + i, values[i]), values[i]);
    else if (t > f)
        for (size_t i = n; i-- > 0;)
            tandem_shadow_set(t + i, tandem_shadow_get(f + i, values[i]), values[i]);
}
