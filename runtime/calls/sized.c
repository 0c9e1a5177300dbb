#include "runtime/calls/sized.h"

#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/objects.h"
#include "runtime/core/shadow.h"

enum { MAX_BYTES = 256 };

static tandem_expr byte_at(const uint8_t *p)
{
    tandem_expr e = tandem_shadow_get(p, *p);
    return e ? e : tandem_const(8, *p);
}

bool tandem_size_inside(size_t most, size_t n, tandem_expr size)
{
    if (!most || n > most || tandem_at(size)->width != 64)
        return false;
    tandem_log_assume(tandem_build(TANDEM_ULE, 64, size, tandem_const(64, most)));
    return true;
}

size_t tandem_room_at(const void *p)
{
    tandem_range r;
    return tandem_object_find(p, &r) ? r.bytes - ((uintptr_t)p - r.base) : 0;
}

bool tandem_move_sized(void *to, const void *from, size_t n, tandem_expr size)
{
    tandem_expr moved[MAX_BYTES];
    uint8_t values[MAX_BYTES];
    size_t a = tandem_room_at(to), b = tandem_room_at(from), most = a < b ? a : b;
    bool known_to = tandem_size_inside(a, n, size), known_from = tandem_size_inside(b, n, size);
    if (!known_to || !known_from || most > MAX_BYTES)
        return false;
    const uint8_t *f = from, *t = to;
    for (size_t i = 0; i < most; i++) {
        tandem_expr inside = tandem_build(TANDEM_ULT, 64, tandem_const(64, i), size);
        tandem_expr new = byte_at(f + i), old = byte_at(t + i);
        moved[i] = new == old || !inside ? new : tandem_intern(TANDEM_ITE, 8, inside, new, old);
        values[i] = i < n ? f[i] : t[i];
    }
    for (size_t i = 0; i < most; i++)
        tandem_shadow_set(t + i, tandem_settle(moved[i]), values[i]);
    return true;
}
