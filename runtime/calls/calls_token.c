/* strtok and its relatives: they have a state and write into the text, so they are no boxes. Which
 * bytes end a word becomes branches, as a loop over the bytes would have them; what is written and
 * returned is concrete then. */
#include "runtime/calls/calls.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"

#include <string.h>

/* Is the byte one of the ends (or the end of the text)? With a branch where it is input. */
static bool is_end(const uint8_t *p, const char *ends, uint32_t site)
{
    bool end = strchr(ends, *p) != NULL;
    tandem_expr e = tandem_shadow_get(p, *p), any = 0;
    if (!e)
        return end;
    for (const char *c = ends;; c++) {
        tandem_expr hit = tandem_build(TANDEM_EQ, 8, e, tandem_const(8, (uint8_t)*c));
        any = any ? tandem_build(TANDEM_OR, 1, any, hit) : hit;
        if (!*c)
            break;
    }
    tandem_log_branch(any, end, site);
    if (end) /* which one it is */
        tandem_byte_branch(e, 0, *p == 0, site);
    return end;
}

/* Goes over one word, and over what stands before it if `skip`. Gives where the next one begins;
 * NULL: there is none. */
static const uint8_t *pass(const uint8_t *p, const char *ends, bool skip, uint32_t site)
{
    while (skip && *p && is_end(p, ends, site))
        p++;
    if (skip && !*p)
        is_end(p, ends, site);
    while (*p && !is_end(p, ends, site))
        p++;
    if (!*p)
        is_end(p, ends, site);
    return *p ? p + 1 : NULL;
}

static const char *ends_of(tandem_call *c)
{
    tandem_concretize_args(c);
    return c->n > 1 ? (const char *)(uintptr_t)c->value[1] : NULL;
}

bool tandem_before_strtok(struct tandem_call *c)
{
    static const uint8_t *next; /* libc's own is not to be seen */
    const char *ends = ends_of(c);
    if (c->value[0])
        next = (const uint8_t *)(uintptr_t)c->value[0];
    if (next && ends)
        next = pass(next, ends, true, c->site);
    return false;
}

bool tandem_before_strtok_r(struct tandem_call *c)
{
    const char *ends = ends_of(c);
    const uint8_t *p = (const uint8_t *)(uintptr_t)c->value[0];
    if (!p && c->n > 2)
        memcpy(&p, (void *)(uintptr_t)c->value[2], sizeof(p));
    if (p && ends)
        pass(p, ends, true, c->site);
    return false;
}

bool tandem_before_strsep(struct tandem_call *c)
{
    const char *ends = ends_of(c);
    const uint8_t *p = NULL;
    if (c->value[0])
        memcpy(&p, (void *)(uintptr_t)c->value[0], sizeof(p));
    if (p && ends)
        pass(p, ends, false, c->site);
    return false;
}
