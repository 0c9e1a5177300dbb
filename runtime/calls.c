#include "runtime/calls.h"

#include "runtime/box.h"
#include "runtime/choices.h"
#include "runtime/table.h"

#include <errno.h>
#include <string.h>

enum { MAX_DEPTH = 64, SLACK = 64 };
static tandem_call calls[MAX_DEPTH + 1]; /* the last is only looked at before its call */
static uint32_t depth;
static bool in_vfork; /* its child runs in our memory; the parent goes on when that is over */

/* A call that longjmp has left is further down the stack than any that is under way. */
static void drop_left(const char *here)
{
    while (depth && (const char *)calls[depth - 1].stack <= here)
        depth--;
}

/* Two calls matter when nothing is traced as well: a failed assertion is a finding of any run; and
 * with longjmp the program leaves the box, or the work of the runtime, that it interrupted. */
static void notice(const char *name, uint32_t site)
{
    if (!name || !tandem_rt.shared)
        return;
    if (strcmp(name, "__assert_fail") == 0) {
        tandem_rt.shared->finding = TANDEM_FINDING_ASSERT;
        tandem_rt.shared->finding_site = site;
    }
    if (!tandem_rt.over && (strcmp(name, "longjmp") == 0 || strcmp(name, "_longjmp") == 0 ||
                            strcmp(name, "siglongjmp") == 0))
        tandem_mode = TANDEM_ON;
}

static bool any(uint32_t n, const tandem_expr *exprs)
{
    for (uint32_t i = 0; i < n; i++)
        if (exprs[i])
            return true;
    return false;
}

bool tandem_concretize_args(struct tandem_call *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->expr[i])
            tandem_fix(c->expr[i], c->value[i], TANDEM_WHY_CALL);
    return false;
}

bool tandem_calling(const void *function, const char *name, uint32_t site, uint32_t n,
                    uint64_t floats, const uint64_t *values, const tandem_expr *exprs)
{
    if (tandem_mode != TANDEM_ON && tandem_traced)
        notice(name, site);
    if (!tandem_enter())
        return false;
    int error = errno;
    const tandem_known *known = tandem_known_function(function, name);
    bool after = false;
    if (!known && tandem_choices_all())
        known = &tandem_any_box;
    if (n > TANDEM_MAX_ARGS)
        n = TANDEM_MAX_ARGS;
    drop_left(__builtin_frame_address(0));
    if (known || any(n, exprs)) {
        tandem_call *c = &calls[depth++];
        *c = (tandem_call){.known = known,
                           .function = function,
                           .name = name    ? name
                                   : known ? known->name
                                           : "",
                           .site = site,
                           .n = n,
                           .floats = floats,
                           .stack = __builtin_frame_address(0),
                           .input = -1};
        memcpy(c->value, values, n * sizeof(*values));
        memcpy(c->expr, exprs, n * sizeof(*exprs));
        after = known && depth <= MAX_DEPTH ? known->before(c) : tandem_concretize_args(c);
        if (!after)
            depth--;
        else if (c->box) {
            tandem_leave();
            if (tandem_mode == TANDEM_ON)
                tandem_mode = TANDEM_PAUSED;
            errno = 0;
            return true;
        }
    }
    errno = error;
    tandem_leave();
    return after;
}

tandem_expr tandem_called(uint32_t width, uint64_t result)
{
    int error = errno;
    if (!tandem_traced || tandem_rt.over || !tandem_rt.shared)
        return 0;
    if (tandem_mode == TANDEM_OFF && !in_vfork)
        return 0;
    in_vfork = false;
    tandem_mode = TANDEM_OFF;
    const char *here = __builtin_frame_address(0);
    while (depth && (const char *)calls[depth - 1].stack + SLACK <= here)
        depth--;
    tandem_expr e = 0;
    errno = error;
    if (depth) {
        tandem_call *c = &calls[--depth];
        if (c->known->after == tandem_after_vfork && !result) {
            depth++;
            in_vfork = true;
            return 0;
        }
        e = c->known->after(c, width, result);
    }
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

bool tandem_before_sink(struct tandem_call *c)
{
    return false;
}

bool tandem_before_longjmp(struct tandem_call *c)
{
    return tandem_concretize_args(c);
}

bool tandem_before_plain(struct tandem_call *c)
{
    return true;
}

tandem_expr tandem_after_vfork(struct tandem_call *c, uint32_t width, uint64_t result)
{
    return 0;
}
