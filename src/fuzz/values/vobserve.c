#include "fuzz/values/vobserve.h"

#include <stdlib.h>

#include "base/map.h"
#include "fuzz/values/vmetric.h"
#include "fuzz/values/vmutate.h"

/* The latest calls of one box: rows of its arguments and the result. */
typedef struct ring {
    uint32_t arity;
    size_t calls, most;
    vec_u32 rows;
} ring;

struct vobservations {
    term_bank *bank;
    size_t rows;
    map index; /* box -> number + 1 */
    VEC(ring) rings;
};

vobservations *vobserve_new(term_bank *b, size_t rows)
{
    vobservations *o = base_alloc_zero(1, sizeof *o);
    o->bank = b;
    o->rows = rows;
    return o;
}

void vobserve_clear(vobservations *o)
{
    for (size_t i = 0; i < o->rings.n; i++)
        vec_free(&o->rings.at[i].rows);
    vec_clear(&o->rings);
    map_clear(&o->index);
}

void vobserve_free(vobservations *o)
{
    if (!o)
        return;
    vobserve_clear(o);
    vec_free(&o->rings);
    map_free(&o->index);
    free(o);
}

void vobserve_call(vobservations *o, decl_id box, const value_id *args, uint32_t n, value_id result)
{
    uint64_t *at = map_insert(&o->index, box, NULL);
    if (!*at) {
        ring fresh = {.arity = n, .most = o->rows};
        vec_push(&o->rings, fresh);
        *at = o->rings.n;
    }
    ring *r = &o->rings.at[*at - 1];
    size_t row = r->calls++ % r->most;
    if (r->rows.n < (row + 1) * (n + 1))
        vec_resize(&r->rows, (row + 1) * (n + 1));
    uint32_t *place = r->rows.at + row * (n + 1);
    memcpy(place, args, n * sizeof *args);
    place[n] = result;
}

static const ring *find(const vobservations *o, decl_id box)
{
    uint64_t at = map_get(&o->index, box, 0);
    return at ? &o->rings.at[at - 1] : NULL;
}

static size_t rows_of(const ring *r)
{
    return r->calls < r->most ? r->calls : r->most;
}

static const value_id *row_of(const ring *r, size_t i)
{
    return r->rows.at + i * (r->arity + 1);
}

const value_id *vobserve_exact(const vobservations *o, decl_id box, value_id wanted)
{
    const ring *r = find(o, box);
    for (size_t i = r ? rows_of(r) : 0; i-- > 0;)
        if (row_of(r, i)[r->arity] == wanted)
            return row_of(r, i);
    return NULL;
}

const value_id *vobserve_nearest(const vobservations *o, decl_id box, value_id wanted)
{
    const ring *r = find(o, box);
    const value_id *best = NULL;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; r && i < rows_of(r); i++) {
        uint64_t distance = vmetric_equal(o->bank, row_of(r, i)[r->arity], wanted);
        if (distance < least) {
            least = distance;
            best = row_of(r, i);
        }
    }
    return best;
}

value_id vobserve_between(const vobservations *o, decl_id box, uint32_t j, value_id wanted)
{
    const ring *r = find(o, box);
    value_id low = 0, high = 0;
    uint64_t below = UINT64_MAX, above = UINT64_MAX;
    if (!r || !vmiddle(o->bank, wanted, wanted))
        return 0;
    for (size_t i = 0; i < rows_of(r); i++) {
        const value_id *row = row_of(r, i);
        uint64_t over = vmetric_above(o->bank, row[r->arity], wanted, false);
        uint64_t under = vmetric_above(o->bank, wanted, row[r->arity], false);
        if (!vmiddle(o->bank, row[j], row[j]))
            return 0;
        if (over && over < above) {
            above = over;
            high = row[j];
        } else if (under && under < below) {
            below = under;
            low = row[j];
        }
    }
    return low && high ? vmiddle(o->bank, low, high) : 0;
}
