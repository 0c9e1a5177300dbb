#include "runtime/core/locals.h"

#include "runtime/boxes/reach.h"

#include <string.h>

enum {
    ROOM = 1 << 16,
    MOST_LOOKED_AT = 4096, /* of the innermost functions: a deep recursion shall not cost much */
    READ = TANDEM_MAX_REACH / 4 /* bytes around an address that anybody reads */
};

__thread tandem_local *tandem_locals;
static tandem_local *entries;

void tandem_locals_start(void)
{
    if (!entries)
        entries = tandem_alloc(ROOM * sizeof(*entries));
    tandem_locals = entries;
}

/* The entries are taken before they are filled: a signal handler in between takes others. */
tandem_local *tandem_locals_enter(uint32_t n)
{
    tandem_local *frame = tandem_locals;
    if (n > (size_t)(entries + ROOM - frame))
        return NULL;
    tandem_locals = frame + n;
    memset(frame, 0, n * sizeof(*frame));
    return frame;
}

/* A stack of the program's own making may have been given back, and the address be of something
 * else now. */
static bool is_there(uintptr_t address, uintptr_t base, size_t bytes)
{
    uintptr_t from = address - base > READ ? address - READ : base;
    uintptr_t to = base + bytes - address > READ ? address + READ : base + bytes;
    return tandem_readable((void *)from, to - from);
}

bool tandem_locals_find(uintptr_t address, tandem_range *r)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    size_t n = tandem_locals ? (size_t)(tandem_locals - entries) : 0;
    size_t least = n > MOST_LOOKED_AT ? n - MOST_LOOKED_AT : 0;
    while (n-- > least) {
        uintptr_t base = (uintptr_t)entries[n].base;
        size_t bytes = entries[n].bytes;
        if (address - base >= bytes || base < here /* below us nobody lives */ ||
            !is_there(address, base, bytes))
            continue;
        *r = (tandem_range){base, bytes};
        return true;
    }
    return false;
}
