/* Mathematical integers: bounds, without bits. */
#include <math.h>

#include "fuzz/ranges/ranges_impl.h"

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
    range_narrow_signed(g, reg, 0, least, most);
}

static void contract_int_neg(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t ends[2][2] = {{at, insn->a}, {insn->a, at}};
    for (int i = 0; i < 2; i++) {
        const fuzz_range *x = &g->of[ends[i][1]];
        range_narrow_signed(g, ends[i][0], 0, x->most == INT64_MAX ? INT64_MIN : -x->most,
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
    range_narrow_signed(g, reg, 0, low_open ? INT64_MIN : clamp(-floor_division(-low, by)),
                        high_open ? INT64_MAX : clamp(floor_division(high, by)));
}

static int64_t root_of(int64_t square)
{
    int64_t root = (int64_t)sqrt((double)square);
    while ((__int128)root * root > square)
        root--;
    while ((__int128)(root + 1) * (root + 1) <= square)
        root++;
    return root;
}

static void contract_square(ranger *g, uint32_t at, uint32_t x)
{
    range_narrow_signed(g, at, 0, 0, INT64_MAX);
    int64_t most = g->of[at].most;
    if (most != INT64_MAX && most >= 0)
        range_narrow_signed(g, x, 0, -root_of(most), root_of(most));
}

/* Factors of what is not 0 are no larger than it, nor than what the other factor leaves of it. */
static void contract_factors(ranger *g, uint32_t at, const uint32_t *args)
{
    const fuzz_range *r = &g->of[at];
    if (!bounded(r) || (r->least <= 0 && r->most >= 0))
        return;
    int64_t size = r->least > 0 ? r->most : -r->least;
    for (int i = 0; i < 2; i++) {
        const fuzz_range *other = &g->of[args[1 - i]];
        int64_t least = other->least > 0                              ? other->least
                        : other->most < 0 && other->most != INT64_MIN ? -other->most
                                                                      : 1;
        range_narrow_signed(g, args[i], 0, -(size / least), size / least);
    }
}

static void contract_int_mul(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint32_t args[2] = {insn->a, insn->b};
    if (insn->a == insn->b)
        contract_square(g, at, insn->a);
    else
        contract_factors(g, at, args);
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
    range_narrow_signed(g, at, 0, clamp(least), clamp(most));
}

static void contract_abs(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    int64_t most = INT64_MAX;
    if (bounded(x))
        most = -x->least > x->most ? -x->least : x->most;
    range_narrow_signed(g, at, 0, 0, most);
    if (g->of[at].most != INT64_MAX)
        range_narrow_signed(g, insn->a, 0, -g->of[at].most, g->of[at].most);
}

static void contract_mod(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint64_t by;
    if (fuzz_range_single(&g->of[insn->b], &by) && (int64_t)by > 0)
        range_narrow_signed(g, at, 0, 0, (int64_t)by - 1);
}

static void contract_to_int(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a], *r = &g->of[at];
    int64_t least, most;
    if (insn->op == FUZZ_SBV_TO_INT) {
        range_signed_view(x, insn->width, &least, &most);
        range_narrow_signed(g, at, 0, least, most);
        range_narrow_signed(g, insn->a, insn->width, r->least, r->most);
        return;
    }
    range_narrow_signed(g, at, 0, 0, x->high > INT64_MAX ? INT64_MAX : (int64_t)x->high);
    range_narrow(g, insn->a, r->least > 0 ? (uint64_t)r->least : 0,
                 r->most == INT64_MAX ? UINT64_MAX : (uint64_t)r->most);
}

static void contract_to_bits(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    const fuzz_range *x = &g->of[insn->a];
    if (x->least >= 0 && x->most != INT64_MAX && (uint64_t)x->most <= range_mask(insn->width))
        range_narrow(g, at, (uint64_t)x->least, (uint64_t)x->most);
}

void ranges_contract_int(ranger *g, uint32_t at, const fuzz_insn *insn)
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
