/* Operators and control flow of instrumented code, and its modules. */
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/table.h"

#include <string.h>

static tandem_expr or_const(tandem_expr e, uint32_t width, uint64_t value)
{
    return e ? e : tandem_const(width, value);
}

tandem_expr tandem_binary(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b, uint64_t va,
                          uint64_t vb)
{
    if (!tandem_enter())
        return 0;
    tandem_expr e =
        tandem_settle(tandem_build(op, width, or_const(a, width, va), or_const(b, width, vb)));
    tandem_leave();
    return e;
}

tandem_expr tandem_unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a)
{
    if (!a || !tandem_enter())
        return 0;
    tandem_expr e;
    switch (op) {
    case TANDEM_NOT:
        e = tandem_build_not(a);
        break;
    case TANDEM_ZEXT:
    case TANDEM_SEXT:
        e = tandem_extend(op, a, to);
        break;
    case TANDEM_TRUNC:
        e = tandem_extract(a, 0, to);
        break;
    default:
        e = tandem_intern(op, to, a, from, 0);
    }
    tandem_leave();
    return tandem_settle(e);
}

tandem_expr tandem_ite(uint32_t width, tandem_expr c, tandem_expr a, tandem_expr b, bool vc,
                       uint64_t va, uint64_t vb)
{
    if (!c)
        return vc ? a : b;
    if (!tandem_enter())
        return 0;
    uint64_t mask = tandem_mask(width);
    tandem_expr e;
    if (a == b && (a || !((va ^ vb) & mask)))
        e = a;
    else if (width == 1 && !a && !b)
        e = va & 1 ? c : tandem_build_not(c);
    else
        e = tandem_intern(TANDEM_ITE, width, c, or_const(a, width, va), or_const(b, width, vb));
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

void tandem_concrete(tandem_expr e, uint32_t width, uint64_t value, uint32_t reason)
{
    if (!e || !tandem_enter())
        return;
    tandem_fix(e, value, reason);
    tandem_leave();
}

/* Counts an event that may be flipped against the budgets. False: the log ends here. */
static bool counts(uint32_t site)
{
    const tandem_request *q = &tandem_rt.shared->request;
    if (q->max_depth && tandem_rt.depth >= q->max_depth) {
        tandem_stop(4);
        return false;
    }
    tandem_rt.depth++;
    if (site >= tandem_rt.site_room) {
        uint32_t room = tandem_rt.shared->n_sites > site ? tandem_rt.shared->n_sites : site + 1;
        uint32_t *more = room < 1u << 24 ? tandem_alloc(room * sizeof(*more)) : NULL;
        if (!more)
            return true;
        if (tandem_rt.site_flips)
            memcpy(more, tandem_rt.site_flips, tandem_rt.site_room * sizeof(*more));
        tandem_rt.site_flips = more;
        tandem_rt.site_room = room;
    }
    if (q->max_flips && ++tandem_rt.site_flips[site] > q->max_flips)
        tandem_rt.shared->full |= 2; /* the condition still belongs to the path */
    return true;
}

void tandem_log_branch(tandem_expr c, bool truth, uint32_t site)
{
    if (c && tandem_at(c)->op == TANDEM_NOT) {
        c = tandem_at(c)->a;
        truth = !truth;
    }
    if (tandem_settle(c) && !tandem_fixed(c) && counts(site))
        tandem_append(TANDEM_BRANCH, truth, 1, c, site, 0);
}

void tandem_byte_branch(tandem_expr e, uint8_t byte, bool truth, uint32_t site)
{
    tandem_log_branch(tandem_build(TANDEM_EQ, 8, e, tandem_const(8, byte)), truth, site);
}

void tandem_log_demand(tandem_expr c, bool truth, uint32_t site)
{
    if (tandem_settle(c) && !tandem_fixed(c))
        tandem_append(TANDEM_ASSUME, truth, 1, c, site, 1);
}

void tandem_log_assume(tandem_expr c)
{
    if (tandem_settle(c) && !tandem_fixed(c))
        tandem_append(TANDEM_ASSUME, true, 1, c, 0, 0);
}

void tandem_branch(tandem_expr c, bool truth, uint32_t site)
{
    if (!c || !tandem_enter())
        return;
    tandem_log_branch(c, truth, site);
    tandem_leave();
}

void tandem_switch(tandem_expr e, uint32_t width, uint64_t value, uint32_t site,
                   const uint64_t *cases, uint32_t n)
{
    if (!e || !tandem_enter())
        return;
    if (counts(site) && tandem_log_room((size_t)n + 1)) {
        tandem_append(TANDEM_SWITCH, 0, width, e, site, n);
        for (uint32_t i = 0; i < n; i++)
            tandem_append(TANDEM_CASE, cases[i] == value, width, (uint32_t)cases[i],
                          (uint32_t)(cases[i] >> 32), 0);
    }
    tandem_leave();
}

void tandem_trap(tandem_expr c, bool truth, uint32_t site)
{
    if (truth && tandem_rt.shared) {
        tandem_rt.shared->finding = TANDEM_FINDING_UNDEFINED;
        tandem_rt.shared->finding_site = site;
    }
    if (!c || !tandem_enter())
        return;
    if (!tandem_fixed(c) && counts(site))
        tandem_append(TANDEM_CHECK, truth, 1, c, site, 0);
    tandem_leave();
}
