#include "runtime/core/freed.h"

#include "runtime/core/control.h"
#include "runtime/core/objects.h"

enum { MOST = 16, MOST_WONDERS = 32 };

/* The latest takes the place of the oldest; one of no bytes is none. */
static tandem_range freed[MOST];
static uint32_t next, wonders;

void tandem_freed(const void *p, size_t bytes)
{
    if (p && bytes)
        freed[next++ % MOST] = (tandem_range){(uintptr_t)p, bytes};
}

/* Is there something else now? That is looked at when it matters: most programs allocate more often than they look up
 * pointers. */
static bool is_free(tandem_range *r)
{
    tandem_range found;
    if (r->bytes && tandem_object_find((void *)r->base, &found))
        r->bytes = 0;
    return r->bytes;
}

/* A pointer that was looked up or is one of two, also with an offset. An index into one object is neither. */
static bool is_chosen(tandem_expr e)
{
    const tandem_record *r = tandem_at(e);
    uint64_t offset;
    while (r->op == TANDEM_ADD || r->op == TANDEM_SUB) {
        if (!tandem_is_const(r->b, &offset) && !tandem_is_const(r->a, &offset))
            return false;
        r = tandem_at(tandem_is_const(r->b, &offset) ? r->a : r->b);
    }
    return r->op == TANDEM_TABLE || r->op == TANDEM_ITE;
}

void tandem_freed_wonder(tandem_expr address)
{
    tandem_expr good = 0;
    if (!next || !address || tandem_rt.over || wonders >= MOST_WONDERS || !is_chosen(address))
        return;
    for (uint32_t i = 0; i < MOST; i++) {
        if (!is_free(&freed[i]))
            continue;
        tandem_expr offset = tandem_build(TANDEM_SUB, 64, address, tandem_const(64, freed[i].base));
        tandem_expr behind = tandem_build(TANDEM_ULE, 64, tandem_const(64, freed[i].bytes), offset);
        good = good ? tandem_build(TANDEM_AND, 1, good, behind) : behind;
    }
    if (!good)
        return;
    wonders++;
    tandem_log_wonder(good);
}
