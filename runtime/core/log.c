#include "runtime/core/log.h"

#include <string.h>

enum { CACHE = 1 << 14 };
static uint32_t cache[CACHE];
static uint8_t *fixed, *asked; /* a bit for each record */

void tandem_log_start(tandem_record *log, uint32_t room)
{
    tandem_rt.log = log;
    tandem_rt.room = room;
    tandem_rt.n = 1; /* record 0 stands for "concrete" */
    tandem_rt.depth = 0;
    tandem_rt.wonders = 0;
    tandem_rt.over = false;
    tandem_rt.shared->n_records = 1;
    if (fixed) /* not the first log of this process: its tables are not empty */
        memset(cache, 0, sizeof(cache));
    fixed = tandem_alloc(room / 8 + 1);
    asked = tandem_alloc(room / 8 + 1);
    if (room)
        memset(log, 0, sizeof(*log));
}

bool tandem_log_room(size_t records)
{
    if (records <= tandem_rt.room - tandem_rt.n && tandem_rt.n <= tandem_rt.room)
        return true;
    if (!tandem_rt.over)
        tandem_stop(1);
    return false;
}

void *tandem_scratch(size_t bytes)
{
    static uint8_t *scratch;
    static size_t room;
    if (bytes > room) {
        room = bytes * 2;
        scratch = tandem_alloc(room);
    }
    return scratch ? memset(scratch, 0, bytes) : NULL;
}

uint32_t tandem_append(uint32_t op, uint32_t flag, uint32_t width, uint32_t a, uint32_t b,
                       uint32_t c)
{
    if (tandem_rt.over || !tandem_log_room(1))
        return 0;
    uint32_t number = tandem_rt.n++;
    tandem_rt.log[number] = (tandem_record){
        .op = (uint8_t)op, .flag = (uint8_t)flag, .width = (uint16_t)width, .a = a, .b = b, .c = c};
    tandem_rt.shared->n_records =
        tandem_rt.n; /* after the record: a killed run leaves whole ones */
    return number;
}

bool tandem_append_raw(const void *data, size_t bytes)
{
    size_t records = (bytes + sizeof(tandem_record) - 1) / sizeof(tandem_record);
    if (tandem_rt.over || !tandem_log_room(records))
        return false;
    if (!records)
        return true;
    memset(&tandem_rt.log[tandem_rt.n + records - 1], 0, sizeof(tandem_record));
    memcpy(&tandem_rt.log[tandem_rt.n], data, bytes);
    tandem_rt.n += (uint32_t)records;
    tandem_rt.shared->n_records = tandem_rt.n;
    return true;
}

tandem_expr tandem_intern(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t h = op * 0x9E3779B97F4A7C15u + width;
    h = (h ^ a) * 0xD6E8FEB86659FD93u;
    h = (h ^ (h >> 29) ^ b) * 0xD6E8FEB86659FD93u;
    h = (h ^ (h >> 29) ^ c) * 0xD6E8FEB86659FD93u;
    uint32_t *slot = &cache[(h >> 40) % CACHE];
    const tandem_record *r = &tandem_rt.log[*slot];
    if (*slot && r->op == op && r->width == width && r->a == a && r->b == b && r->c == c)
        return *slot;
    uint32_t number = tandem_append(op, 0, width, a, b, c);
    if (number)
        *slot = number;
    return number;
}

static bool has(const uint8_t *bits, tandem_expr e)
{
    return bits && bits[e / 8] >> (e % 8) & 1;
}

/* True if it had been there before. */
static bool add(uint8_t *bits, tandem_expr e)
{
    bool before = has(bits, e);
    if (bits)
        bits[e / 8] |= (uint8_t)(1u << (e % 8));
    return before;
}

bool tandem_fixed(tandem_expr e)
{
    return add(fixed, e);
}

bool tandem_asked(tandem_expr e)
{
    return has(fixed, e) || add(asked, e);
}
