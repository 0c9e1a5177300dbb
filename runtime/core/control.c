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

static tandem_expr unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a)
{
    switch (op) {
    case TANDEM_NOT:
        return tandem_build_not(a);
    case TANDEM_ZEXT:
    case TANDEM_SEXT:
        return tandem_extend(op, a, to);
    case TANDEM_TRUNC:
        return tandem_extract(a, 0, to);
    default:
        return a ? tandem_intern(op, to, a, from, 0) : 0;
    }
}

tandem_expr tandem_unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a)
{
    if (!a || !tandem_enter())
        return 0;
    tandem_expr e = unary(op, from, to, a);
    tandem_leave();
    return tandem_settle(e);
}

/* ---- Two words */

/* The number that they are; one word if it has no more. Constants of more than 64 bits are two as well. */
static tandem_expr whole(uint32_t width, tandem_expr low, tandem_expr high, uint64_t v_low,
                         uint64_t v_high)
{
    if (width <= 64)
        return or_const(low, width, v_low);
    return tandem_concat(or_const(high, width - 64, v_high), or_const(low, 64, v_low));
}

static tandem_expr half_of(tandem_expr e, uint32_t half)
{
    uint32_t width = e ? tandem_at(e)->width : 0;
    if (width > 64)
        e = half ? tandem_extract(e, 64, width - 64) : tandem_extract(e, 0, 64);
    return tandem_settle(e);
}

tandem_expr tandem_wide(uint32_t op, uint32_t width, uint32_t half, tandem_expr a,
                        tandem_expr a_high, tandem_expr b, tandem_expr b_high, uint64_t va,
                        uint64_t va_high, uint64_t vb, uint64_t vb_high)
{
    if (!tandem_enter())
        return 0;
    tandem_expr x = whole(width, a, a_high, va, va_high), y = whole(width, b, b_high, vb, vb_high);
    tandem_expr e = half_of(tandem_build(op, width, x, y), half);
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

tandem_expr tandem_convert(uint32_t op, uint32_t from, uint32_t to, uint32_t half, tandem_expr a,
                           tandem_expr a_high, uint64_t va, uint64_t va_high)
{
    if (!tandem_enter())
        return 0;
    tandem_expr e = half_of(unary(op, from, to, whole(from, a, a_high, va, va_high)), half);
    tandem_leave();
    return tandem_rt.over ? 0 : e;
}

tandem_expr tandem_part(tandem_expr a, uint32_t bit, uint32_t width)
{
    if (!a || !tandem_enter())
        return 0;
    tandem_expr e = tandem_settle(tandem_extract(a, bit, width));
    tandem_leave();
    return e;
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

static void log_way(tandem_expr c, bool truth, uint32_t site, bool chosen)
{
    if (c && tandem_at(c)->op == TANDEM_NOT) {
        c = tandem_at(c)->a;
        truth = !truth;
    }
    if (tandem_settle(c) && !(chosen ? tandem_asked(c) : tandem_fixed(c)) && counts(site))
        tandem_append(TANDEM_BRANCH, truth, 1, c, site, chosen);
}

void tandem_log_branch(tandem_expr c, bool truth, uint32_t site)
{
    log_way(c, truth, site, false);
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

void tandem_log_wonder(tandem_expr c)
{
    if (tandem_settle(c) && !tandem_asked(c))
        tandem_append(TANDEM_ASSUME, true, 1, c, 0, 3);
}

bool tandem_may_wonder(void)
{
    enum { MOST_WONDERS = 64 };
    return tandem_mode == TANDEM_ON && tandem_rt.wonders < MOST_WONDERS;
}

void tandem_wonder(tandem_expr c)
{
    if (!c || !tandem_enter())
        return;
    tandem_rt.wonders++;
    if (tandem_settle(c) && !tandem_asked(c))
        tandem_append(TANDEM_ASSUME, true, 1, tandem_build_not(c), 0, 4);
    tandem_leave();
}

void tandem_branch(tandem_expr c, bool truth, uint32_t site)
{
    if (!c || !tandem_enter())
        return;
    tandem_log_branch(c, truth, site);
    tandem_leave();
}

void tandem_choose_way(tandem_expr c, bool truth, uint32_t site)
{
    if (!c || !tandem_enter())
        return;
    log_way(c, truth, site, true);
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
