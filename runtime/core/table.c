#include "runtime/core/table.h"

#include "runtime/core/control.h"
#include "runtime/core/freed.h"
#include "runtime/core/objects.h"
#include "runtime/core/shadow.h"

#include <string.h>

enum {
    MAX_TABLE = 4096, /* bytes of an object that becomes a table */
    WINDOW = 64,      /* to each side, where bounds are not known */
    PAGE = 4096,      /* what can be read around a byte that can be read */
    CACHE = 64,
    MAX_STORE = 256, /* bytes of an object, times those stored */
    MAX_STORES = 64, /* of one run */
    MAX_LARGE = 128 /* the same of objects that are no tables: only that they stay inside is said */
};

/* Tables in the log that may serve again: the same memory with the same bytes. */
static struct {
    tandem_range range;
    uint32_t record;
} cache[CACHE];

void tandem_fix(tandem_expr e, uint64_t value, uint32_t reason)
{
    tandem_shared *s = tandem_rt.shared;
    if (reason < TANDEM_REASON_COUNT)
        s->concretized[reason]++;
    if (!tandem_fixed(e))
        tandem_append(TANDEM_CONCRETE, reason, tandem_at(e)->width, e, (uint32_t)value,
                      (uint32_t)(value >> 32));
}

static tandem_range around(const void *p, uint32_t bytes)
{
    uintptr_t a = (uintptr_t)p, page = a & ~(uintptr_t)(PAGE - 1);
    uintptr_t from = a - page > WINDOW ? a - WINDOW : page;
    uintptr_t to = a + bytes + WINDOW;
    if (to > page + PAGE)
        to = a + bytes > page + PAGE ? a + bytes : page + PAGE;
    return (tandem_range){from, to - from};
}

/* Is the table in the log what memory holds now? Only tables without expressions are kept. */
static bool same(uint32_t record, tandem_range r)
{
    return !tandem_shadow_any((void *)r.base, r.bytes) &&
           memcmp(&tandem_rt.log[record + 1], (void *)r.base, r.bytes) == 0;
}

static uint32_t write_table(tandem_range r)
{
    uint32_t *slot = NULL;
    size_t i = (r.base >> 3 ^ r.bytes) % CACHE;
    if (cache[i].record && cache[i].range.base == r.base && cache[i].range.bytes == r.bytes &&
        same(cache[i].record, r))
        return cache[i].record;
    bool any = tandem_shadow_any((void *)r.base, r.bytes);
    if (!any) {
        slot = &cache[i].record;
        cache[i].range = r;
    }
    if (!tandem_log_room(1 + r.bytes / 16 + 1 + (any ? r.bytes / 4 + 1 : 0)))
        return 0;
    uint32_t record = tandem_append(TANDEM_TABLE_DATA, any, 8, (uint32_t)r.base,
                                    (uint32_t)(r.base >> 32), (uint32_t)r.bytes);
    tandem_append_raw((void *)r.base, r.bytes);
    if (any) {
        static tandem_expr bytes[MAX_TABLE];
        const uint8_t *p = (const uint8_t *)r.base;
        for (size_t k = 0; k < r.bytes; k++)
            bytes[k] = tandem_shadow_get(p + k, p[k]);
        tandem_append_raw(bytes, r.bytes * sizeof(*bytes));
    }
    if (slot)
        *slot = record;
    return record;
}

/* The address is inside the range, also with the bytes behind it. Gives its offset. */
static tandem_expr assume_inside(tandem_range r, uint32_t bytes, tandem_expr address)
{
    tandem_expr offset = tandem_build(TANDEM_SUB, 64, address, tandem_const(64, (uint64_t)r.base));
    tandem_log_assume(tandem_build(TANDEM_ULE, 64, offset, tandem_const(64, r.bytes - bytes)));
    return offset;
}

static void assume_inside_large(tandem_range r, uint32_t bytes, tandem_expr address)
{
    static uint32_t large;
    if (large++ < MAX_LARGE)
        assume_inside(r, bytes, address);
}

/* The object that all bytes of an access are in. */
static bool object_of(const void *p, uint32_t bytes, tandem_range *r)
{
    return tandem_object_find(p, r) && bytes <= r->bytes &&
           (uintptr_t)p - r->base <= r->bytes - bytes;
}

tandem_expr tandem_table_load(const void *p, uint32_t bytes, tandem_expr address, uint64_t value)
{
    tandem_range r;
    bool known = object_of(p, bytes, &r);
    tandem_freed_wonder(address);
    if (known && r.bytes > MAX_TABLE)
        assume_inside_large(r, bytes, address);
    if (!known || r.bytes > MAX_TABLE)
        r = around(p, bytes);
    uint32_t record = write_table(r);
    if (!record)
        return 0;
    assume_inside(r, bytes, address);
    return tandem_intern(TANDEM_TABLE, 8 * bytes, address, record, 0);
}

static tandem_expr byte_at(const uint8_t *p)
{
    tandem_expr e = tandem_shadow_get(p, *p);
    return e ? e : tandem_const(8, *p);
}

bool tandem_table_store(const void *p, uint32_t bytes, tandem_expr address, tandem_expr e,
                        uint64_t value)
{
    static uint32_t stores;
    tandem_expr new[MAX_STORE], part[8];
    tandem_range r;
    tandem_freed_wonder(address);
    if (!object_of(p, bytes, &r))
        return false;
    if (bytes > 8 || r.bytes * bytes > MAX_STORE || stores++ >= MAX_STORES) {
        assume_inside_large(r, bytes, address);
        return false;
    }
    tandem_expr offset = assume_inside(r, bytes, address);
    const uint8_t *base = (const uint8_t *)r.base;
    for (uint32_t j = 0; j < bytes; j++)
        part[j] = e ? tandem_extract(e, 8 * j, 8) : tandem_const(8, value >> (8 * j));
    for (size_t k = 0; k < r.bytes; k++) {
        new[k] = byte_at(base + k);
        for (uint32_t j = 0; j < bytes && j <= k; j++) {
            tandem_expr hit = tandem_build(TANDEM_EQ, 64, offset, tandem_const(64, k - j));
            if (k - j <= r.bytes - bytes && hit && part[j] != new[k])
                new[k] = tandem_intern(TANDEM_ITE, 8, hit, part[j], new[k]);
        }
    }
    for (size_t k = 0; k < r.bytes; k++) {
        size_t j = (uintptr_t)(base + k) - (uintptr_t)p;
        tandem_shadow_set(base + k, tandem_settle(new[k]),
                          j < bytes ? (uint8_t)(value >> (8 * j)) : base[k]);
    }
    return true;
}
