#include "runtime/calls/calls.h"

#include "runtime/boxes/box.h"
#include "runtime/boxes/choices.h"
#include "runtime/calls/failures.h"
#include "runtime/core/table.h"

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
    if (!name)
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

/* What is known of a function, and what it does when it is not traced. */
static tandem_call *push(const void *function, const char *name, uint32_t site, uint32_t n,
                         uint64_t floats, const void *stack)
{
    tandem_call *c = &calls[depth++];
    *c = (tandem_call){.function = function,
                       .name = name ? name : "",
                       .site = site,
                       .n = n < TANDEM_MAX_ARGS ? n : TANDEM_MAX_ARGS,
                       .floats = floats,
                       .stack = stack,
                       .input = -1};
    return c;
}

/* The call fails (runtime/calls/failures.h), if its turn has come; last of all before it is made.
 */
static bool fails(const char *name, bool after, const void *function, const void *stack)
{
    if (!tandem_rt.shared->request.max_fail || depth >= MAX_DEPTH || !tandem_failure_begin(name))
        return after;
    if (!after)
        push(function, name, 0, 0, 0, stack);
    calls[depth - 1].fails = true;
    return true;
}

/* The half of tandem_calling that needs the tables. */
static bool begin(tandem_call *c, const uint64_t *values, const tandem_expr *exprs)
{
    memcpy(c->value, values, c->n * sizeof(*values));
    memcpy(c->expr, exprs, c->n * sizeof(*exprs));
    bool after = c->known && depth <= MAX_DEPTH ? c->known->before(c) : tandem_concretize_args(c);
    if (!after)
        depth--;
    return after;
}

bool tandem_calling(const void *function, const char *name, uint32_t site, uint32_t n,
                    uint64_t floats, const uint64_t *values, const tandem_expr *exprs)
{
    const void *here = __builtin_frame_address(0);
    if (!tandem_traced || !tandem_rt.shared)
        return false;
    if (!tandem_enter()) {
        notice(name, site);
        drop_left(here);
        return fails(name, false, function, here);
    }
    int error = errno;
    const tandem_known *known = tandem_known_function(function, name);
    bool after = false, boxed = false;
    drop_left(here);
    if (!known && tandem_choices_all())
        known = &tandem_any_box;
    if (known || any(n < TANDEM_MAX_ARGS ? n : TANDEM_MAX_ARGS, exprs)) {
        tandem_call *c = push(function,
                              name    ? name
                              : known ? known->name
                                      : NULL,
                              site, n, floats, here);
        c->known = known;
        after = begin(c, values, exprs);
        boxed = after && c->box;
    }
    tandem_leave();
    if (boxed && tandem_mode == TANDEM_ON)
        tandem_mode = TANDEM_PAUSED;
    errno = boxed ? 0 : error;
    return boxed ? true : fails(name, after, function, here);
}

tandem_expr tandem_called(uint32_t width, uint64_t result)
{
    int error = errno;
    const char *here = __builtin_frame_address(0);
    if (!tandem_traced || !tandem_rt.shared)
        return 0;
    while (depth && (const char *)calls[depth - 1].stack + SLACK <= here)
        depth--;
    tandem_call *c = depth ? &calls[--depth] : NULL;
    if (c && c->fails)
        tandem_failure_over();
    if (!c || !c->known || tandem_rt.over || (tandem_mode == TANDEM_OFF && !in_vfork))
        return 0;
    in_vfork = c->known->after == tandem_after_vfork && !result;
    tandem_mode = TANDEM_OFF;
    if (in_vfork) {
        depth++; /* the parent comes back here */
        return 0;
    }
    errno = error;
    tandem_expr e = c->known->after ? c->known->after(c, width, result) : 0;
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

bool tandem_before_sink(struct tandem_call *c)
{
    return false;
}

bool tandem_before_thread(struct tandem_call *c)
{
    tandem_rt.shared->threads = 1;
    return tandem_concretize_args(c);
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
