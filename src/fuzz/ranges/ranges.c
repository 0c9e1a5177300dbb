#include "fuzz/ranges/ranges.h"

#include <stdlib.h>

#include "fuzz/ranges/ranges_impl.h"

static void contract(ranger *g, uint32_t at)
{
    const fuzz_insn *insn = &g->p->code.at[at];
    if (insn->op == FUZZ_VALUE || insn->op == FUZZ_BOX || fuzz_is_value(g->p, at) ||
        (insn->op == FUZZ_EQ && fuzz_is_value(g->p, insn->a)))
        return; /* ids of values have no order */
    if (!ranges_contract_compare(g, at, insn) && !ranges_contract_bits(g, at, insn))
        ranges_contract_int(g, at, insn);
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

fuzz_range *fuzz_ranges_any(const term_bank *b, const fuzz_bytecode *p)
{
    fuzz_range *of = base_alloc((p->code.n + 1) * sizeof *of);
    for (uint32_t i = 0; i < p->code.n; i++) {
        of[i] = fuzz_is_value(p, i) ? fuzz_range_all(0) : all_of(b, p->sorts.at[i]);
        if (p->code.at[i].op == FUZZ_CONST)
            of[i] = fuzz_range_one(of[i].width, p->code.at[i].imm);
    }
    return of;
}

void fuzz_ranges_follow(const fuzz_bytecode *p, fuzz_range *of)
{
    ranger g = {.p = p, .of = of};
    for (uint32_t i = 0; i < p->code.n; i++)
        contract(&g, i);
}

fuzz_range *fuzz_ranges_new(const term_bank *b, const fuzz_bytecode *p, const fuzz_limits *limits)
{
    const uint64_t rounds = LIMITS_OR(limits, fuzz_limits_default)->ranges_rounds;
    ranger g = {.p = p, .of = fuzz_ranges_any(b, p), .changed = true};
    uint32_t n = (uint32_t)p->code.n;
    for (size_t i = 0; i < p->roots.n; i++)
        range_set_truth(&g, p->roots.at[i], true);
    for (uint64_t round = 0; round < rounds && g.changed; round++) {
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
