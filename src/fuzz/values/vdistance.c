#include "fuzz/values/vdistance.h"

#include "fuzz/values/vmetric.h"
#include "fuzz/values/vrun.h"

enum {
    STEP = VMETRIC_STEP,
    MAX_EDITS = 1 << 10 /* that are told apart */
};

typedef fuzz_pair pair;

/* A comparison in work: what the operands of an instruction are. */
typedef struct comparison {
    const fuzz_bytecode *p;
    const fuzz_machine *m;
    const fuzz_insn *insn;
} comparison;

static value_id operand(const comparison *c, uint32_t i)
{
    uint32_t reg = c->p->box_args.at[c->insn->a + i];
    return vrun_value_of(c->p, reg, c->m->regs[reg]);
}

static uint64_t nearer(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

static pair equality(const term_bank *b, value_id v, value_id w)
{
    return (pair){vmetric_equal(b, v, w), v == w ? STEP : 0};
}

static pair float_equality(const comparison *c)
{
    pair sum = {0, UINT64_MAX};
    for (uint32_t i = 0; i + 1 < c->insn->imm; i++) {
        pair p = equality(c->p->bank, operand(c, i), operand(c, i + 1));
        sum = (pair){vmetric_plus(sum.yes, p.yes), nearer(sum.no, p.no)};
    }
    return sum;
}

/* x < y or x <= y over neighbours. */
static pair order(const comparison *c, vmetric_order o)
{
    pair sum = {0, UINT64_MAX};
    for (uint32_t i = 0; i + 1 < c->insn->imm; i++) {
        value_id v = operand(c, o.down ? i + 1 : i), w = operand(c, o.down ? i : i + 1);
        uint64_t above = vmetric_above(c->p->bank, v, w, o.is_signed);
        uint64_t below = above ? 0 : vmetric_above(c->p->bank, w, v, o.is_signed);
        bool holds = o.strict ? !above && v != w : !above;
        pair p = {holds ? 0 : above + 1, holds ? below + 1 : 0};
        sum = (pair){vmetric_plus(sum.yes, p.yes), nearer(sum.no, p.no)};
    }
    return sum;
}

static uint64_t edits_to(const comparison *c, value_id v, value_id language)
{
    size_t n;
    const uint32_t *text = value_string_data(c->p->bank, v, &n);
    size_t edits = language_edits(c->m->languages, language, text, n);
    return (uint64_t)(edits > MAX_EDITS ? MAX_EDITS : edits) * VMETRIC_LENGTH;
}

static pair measure(const comparison *c, bool truth)
{
    const term_bank *b = c->p->bank;
    vmetric_order o = vmetric_order_of((term_op)c->insn->b);
    if (o.is_order)
        return order(c, o);
    switch (c->insn->b) {
    case OP_FP_EQ:
        return float_equality(c);
    case OP_STR_PREFIXOF:
        return (pair){vmetric_prefix(b, operand(c, 0), operand(c, 1)), STEP};
    case OP_STR_SUFFIXOF:
        return (pair){vmetric_suffix(b, operand(c, 0), operand(c, 1)), STEP};
    case OP_STR_CONTAINS:
        return (pair){vmetric_contains(b, operand(c, 0), operand(c, 1)), STEP};
    case OP_STR_IN_RE:
        return (pair){edits_to(c, operand(c, 0), operand(c, 1)), STEP};
    default: /* its operands tell nothing */
        return (pair){truth ? 0 : DISTANCE_UNIT, truth ? DISTANCE_UNIT : 0};
    }
}

pair vdistance(const fuzz_bytecode *p, const fuzz_machine *m, uint32_t at)
{
    comparison c = {p, m, &p->code.at[at]};
    bool truth = m->regs[at];
    pair d = c.insn->op == FUZZ_EQ
                 ? equality(p->bank, (value_id)m->regs[c.insn->a], (value_id)m->regs[c.insn->b])
                 : measure(&c, truth);
    /* The value has the last word: 0 means that it is there. */
    return (pair){truth ? 0 : d.yes ? d.yes : STEP, !truth ? 0 : d.no ? d.no : STEP};
}
