/* Bounds, bits and remainders of a constant with many values: guessed from the values that were seen, confirmed or refuted
 * by questions. */
#include "fuzz/ranges/range.h"
#include "fuzz/sweep/domain.h"
#include "solve/implied/implied_impl.h"
#include "term/value/value.h"

/* Questions about one bound when its order of magnitude is known, about bits, remainders. */
enum { REFINED = 12 };

term_id implied_bound(const prober *p, const subject *s, bool up, implied_number number)
{
    static const term_op ops[] = {[VIEW_INT] = OP_LE,
                                  [VIEW_UNSIGNED] = OP_BVULE,
                                  [VIEW_SIGNED] = OP_BVSLE,
                                  [VIEW_FLOAT] = OP_FP_LEQ};
    term_op op = ops[s->view];
    term_id end = implied_term(p, s, number);
    return up ? term_make2(p->bank, op, s->constant, end)
              : term_make2(p->bank, op, end, s->constant);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* The bounds of the sort, signed where that makes less of the seen values. */
static void choose_view(prober *p, subject *s)
{
    implied_number spread = s->most - s->least;
    s->low = -((implied_number)1 << INT_BITS);
    s->high = (implied_number)1 << INT_BITS;
    if (s->view == VIEW_INT)
        return;
    unsigned width = implied_width(p->bank, term_sort(p->bank, s->constant));
    if (s->view == VIEW_FLOAT) {
        uint64_t infinity = sweep_infinity(width), sign = UINT64_C(1) << (width - 1);
        s->low = sweep_rank(infinity | sign, width);
        s->high = sweep_rank(infinity, width);
        return;
    }
    subject other = {.constant = s->constant, .view = VIEW_SIGNED};
    for (size_t i = 0; i < s->seen.n; i++) {
        vec_push(&other.seen, s->seen.at[i]);
        implied_note_number(p, &other, s->seen.at[i]);
    }
    vec_free(&other.seen);
    bool sign = other.most - other.least < spread;
    s->view = sign ? VIEW_SIGNED : VIEW_UNSIGNED;
    s->least = sign ? other.least : s->least;
    s->most = sign ? other.most : s->most;
    s->low = sign ? -((implied_number)1 << (width - 1)) : 0;
    s->high = ((implied_number)1 << (sign ? width - 1 : width)) - 1;
}

/* Whether there is nothing beyond; then it is a bound, if there was none as good. */
static bool ends_at(prober *p, subject *s, bool up, implied_number end)
{
    if (up ? end >= s->high : end <= s->low)
        return true;
    if (implied_ask(p, term_not(p->bank, implied_bound(p, s, up, end))) != ENGINE_UNSAT)
        return false;
    *(up ? &s->high : &s->low) = end;
    *(up ? &s->high_found : &s->low_found) = true;
    return true;
}

static implied_number gap_of(const subject *s, bool up)
{
    return up ? s->high - s->most : s->least - s->low;
}

/* Nothing in the last quarter: then the order of magnitude, then finer. */
static void find_bound(prober *p, subject *s, bool up)
{
    implied_number gap = gap_of(s, up), from = up ? s->most : s->least, sign = up ? 1 : -1;
    unsigned least = 0, most = 0;
    if (gap <= (s->most - s->least) / 4 || !ends_at(p, s, up, from + sign * (gap - gap / 4)))
        return;
    while ((implied_number)1 << most < gap)
        most++;
    while (least < most && s->view != VIEW_NONE) {
        unsigned k = (least + most) / 2;
        if (ends_at(p, s, up, from + sign * ((implied_number)1 << k)))
            most = k;
        else
            least = k + 1;
    }
    for (unsigned i = 0; i < REFINED && s->view != VIEW_NONE && gap_of(s, up) > 0; i++)
        ends_at(p, s, up, (up ? s->most : s->least) + sign * (gap_of(s, up) / 2));
}

/* ---- Bits and remainders --------------------------------------------------------------------- */

/* Bits that are the same in all seen values, but for those that the bounds fix anyway. */
static uint64_t common_bits(const prober *p, const subject *s, uint64_t *ones)
{
    unsigned width = sort_bv_width(p->bank, term_sort(p->bank, s->constant));
    fuzz_range r = fuzz_range_all(width);
    uint64_t first = 0, differ = 0, bits;
    if (s->view == VIEW_UNSIGNED)
        fuzz_range_unsigned(&r, (uint64_t)s->low, (uint64_t)s->high);
    else
        fuzz_range_signed(&r, (int64_t)s->low, (int64_t)s->high);
    for (size_t i = 0; i < s->seen.n; i++) {
        if (!value_small_bits(p->bank, s->seen.at[i], &bits))
            return 0;
        first = i ? first : bits;
        differ |= first ^ bits;
    }
    uint64_t same = ~differ & ~r.known & UINT64_MAX >> (64 - width);
    *ones = first & same;
    return same;
}

static void find_bits(prober *p, subject *s)
{
    uint64_t ones, same = common_bits(p, s, &ones);
    for (unsigned i = 0; i < REFINED && same; i++) {
        unsigned width = sort_bv_width(p->bank, term_sort(p->bank, s->constant));
        term_id mask = term_const(p->bank, value_bv_u64(p->bank, width, same));
        term_id fixed = term_eq(p->bank, term_make2(p->bank, OP_BVAND, s->constant, mask),
                                term_const(p->bank, value_bv_u64(p->bank, width, ones)));
        engine_answer answer = implied_ask(p, term_not(p->bank, fixed));
        if (answer == ENGINE_UNSAT)
            vec_push(&p->found, fixed);
        same = answer == ENGINE_SAT ? common_bits(p, s, &ones) : 0;
    }
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The largest number of which all seen ones leave the same remainder, as unsigned or mathematical integers. */
static uint64_t common_step(const prober *p, const subject *s, implied_number *rest)
{
    subject plain = {.constant = s->constant,
                     .view = s->view == VIEW_SIGNED ? VIEW_UNSIGNED : s->view};
    uint64_t step = 0;
    implied_number first = 0, n;
    for (size_t i = 0; i < s->seen.n; i++) {
        if (!implied_number_of(p, &plain, s->seen.at[i], &n))
            return 0;
        first = i ? first : n;
        step = common_divisor(step, (uint64_t)(n > first ? n - first : first - n));
    }
    *rest = step ? (first % (implied_number)step + (implied_number)step) % (implied_number)step : 0;
    return step;
}

static void find_step(prober *p, subject *s)
{
    bool is_int = s->view == VIEW_INT;
    implied_number rest;
    uint64_t step = common_step(p, s, &rest);
    for (unsigned i = 0; i < REFINED && step > 1; i++) {
        if (!is_int && !(step & (step - 1))) /* that is said by bits */
            return;
        term_id same = term_eq(p->bank,
                               term_make2(p->bank, is_int ? OP_MOD : OP_BVUREM, s->constant,
                                          implied_term(p, s, (implied_number)step)),
                               implied_term(p, s, rest));
        engine_answer answer = implied_ask(p, term_not(p->bank, same));
        if (answer == ENGINE_UNSAT)
            vec_push(&p->found, same);
        step = answer == ENGINE_SAT ? common_step(p, s, &rest) : 0;
    }
}

void implied_look_closely(prober *p, subject *s)
{
    choose_view(p, s);
    find_bound(p, s, true);
    find_bound(p, s, false);
    if (s->view == VIEW_UNSIGNED || s->view == VIEW_SIGNED)
        find_bits(p, s);
    if (s->view != VIEW_NONE && s->view != VIEW_FLOAT)
        find_step(p, s);
}
