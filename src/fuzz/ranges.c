#include "fuzz/ranges.h"

#include <stdlib.h>

enum { ROUNDS = 24 };

typedef struct ranger {
    const fuzz_program *p;
    fuzz_range *of;
    bool changed;
} ranger;

static uint64_t mask(unsigned width)
{
    return width ? UINT64_MAX >> (64 - width) : 0;
}

static void narrow(ranger *g, uint32_t reg, uint64_t low, uint64_t high)
{
    g->changed |= fuzz_range_unsigned(&g->of[reg], low, high);
}

static void narrow_bits(ranger *g, uint32_t reg, uint64_t known, uint64_t ones)
{
    g->changed |= fuzz_range_bits(&g->of[reg], known, ones);
}

/* An operand may be narrower than the operator says: zero extension keeps the word. */
static uint64_t known_bits(const fuzz_range *r)
{
    return r->known | ~mask(r->width);
}

static void signed_view(const fuzz_range *r, unsigned width, int64_t *least, int64_t *most)
{
    bool extended = r->width && r->width < width;
    *least = extended ? (int64_t)r->low : r->least;
    *most = extended ? (int64_t)r->high : r->most;
}

static void narrow_signed(ranger *g, uint32_t reg, unsigned width, int64_t least, int64_t most)
{
    fuzz_range *r = &g->of[reg];
    if (!r->width || r->width >= width)
        g->changed |= fuzz_range_signed(r, least, most);
    else if (most >= 0)
        narrow(g, reg, least < 0 ? 0 : (uint64_t)least, (uint64_t)most);
    else
        narrow(g, reg, 1, 0);
}

static bool truth(const ranger *g, uint32_t reg, bool *value)
{
    uint64_t word;
    bool known = fuzz_range_single(&g->of[reg], &word);
    *value = known && word;
    return known;
}

static void set_truth(ranger *g, uint32_t reg, bool value)
{
    narrow(g, reg, value, value);
}

/* ---- Comparisons --------------------------------------------------------------------------- */

static void keep_below(ranger *g, uint32_t x, uint32_t y, bool strict)
{
    uint64_t high = g->of[y].high, low = g->of[x].low;
    if (strict && (high == 0 || low == UINT64_MAX)) {
        narrow(g, x, 1, 0);
        return;
    }
    narrow(g, x, 0, high - strict);
    narrow(g, y, low + strict, UINT64_MAX);
}

static void contract_below(ranger *g, uint32_t at, const fuzz_insn *insn, bool strict)
{
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b];
    bool value;
    if (truth(g, at, &value)) {
        if (value)
            keep_below(g, insn->a, insn->b, strict);
        else
            keep_below(g, insn->b, insn->a, !strict);
    } else if (strict ? x->high < y->low : x->high <= y->low) {
        set_truth(g, at, true);
    } else if (strict ? x->low >= y->high : x->low > y->high) {
        set_truth(g, at, false);
    }
}

static void keep_less(ranger *g, uint32_t x, uint32_t y, unsigned width, bool strict)
{
    int64_t least, most, ignored;
    signed_view(&g->of[x], width, &least, &ignored);
    signed_view(&g->of[y], width, &ignored, &most);
    /* An end that stands for "no bound", or beyond which only those lie, stays as it is. */
    bool step_down = strict && most != INT64_MAX && most != INT64_MIN;
    bool step_up = strict && least != INT64_MIN && least != INT64_MAX;
    narrow_signed(g, x, width, INT64_MIN, most - step_down);
    narrow_signed(g, y, width, least + step_up, INT64_MAX);
}

static void contract_less(ranger *g, uint32_t at, const fuzz_insn *insn, bool strict)
{
    int64_t x_least, x_most, y_least, y_most;
    bool value;
    if (truth(g, at, &value)) {
        if (value)
            keep_less(g, insn->a, insn->b, insn->width, strict);
        else
            keep_less(g, insn->b, insn->a, insn->width, !strict);
        return;
    }
    signed_view(&g->of[insn->a], insn->width, &x_least, &x_most);
    signed_view(&g->of[insn->b], insn->width, &y_least, &y_most);
    bool open_low = y_least == INT64_MIN || x_most == INT64_MAX;
    bool open_high = x_least == INT64_MIN || y_most == INT64_MAX;
    if (!open_low && (strict ? x_most < y_least : x_most <= y_least))
        set_truth(g, at, true);
    else if (!open_high && (strict ? x_least >= y_most : x_least > y_most))
        set_truth(g, at, false);
}

/* What equals `from` is in its range. */
static void meet(ranger *g, uint32_t reg, uint32_t from)
{
    const fuzz_range *r = &g->of[from];
    if (g->of[reg].width == r->width) {
        g->changed |= fuzz_range_meet(&g->of[reg], r);
    } else if (r->width && g->of[reg].width) {
        narrow(g, reg, r->low, r->high);
        narrow_bits(g, reg, known_bits(r), r->ones);
    }
}

/* Takes `word` from the ends of a range. */
static void shave(ranger *g, uint32_t reg, uint64_t word)
{
    const fuzz_range *r = &g->of[reg];
    if (!r->width && r->least == (int64_t)word && r->least != INT64_MIN)
        narrow_signed(g, reg, 0, r->least == INT64_MAX ? r->least : r->least + 1, INT64_MAX);
    else if (!r->width && r->most == (int64_t)word && r->most != INT64_MAX)
        narrow_signed(g, reg, 0, INT64_MIN, r->most == INT64_MIN ? r->most : r->most - 1);
    else if (r->width && r->low == word && r->low < r->high)
        narrow(g, reg, r->low + 1, UINT64_MAX);
    else if (r->width && r->high == word && r->low < r->high)
        narrow(g, reg, 0, r->high - 1);
}

static void contract_equal(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint64_t x, y;
    bool value, x_single = fuzz_range_single(&g->of[insn->a], &x);
    bool y_single = fuzz_range_single(&g->of[insn->b], &y);
    if (truth(g, at, &value) && value) {
        meet(g, insn->a, insn->b);
        meet(g, insn->b, insn->a);
    } else if (x_single && y_single) {
        set_truth(g, at, x == y);
    } else if (truth(g, at, &value) && x_single) {
        shave(g, insn->b, x);
    } else if (truth(g, at, &value) && y_single) {
        shave(g, insn->a, y);
    }
}

static void contract_ite(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    bool value;
    if (truth(g, insn->a, &value)) {
        uint32_t branch = value ? insn->b : insn->c;
        meet(g, at, branch);
        meet(g, branch, at);
    } else if (g->of[insn->b].width == g->of[insn->c].width &&
               g->of[insn->b].width == g->of[at].width) {
        fuzz_range both = g->of[insn->b];
        fuzz_range_join(&both, &g->of[insn->c]);
        g->changed |= fuzz_range_meet(&g->of[at], &both);
    }
}

/* ---- Bits ---------------------------------------------------------------------------------- */

static void contract_not(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    narrow_bits(g, at, known_bits(x), ~x->ones);
    narrow_bits(g, insn->a, r->known, ~r->ones);
}

/* r = x op y for `and` (flip 0) and `or` (flip -1: with all bits negated it is an `and`). */
static void contract_and(ranger *g, uint32_t at, const fuzz_insn *insn, uint64_t flip)
{
    uint32_t args[2] = {insn->a, insn->b};
    uint64_t zero[2], one[2];
    for (int i = 0; i < 2; i++) {
        const fuzz_range *x = &g->of[args[i]];
        uint64_t known = known_bits(x), ones = x->ones ^ flip;
        zero[i] = known & ~ones;
        one[i] = known & ones;
    }
    narrow_bits(g, at, zero[0] | zero[1] | (one[0] & one[1]), (one[0] & one[1]) ^ flip);
    const fuzz_range *r = &g->of[at];
    uint64_t r_one = r->known & (r->ones ^ flip), r_zero = r->known & ~(r->ones ^ flip);
    for (int i = 0; i < 2; i++)
        narrow_bits(g, args[i], r_one | (r_zero & one[1 - i]), r_one ^ flip);
}

static void contract_xor(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t three[3] = {insn->a, insn->b, at};
    for (int i = 0; i < 3; i++) { /* each is the xor of the other two */
        const fuzz_range *x = &g->of[three[(i + 1) % 3]], *y = &g->of[three[(i + 2) % 3]];
        narrow_bits(g, three[i], known_bits(x) & known_bits(y), x->ones ^ y->ones);
    }
}

static void contract_concat(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    unsigned n = (unsigned)insn->imm;
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b], *r = &g->of[at];
    narrow(g, at, x->low << n | y->low, x->high << n | y->high);
    narrow_bits(g, at, known_bits(x) << n | (known_bits(y) & mask(n)), x->ones << n | y->ones);
    narrow(g, insn->a, r->low >> n, r->high >> n);
    narrow_bits(g, insn->a, known_bits(r) >> n, r->ones >> n);
    narrow_bits(g, insn->b, r->known & mask(n), r->ones & mask(n));
}

static void contract_extract(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    unsigned low = (unsigned)insn->imm;
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    narrow_bits(g, at, known_bits(x) >> low, x->ones >> low);
    narrow_bits(g, insn->a, r->known << low, r->ones << low);
    if (x->high >> low <= mask(insn->width)) { /* nothing is cut off above */
        narrow(g, at, x->low >> low, x->high >> low);
        narrow(g, insn->a, r->low << low, r->high << low | mask(low));
    }
}

static void contract_sext(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    int64_t least, most;
    signed_view(&g->of[insn->a], insn->width, &least, &most);
    narrow_signed(g, at, (unsigned)insn->imm, least, most);
    narrow_signed(g, insn->a, insn->width, g->of[at].least, g->of[at].most);
}

static void contract_shift(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    uint64_t by;
    if (!fuzz_range_single(&g->of[insn->b], &by) || by >= insn->width)
        return;
    if (insn->op == FUZZ_BV_LSHR) {
        narrow(g, at, x->low >> by, x->high >> by);
        narrow_bits(g, at, known_bits(x) >> by | ~(mask(insn->width) >> by), x->ones >> by);
        narrow(g, insn->a, r->low << by, r->high << by | mask((unsigned)by));
        narrow_bits(g, insn->a, r->known << by, r->ones << by);
        return;
    }
    narrow_bits(g, at, known_bits(x) << by | mask((unsigned)by), x->ones << by);
    narrow_bits(g, insn->a, (r->known & mask(insn->width)) >> by, r->ones >> by);
    if (x->high <= mask(insn->width) >> by) {
        narrow(g, at, x->low << by, x->high << by);
        narrow(g, insn->a, r->low >> by, r->high >> by);
    }
}

/* ---- Bit-vector arithmetic ----------------------------------------------------------------- */

/* reg = from + by, modulo the width: an interval stays one unless it goes over the end. */
static void moved(ranger *g, uint32_t reg, uint32_t from, uint64_t by, unsigned width)
{
    const fuzz_range *x = &g->of[from];
    uint64_t low = (x->low + by) & mask(width), high = (x->high + by) & mask(width);
    if (low <= high)
        narrow(g, reg, low, high);
}

static void contract_add(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t args[2] = {insn->a, insn->b};
    uint64_t sum_high, fixed;
    for (int i = 0; i < 2; i++)
        if (fuzz_range_single(&g->of[args[i]], &fixed)) {
            moved(g, at, args[1 - i], fixed, insn->width);
            moved(g, args[1 - i], at, -fixed, insn->width);
            return;
        }
    if (__builtin_add_overflow(g->of[insn->a].high, g->of[insn->b].high, &sum_high) ||
        sum_high > mask(insn->width))
        return;
    narrow(g, at, g->of[insn->a].low + g->of[insn->b].low, sum_high);
    for (int i = 0; i < 2; i++) {
        const fuzz_range *y = &g->of[args[1 - i]], *r = &g->of[at];
        if (r->high >= y->low)
            narrow(g, args[i], r->low > y->high ? r->low - y->high : 0, r->high - y->low);
    }
}

static void contract_sub(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b];
    uint64_t fixed;
    if (fuzz_range_single(y, &fixed)) {
        moved(g, at, insn->a, -fixed, insn->width);
        moved(g, insn->a, at, fixed, insn->width);
    } else if (x->low >= y->high) {
        narrow(g, at, x->low - y->high, x->high - y->low);
    }
}

static void contract_mul(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t args[2] = {insn->a, insn->b};
    uint64_t high, fixed;
    if (__builtin_mul_overflow(g->of[insn->a].high, g->of[insn->b].high, &high) ||
        high > mask(insn->width))
        return;
    narrow(g, at, g->of[insn->a].low * g->of[insn->b].low, high);
    for (int i = 0; i < 2; i++)
        if (fuzz_range_single(&g->of[args[i]], &fixed) && fixed)
            narrow(g, args[1 - i],
                   (g->of[at].low + fixed - 1 < fixed) ? 0 : (g->of[at].low + fixed - 1) / fixed,
                   g->of[at].high / fixed);
}

static void contract_udiv(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    uint64_t by, low, high;
    if (!fuzz_range_single(&g->of[insn->b], &by) || !by)
        return;
    narrow(g, at, x->low / by, x->high / by);
    if (!__builtin_mul_overflow(g->of[at].low, by, &low))
        narrow(g, insn->a, low, UINT64_MAX);
    if (!__builtin_mul_overflow(g->of[at].high, by, &high) &&
        !__builtin_add_overflow(high, by - 1, &high))
        narrow(g, insn->a, 0, high);
}

static void contract_urem(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b];
    narrow(g, at, 0, y->low && y->high - 1 < x->high ? y->high - 1 : x->high);
}

/* ---- Int ----------------------------------------------------------------------------------- */

static int64_t clamp(__int128 x)
{
    return x < INT64_MIN ? INT64_MIN : x > INT64_MAX ? INT64_MAX : (int64_t)x;
}

/* reg = x + sign * y. */
static void sum(ranger *g, uint32_t reg, uint32_t first, uint32_t second, int sign)
{
    const fuzz_range *x = &g->of[first], *y = &g->of[second];
    int64_t down = sign > 0 ? y->least : y->most, up = sign > 0 ? y->most : y->least;
    bool down_open = down == (sign > 0 ? INT64_MIN : INT64_MAX);
    bool up_open = up == (sign > 0 ? INT64_MAX : INT64_MIN);
    int64_t least = x->least == INT64_MIN || down_open
                        ? INT64_MIN
                        : clamp((__int128)x->least + (__int128)sign * down);
    int64_t most = x->most == INT64_MAX || up_open ? INT64_MAX
                                                   : clamp((__int128)x->most + (__int128)sign * up);
    narrow_signed(g, reg, 0, least, most);
}

static void contract_int_neg(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t ends[2][2] = {{at, insn->a}, {insn->a, at}};
    for (int i = 0; i < 2; i++) {
        const fuzz_range *x = &g->of[ends[i][1]];
        narrow_signed(g, ends[i][0], 0, x->most == INT64_MAX ? INT64_MIN : -x->most,
                      x->least == INT64_MIN ? INT64_MAX : -x->least);
    }
}

static bool bounded(const fuzz_range *r)
{
    return r->least != INT64_MIN && r->most != INT64_MAX;
}

static __int128 floor_division(__int128 x, int64_t y)
{
    __int128 quotient = x / y;
    return quotient - (x % y && (x < 0) != (y < 0));
}

/* reg * by = the range of `product`. */
static void divided(ranger *g, uint32_t reg, uint32_t product, int64_t by)
{
    const fuzz_range *r = &g->of[product];
    __int128 low = by > 0 ? r->least : r->most, high = by > 0 ? r->most : r->least;
    bool low_open = low == (by > 0 ? INT64_MIN : INT64_MAX);
    bool high_open = high == (by > 0 ? INT64_MAX : INT64_MIN);
    narrow_signed(g, reg, 0, low_open ? INT64_MIN : clamp(-floor_division(-low, by)),
                  high_open ? INT64_MAX : clamp(floor_division(high, by)));
}

static void contract_int_mul(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t args[2] = {insn->a, insn->b};
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b];
    uint64_t fixed;
    for (int i = 0; i < 2; i++)
        if (fuzz_range_single(&g->of[args[i]], &fixed) && fixed)
            divided(g, args[1 - i], at, (int64_t)fixed);
    if (!bounded(x) || !bounded(y))
        return;
    __int128 least = 0, most = 0;
    for (int i = 0; i < 4; i++) {
        __int128 corner = (__int128)(i & 1 ? x->most : x->least) * (i & 2 ? y->most : y->least);
        least = i == 0 || corner < least ? corner : least;
        most = i == 0 || corner > most ? corner : most;
    }
    narrow_signed(g, at, 0, clamp(least), clamp(most));
}

static void contract_abs(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    int64_t most = INT64_MAX;
    if (bounded(x))
        most = -x->least > x->most ? -x->least : x->most;
    narrow_signed(g, at, 0, 0, most);
    if (g->of[at].most != INT64_MAX)
        narrow_signed(g, insn->a, 0, -g->of[at].most, g->of[at].most);
}

static void contract_mod(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint64_t by;
    if (fuzz_range_single(&g->of[insn->b], &by) && (int64_t)by > 0)
        narrow_signed(g, at, 0, 0, (int64_t)by - 1);
}

static void contract_to_int(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    int64_t least, most;
    if (insn->op == FUZZ_SBV_TO_INT) {
        signed_view(x, insn->width, &least, &most);
        narrow_signed(g, at, 0, least, most);
        narrow_signed(g, insn->a, insn->width, r->least, r->most);
        return;
    }
    narrow_signed(g, at, 0, 0, x->high > INT64_MAX ? INT64_MAX : (int64_t)x->high);
    narrow(g, insn->a, r->least > 0 ? (uint64_t)r->least : 0,
           r->most == INT64_MAX ? UINT64_MAX : (uint64_t)r->most);
}

static void contract_to_bits(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    if (x->least >= 0 && x->most != INT64_MAX && (uint64_t)x->most <= mask(insn->width))
        narrow(g, at, (uint64_t)x->least, (uint64_t)x->most);
}

static void contract_int(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    switch (insn->op) {
    case FUZZ_INT_ADD:
        sum(g, at, insn->a, insn->b, 1);
        sum(g, insn->a, at, insn->b, -1);
        sum(g, insn->b, at, insn->a, -1);
        break;
    case FUZZ_INT_SUB:
        sum(g, at, insn->a, insn->b, -1);
        sum(g, insn->a, at, insn->b, 1);
        sum(g, insn->b, insn->a, at, -1);
        break;
    case FUZZ_INT_NEG:
        contract_int_neg(g, at, insn);
        break;
    case FUZZ_INT_MUL:
        contract_int_mul(g, at, insn);
        break;
    case FUZZ_INT_ABS:
        contract_abs(g, at, insn);
        break;
    case FUZZ_INT_MOD:
        contract_mod(g, at, insn);
        break;
    case FUZZ_BV_TO_INT:
    case FUZZ_SBV_TO_INT:
        contract_to_int(g, at, insn);
        break;
    case FUZZ_INT_TO_BV:
        contract_to_bits(g, at, insn);
        break;
    default:
        break;
    }
}

/* One instruction, in all directions. Operators without a case tell nothing. */
static void contract(ranger *g, uint32_t at)
{
    const fuzz_insn *insn = &g->p->code.at[at];
    switch (insn->op) {
    case FUZZ_NOT:
    case FUZZ_BV_NOT:
        contract_not(g, at, insn);
        break;
    case FUZZ_AND:
    case FUZZ_BV_AND:
        contract_and(g, at, insn, 0);
        break;
    case FUZZ_OR:
    case FUZZ_BV_OR:
        contract_and(g, at, insn, UINT64_MAX);
        break;
    case FUZZ_XOR:
    case FUZZ_BV_XOR:
        contract_xor(g, at, insn);
        break;
    case FUZZ_ITE:
        contract_ite(g, at, insn);
        break;
    case FUZZ_EQ:
        contract_equal(g, at, insn);
        break;
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        contract_below(g, at, insn, insn->op == FUZZ_BV_ULT);
        break;
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        contract_less(g, at, insn, insn->op == FUZZ_BV_SLT);
        break;
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        contract_less(g, at, insn, insn->op == FUZZ_INT_LT);
        break;
    case FUZZ_CONCAT:
        contract_concat(g, at, insn);
        break;
    case FUZZ_EXTRACT:
        contract_extract(g, at, insn);
        break;
    case FUZZ_SEXT:
        contract_sext(g, at, insn);
        break;
    case FUZZ_BV_SHL:
    case FUZZ_BV_LSHR:
        contract_shift(g, at, insn);
        break;
    case FUZZ_BV_ADD:
        contract_add(g, at, insn);
        break;
    case FUZZ_BV_SUB:
        contract_sub(g, at, insn);
        break;
    case FUZZ_BV_MUL:
        contract_mul(g, at, insn);
        break;
    case FUZZ_BV_UDIV:
        contract_udiv(g, at, insn);
        break;
    case FUZZ_BV_UREM:
        contract_urem(g, at, insn);
        break;
    default:
        contract_int(g, at, insn);
    }
}

static fuzz_range all_of(const term_bank *b, sort_id s)
{
    fuzz_range r;
    switch (sort_kind_of(b, s)) {
    case SORT_INT:
        return fuzz_range_all(0);
    case SORT_BV:
        return fuzz_range_all(sort_bv_width(b, s));
    case SORT_BOOL:
        return fuzz_range_all(1);
    case SORT_ROUNDING_MODE:
        r = fuzz_range_all(3);
        fuzz_range_unsigned(&r, 0, 4);
        return r;
    default:
        return fuzz_range_all(sort_fp_exponent(b, s) + sort_fp_significand(b, s));
    }
}

fuzz_range *fuzz_ranges_new(const term_bank *b, const fuzz_program *p)
{
    ranger g = {.p = p, .of = base_alloc(p->code.n * sizeof *g.of), .changed = true};
    uint32_t n = (uint32_t)p->code.n;
    for (uint32_t i = 0; i < n; i++) {
        g.of[i] = all_of(b, p->sorts.at[i]);
        if (p->code.at[i].op == FUZZ_CONST)
            g.of[i] = fuzz_range_one(g.of[i].width, p->code.at[i].imm);
    }
    for (size_t i = 0; i < p->roots.n; i++)
        set_truth(&g, p->roots.at[i], true);
    for (int round = 0; round < ROUNDS && g.changed; round++) {
        g.changed = false;
        for (uint32_t i = 0; i < n; i++)
            contract(&g, i);
        for (uint32_t i = n; i-- > 0;)
            contract(&g, i);
    }
    bool impossible = false;
    for (uint32_t i = 0; i < n; i++)
        impossible |= g.of[i].empty;
    for (uint32_t i = 0; i < n; i++)
        g.of[i].empty = impossible;
    return g.of;
}
