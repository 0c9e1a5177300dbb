#include "runtime/boxes/reach.h"

#include "runtime/core/shadow.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, WHOLE = 1024, PIECE = 64, MOST_READ = 1 << 26 };

void tandem_reach_add(tandem_reach *r, uintptr_t base, size_t bytes)
{
    uintptr_t end = base + bytes;
    if (!bytes)
        return;
    if (end < base || bytes > TANDEM_MAX_REACH) {
        r->full = true;
        return;
    }
    for (uint32_t i = 0; i < r->n;) {
        tandem_range o = r->range[i];
        if (o.base > end || o.base + o.bytes < base) {
            i++;
            continue;
        }
        base = o.base < base ? o.base : base; /* takes the other in, which may meet a third */
        end = o.base + o.bytes > end ? o.base + o.bytes : end;
        r->bytes -= o.bytes;
        r->range[i] = r->range[--r->n];
        i = 0;
    }
    if (r->n == TANDEM_MAX_RANGES || r->bytes + (end - base) > TANDEM_MAX_REACH) {
        r->full = true;
        return;
    }
    r->range[r->n++] = (tandem_range){base, end - base};
    r->bytes += end - base;
}

/* The kernel looks at the set before it finds that there is no such operation. */
static bool is_mapped(uintptr_t p)
{
    enum { NO_OPERATION = -1, SET_BYTES = 8 };
    int saved = errno;
    uintptr_t set = p & ~(uintptr_t)(SET_BYTES - 1);
    bool readable =
        syscall(SYS_rt_sigprocmask, NO_OPERATION, set, NULL, SET_BYTES) != 0 && errno != EFAULT;
    errno = saved;
    return readable;
}

bool tandem_readable(const void *p, size_t bytes)
{
    uintptr_t at = (uintptr_t)p, end = at + bytes;
    if (end < at || bytes > TANDEM_MAX_REACH)
        return false;
    for (uintptr_t page = at; page < end; page = (page | (PAGE - 1)) + 1)
        if (!is_mapped(page))
            return false;
    return true;
}

void tandem_reach_add_read(tandem_reach *r, uintptr_t base, size_t bytes)
{
    uintptr_t end = base + bytes;
    if (bytes <= WHOLE || end < base || bytes > MOST_READ) {
        tandem_reach_add(r, base, bytes);
        return;
    }
    for (uintptr_t at = base; at < end; at += PIECE) {
        size_t n = end - at < PIECE ? end - at : PIECE;
        if (tandem_shadow_any((void *)at, n))
            tandem_reach_add(r, at, n);
    }
}

size_t tandem_input_reach(const void *p, size_t bytes)
{
    enum { GAP = 16 };
    const char *at = p;
    size_t n = bytes, gap = 0;
    for (size_t i = bytes; i < TANDEM_MAX_REACH / 4 && gap < GAP; i++)
        if (tandem_shadow_any(at + i, 1)) {
            n = i + 1;
            gap = 0;
        } else {
            gap++;
        }
    return n;
}

/* The character at p is 0, in this run. */
static bool is_end(const uint8_t *p, size_t unit)
{
    for (size_t i = 0; i < unit; i++)
        if (p[i])
            return false;
    return true;
}

static bool is_input(const uint8_t *p, size_t unit)
{
    for (size_t i = 0; i < unit; i++)
        if (tandem_shadow_get(p + i, p[i]))
            return true;
    return false;
}

size_t tandem_string_reach(const void *s, size_t most, size_t unit)
{
    const uint8_t *p = s;
    bool ended = false; /* the string of this run has: from here on we may meet unmapped memory */
    size_t n = 0;
    while (n < most && n <= TANDEM_MAX_REACH) {
        if ((uintptr_t)(p + n) % PAGE == 0 &&
            ((ended && !tandem_shadow_any(p + n, unit)) || !tandem_readable(p + n, unit)))
            break;
        bool input = is_input(p + n, unit), end = is_end(p + n, unit);
        n += unit;
        if (end && !input)
            break;
        if (ended && !input) { /* memory behind the input */
            n -= unit;
            break;
        }
        ended |= end;
    }
    return n < most ? n : most;
}
