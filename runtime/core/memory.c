/* The memory half of the interface: loads, stores, copies. */
#include "runtime/calls/sized.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"

#include <string.h>

/* The expressions of the bytes at p. When somebody has written a number over another, some of its
 * bytes may be the same by chance: if one byte is stale, so are all that were parts of a number. */
static bool parts_at(const char *p, uint32_t n, uint64_t value, tandem_expr *part)
{
    bool stale = false, any = false;
    for (uint32_t i = 0; i < n; i++)
        stale |= tandem_shadow_stale(p + i, (uint8_t)(value >> (8 * i)));
    for (uint32_t i = 0; i < n; i++) {
        part[i] = tandem_shadow_get(p + i, (uint8_t)(value >> (8 * i)));
        if (stale && part[i] && tandem_at(part[i])->op == TANDEM_EXTRACT) {
            tandem_shadow_clear(p + i, 1);
            part[i] = 0;
        }
        any |= part[i] != 0;
    }
    return any;
}

tandem_expr tandem_load(const void *p, uint32_t bytes, tandem_expr address, uint64_t value)
{
    if (!tandem_enter())
        return 0;
    tandem_expr e = 0, part[8];
    if (address)
        e = tandem_table_load(p, bytes, address, value);
    else if (bytes <= 8 && parts_at(p, bytes, value, part))
        e = tandem_settle(tandem_join(part, bytes, value));
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

void tandem_store(void *p, uint32_t bytes, tandem_expr address, tandem_expr e, uint64_t value)
{
    if (tandem_mode == TANDEM_PAUSED)
        tandem_shadow_clear(p, bytes);
    if (!tandem_enter())
        return;
    if (e && tandem_at(e)->width != 8 * bytes) /* i1, i24, …: memory holds them zero-extended */
        e = tandem_extend(TANDEM_ZEXT, e, 8 * bytes);
    if (!address || !tandem_table_store(p, bytes, address, e, value)) {
        if (address)
            tandem_fix(address, (uintptr_t)p, TANDEM_WHY_ADDRESS);
        if (!e)
            tandem_shadow_clear(p, bytes);
        for (uint32_t i = 0; e && i < bytes; i++)
            tandem_shadow_set((char *)p + i, tandem_settle(tandem_extract(e, 8 * i, 8)),
                              (uint8_t)(value >> (8 * i)));
    }
    tandem_leave();
}

void tandem_memcpy(void *to, const void *from, size_t n, tandem_expr e_to, tandem_expr e_from,
                   tandem_expr e_n)
{
    if (tandem_mode == TANDEM_PAUSED)
        tandem_shadow_clear(to, n);
    if (!tandem_enter())
        return;
    if (e_to)
        tandem_fix(e_to, (uintptr_t)to, TANDEM_WHY_ADDRESS);
    if (e_from)
        tandem_fix(e_from, (uintptr_t)from, TANDEM_WHY_ADDRESS);
    if (!e_n || !tandem_move_sized(to, from, n, e_n)) {
        if (e_n)
            tandem_fix(e_n, n, TANDEM_WHY_SIZE);
        tandem_shadow_move(to, from, from, n);
    }
    tandem_leave();
}

void tandem_memset(void *to, uint64_t byte, size_t n, tandem_expr e_to, tandem_expr e_byte,
                   tandem_expr e_n)
{
    if (tandem_mode == TANDEM_PAUSED)
        tandem_shadow_clear(to, n);
    if (!tandem_enter())
        return;
    if (e_to)
        tandem_fix(e_to, (uintptr_t)to, TANDEM_WHY_ADDRESS);
    if (e_n) {
        tandem_size_inside(tandem_room_at(to), n, e_n);
        tandem_fix(e_n, n, TANDEM_WHY_SIZE);
    }
    tandem_expr e = e_byte ? tandem_settle(tandem_extract(e_byte, 0, 8)) : 0;
    if (!e)
        tandem_shadow_clear(to, n);
    for (size_t i = 0; e && i < n; i++)
        tandem_shadow_set((char *)to + i, e, (uint8_t)byte);
    tandem_leave();
}

void tandem_forget(void *p, size_t n)
{
    int before = tandem_mode;
    if (before == TANDEM_OFF)
        return;
    tandem_mode = TANDEM_OFF;
    tandem_shadow_clear(p, n);
    tandem_mode = before;
}
