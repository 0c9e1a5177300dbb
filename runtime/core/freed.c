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

void tandem_freed_no_more(const void *p, size_t bytes)
{
    for (uint32_t i = 0; i < MOST; i++)
        if ((uintptr_t)p < freed[i].base + freed[i].bytes && freed[i].base < (uintptr_t)p + bytes)
            freed[i].bytes = 0;
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
        if (!freed[i].bytes)
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
