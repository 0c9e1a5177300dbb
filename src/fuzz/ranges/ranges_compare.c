/* Comparisons, equality and choice. */
#include "fuzz/ranges/ranges_impl.h"

static bool truth(const ranger *g, uint32_t reg, bool *value)
{
    uint64_t word;
    bool known = fuzz_range_single(&g->of[reg], &word);
    *value = known && word;
    return known;
}

static void keep_below(ranger *g, uint32_t x, uint32_t y, bool strict)
{
    uint64_t high = g->of[y].high, low = g->of[x].low;
    if (strict && (high == 0 || low == UINT64_MAX)) {
        range_narrow(g, x, 1, 0);
        return;
    }
    range_narrow(g, x, 0, high - strict);
    range_narrow(g, y, low + strict, UINT64_MAX);
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
        range_set_truth(g, at, true);
    } else if (strict ? x->low >= y->high : x->low > y->high) {
        range_set_truth(g, at, false);
    }
}

static void keep_less(ranger *g, uint32_t x, uint32_t y, unsigned width, bool strict)
{
    int64_t least, most, ignored;
    range_signed_view(&g->of[x], width, &least, &ignored);
    range_signed_view(&g->of[y], width, &ignored, &most);
    /* An end that stands for "no bound", or beyond which only those lie, stays as it is. */
    bool step_down = strict && most != INT64_MAX && most != INT64_MIN;
    bool step_up = strict && least != INT64_MIN && least != INT64_MAX;
    range_narrow_signed(g, x, width, INT64_MIN, most - step_down);
    range_narrow_signed(g, y, width, least + step_up, INT64_MAX);
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
    range_signed_view(&g->of[insn->a], insn->width, &x_least, &x_most);
    range_signed_view(&g->of[insn->b], insn->width, &y_least, &y_most);
    bool open_low = y_least == INT64_MIN || x_most == INT64_MAX;
    bool open_high = x_least == INT64_MIN || y_most == INT64_MAX;
    if (!open_low && (strict ? x_most < y_least : x_most <= y_least))
        range_set_truth(g, at, true);
    else if (!open_high && (strict ? x_least >= y_most : x_least > y_most))
        range_set_truth(g, at, false);
}

/* What equals `from` is in its range. */
static void meet(ranger *g, uint32_t reg, uint32_t from)
{
    const fuzz_range *r = &g->of[from];
    if (g->of[reg].width == r->width) {
        g->changed |= fuzz_range_meet(&g->of[reg], r);
    } else if (r->width && g->of[reg].width) {
        range_narrow(g, reg, r->low, r->high);
        range_narrow_bits(g, reg, range_known_bits(r), r->ones);
    }
}

/* Takes `word` from the ends of a range. */
static void shave(ranger *g, uint32_t reg, uint64_t word)
{
    const fuzz_range *r = &g->of[reg];
    if (!r->width && r->least == (int64_t)word && r->least != INT64_MIN)
        range_narrow_signed(g, reg, 0, r->least == INT64_MAX ? r->least : r->least + 1, INT64_MAX);
    else if (!r->width && r->most == (int64_t)word && r->most != INT64_MAX)
        range_narrow_signed(g, reg, 0, INT64_MIN, r->most == INT64_MIN ? r->most : r->most - 1);
    else if (r->width && r->low == word && r->low < r->high)
        range_narrow(g, reg, r->low + 1, UINT64_MAX);
    else if (r->width && r->high == word && r->low < r->high)
        range_narrow(g, reg, 0, r->high - 1);
}

/* Bit-vectors without a value in common. */
static bool apart(const fuzz_range *x, const fuzz_range *y)
{
    return x->width && y->width &&
           (x->high < y->low || y->high < x->low ||
            ((x->ones ^ y->ones) & range_known_bits(x) & range_known_bits(y)));
}

static void contract_equal(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    uint64_t x, y;
    bool value, x_single = fuzz_range_single(&g->of[insn->a], &x);
    bool y_single = fuzz_range_single(&g->of[insn->b], &y);
    if (truth(g, at, &value) && value) {
        meet(g, insn->a, insn->b);
        meet(g, insn->b, insn->a);
    } else if ((x_single && y_single) || apart(&g->of[insn->a], &g->of[insn->b])) {
        range_set_truth(g, at, x_single && y_single && x == y);
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

bool ranges_contract_compare(ranger *g, uint32_t at, const fuzz_insn *insn)
{
    switch (insn->op) {
    case FUZZ_ITE:
        contract_ite(g, at, insn);
        return true;
    case FUZZ_EQ:
        contract_equal(g, at, insn);
        return true;
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        contract_below(g, at, insn, insn->op == FUZZ_BV_ULT);
        return true;
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        contract_less(g, at, insn, insn->op == FUZZ_BV_SLT);
        return true;
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        contract_less(g, at, insn, insn->op == FUZZ_INT_LT);
        return true;
    default:
        return false;
    }
}
