/* Bits and the arithmetic of bit-vectors. */
#include "fuzz/ranges/ranges_impl.h"

static void contract_not(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    range_narrow_bits(g, at, range_known_bits(x), ~x->ones);
    range_narrow_bits(g, insn->a, r->known, ~r->ones);
}

/* r = x op y for `and` (flip 0) and `or` (flip -1: with all bits negated it is an `and`). */
static void contract_and(ranger *g, uint32_t at, const fuzz_insn *insn, uint64_t flip)
{
    uint32_t args[2] = {insn->a, insn->b};
    uint64_t zero[2], one[2];
    for (int i = 0; i < 2; i++) {
        const fuzz_range *x = &g->of[args[i]];
        uint64_t known = range_known_bits(x), ones = x->ones ^ flip;
        zero[i] = known & ~ones;
        one[i] = known & ones;
    }
    range_narrow_bits(g, at, zero[0] | zero[1] | (one[0] & one[1]), (one[0] & one[1]) ^ flip);
    const fuzz_range *r = &g->of[at];
    uint64_t r_one = r->known & (r->ones ^ flip), r_zero = r->known & ~(r->ones ^ flip);
    for (int i = 0; i < 2; i++)
        range_narrow_bits(g, args[i], r_one | (r_zero & one[1 - i]), r_one ^ flip);
}

static void contract_xor(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t three[3] = {insn->a, insn->b, at};
    for (int i = 0; i < 3; i++) { /* each is the xor of the other two */
        const fuzz_range *x = &g->of[three[(i + 1) % 3]], *y = &g->of[three[(i + 2) % 3]];
        range_narrow_bits(g, three[i], range_known_bits(x) & range_known_bits(y),
                          x->ones ^ y->ones);
    }
}

static void contract_concat(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    unsigned n = (unsigned)insn->imm;
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b], *r = &g->of[at];
    range_narrow(g, at, x->low << n | y->low, x->high << n | y->high);
    range_narrow_bits(g, at, range_known_bits(x) << n | (range_known_bits(y) & range_mask(n)),
                      x->ones << n | y->ones);
    range_narrow(g, insn->a, r->low >> n, r->high >> n);
    range_narrow_bits(g, insn->a, range_known_bits(r) >> n, r->ones >> n);
    range_narrow_bits(g, insn->b, r->known & range_mask(n), r->ones & range_mask(n));
}

static void contract_extract(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    unsigned low = (unsigned)insn->imm;
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    range_narrow_bits(g, at, range_known_bits(x) >> low, x->ones >> low);
    range_narrow_bits(g, insn->a, r->known << low, r->ones << low);
    if (x->high >> low <= range_mask(insn->width)) { /* nothing is cut off above */
        range_narrow(g, at, x->low >> low, x->high >> low);
        range_narrow(g, insn->a, r->low << low, r->high << low | range_mask(low));
    }
}

static void contract_sext(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    int64_t least, most;
    range_signed_view(&g->of[insn->a], insn->width, &least, &most);
    range_narrow_signed(g, at, (unsigned)insn->imm, least, most);
    range_narrow_signed(g, insn->a, insn->width, g->of[at].least, g->of[at].most);
}

static void contract_shift(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    uint64_t by;
    if (!fuzz_range_single(&g->of[insn->b], &by) || by >= insn->width)
        return;
    if (insn->op == FUZZ_BV_LSHR) {
        range_narrow(g, at, x->low >> by, x->high >> by);
        range_narrow_bits(g, at, range_known_bits(x) >> by | ~(range_mask(insn->width) >> by),
                          x->ones >> by);
        range_narrow(g, insn->a, r->low << by, r->high << by | range_mask((unsigned)by));
        range_narrow_bits(g, insn->a, r->known << by, r->ones << by);
        return;
    }
    range_narrow_bits(g, at, range_known_bits(x) << by | range_mask((unsigned)by), x->ones << by);
    range_narrow_bits(g, insn->a, (r->known & range_mask(insn->width)) >> by, r->ones >> by);
    if (x->high <= range_mask(insn->width) >> by) {
        range_narrow(g, at, x->low << by, x->high << by);
        range_narrow(g, insn->a, r->low >> by, r->high >> by);
    }
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

/* reg = from + by, modulo the width: an interval stays one unless it goes over the end. */
static void moved(ranger *g, uint32_t reg, uint32_t from, uint64_t by, unsigned width)
{
    const fuzz_range *x = &g->of[from];
    uint64_t low = (x->low + by) & range_mask(width), high = (x->high + by) & range_mask(width);
    if (low <= high)
        range_narrow(g, reg, low, high);
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
        sum_high > range_mask(insn->width))
        return;
    range_narrow(g, at, g->of[insn->a].low + g->of[insn->b].low, sum_high);
    for (int i = 0; i < 2; i++) {
        const fuzz_range *y = &g->of[args[1 - i]], *r = &g->of[at];
        if (r->high >= y->low)
            range_narrow(g, args[i], r->low > y->high ? r->low - y->high : 0, r->high - y->low);
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
        range_narrow(g, at, x->low - y->high, x->high - y->low);
    }
}

static void contract_mul(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t args[2] = {insn->a, insn->b};
    uint64_t high, fixed;
    if (__builtin_mul_overflow(g->of[insn->a].high, g->of[insn->b].high, &high) ||
        high > range_mask(insn->width))
        return;
    range_narrow(g, at, g->of[insn->a].low * g->of[insn->b].low, high);
    for (int i = 0; i < 2; i++)
        if (fuzz_range_single(&g->of[args[i]], &fixed) && fixed)
            range_narrow(g, args[1 - i],
                         (g->of[at].low + fixed - 1 < fixed) ? 0
                                                             : (g->of[at].low + fixed - 1) / fixed,
                         g->of[at].high / fixed);
}

static void contract_udiv(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    uint64_t by, low, high;
    if (!fuzz_range_single(&g->of[insn->b], &by) || !by)
        return;
    range_narrow(g, at, x->low / by, x->high / by);
    if (!__builtin_mul_overflow(g->of[at].low, by, &low))
        range_narrow(g, insn->a, low, UINT64_MAX);
    if (!__builtin_mul_overflow(g->of[at].high, by, &high) &&
        !__builtin_add_overflow(high, by - 1, &high))
        range_narrow(g, insn->a, 0, high);
}

static void contract_urem(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *y = &g->of[insn->b];
    range_narrow(g, at, 0, y->low && y->high - 1 < x->high ? y->high - 1 : x->high);
}

/* Neither operand has its sign bit set: as without a sign. */
static bool is_unsigned(const ranger *g, const fuzz_insn *insn)
{
    uint64_t most = range_mask(insn->width) >> 1;
    return g->of[insn->a].high <= most && g->of[insn->b].high <= most;
}

bool ranges_contract_bits(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    switch (insn->op) {
    case FUZZ_NOT:
    case FUZZ_BV_NOT:
        contract_not(g, at, insn);
        return true;
    case FUZZ_AND:
    case FUZZ_BV_AND:
        contract_and(g, at, insn, 0);
        return true;
    case FUZZ_OR:
    case FUZZ_BV_OR:
        contract_and(g, at, insn, UINT64_MAX);
        return true;
    case FUZZ_XOR:
    case FUZZ_BV_XOR:
        contract_xor(g, at, insn);
        return true;
    case FUZZ_CONCAT:
        contract_concat(g, at, insn);
        return true;
    case FUZZ_EXTRACT:
        contract_extract(g, at, insn);
        return true;
    case FUZZ_SEXT:
        contract_sext(g, at, insn);
        return true;
    case FUZZ_BV_SHL:
    case FUZZ_BV_LSHR:
        contract_shift(g, at, insn);
        return true;
    case FUZZ_BV_ADD:
        contract_add(g, at, insn);
        return true;
    case FUZZ_BV_SUB:
        contract_sub(g, at, insn);
        return true;
    case FUZZ_BV_MUL:
        contract_mul(g, at, insn);
        return true;
    case FUZZ_BV_UDIV:
        contract_udiv(g, at, insn);
        return true;
    case FUZZ_BV_UREM:
        contract_urem(g, at, insn);
        return true;
    case FUZZ_BV_SDIV:
        if (is_unsigned(g, insn))
            contract_udiv(g, at, insn);
        return true;
    case FUZZ_BV_SREM:
        if (is_unsigned(g, insn))
            contract_urem(g, at, insn);
        return true;
    default:
        return false;
    }
}
