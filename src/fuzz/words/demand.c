#include "fuzz/words/demand.h"

#include <stdlib.h>

void fuzz_demand_init(fuzz_demand *d, const fuzz_bytecode *p)
{
    *d = (fuzz_demand){.p = p};
    d->regs = base_alloc_zero(p->code.n + 1, sizeof *d->regs);
    d->known = base_alloc_zero(p->code.n + 1, sizeof *d->known);
    d->bad = base_alloc_zero(p->code.n + 1, sizeof *d->bad);
    d->args = base_alloc_zero(p->box_args.n + 1, sizeof *d->args);
}

void fuzz_demand_free(fuzz_demand *d)
{
    free(d->regs);
    free(d->known);
    free(d->bad);
    free(d->args);
    vec_free(&d->stack);
    *d = (fuzz_demand){0};
}

void fuzz_demand_begin(fuzz_demand *d, const uint64_t *inputs)
{
    d->inputs = inputs;
    if (!++d->round) { /* once in four billion */
        memset(d->known, 0, d->p->code.n * sizeof *d->known);
        d->round = 1;
    }
}

static bool is_known(const fuzz_demand *d, uint32_t reg)
{
    return d->known[reg] == d->round;
}

/* Is it known? If not, it comes first. */
static bool want(fuzz_demand *d, uint32_t reg)
{
    if (is_known(d, reg))
        return true;
    vec_push(&d->stack, reg);
    return false;
}

static void settle(fuzz_demand *d, uint32_t reg, uint64_t value, uint8_t bad)
{
    d->regs[reg] = value;
    d->bad[reg] = bad;
    d->known[reg] = d->round;
}

static uint8_t worse(uint8_t x, uint8_t y)
{
    return x > y ? x : y;
}

static void copy(fuzz_demand *d, uint32_t reg, uint32_t from)
{
    settle(d, reg, d->regs[from], d->bad[from]);
}

static void step_ite(fuzz_demand *d, uint32_t reg, const fuzz_insn *i)
{
    if (!want(d, i->a))
        return;
    if (d->bad[i->a]) {
        settle(d, reg, 0, d->bad[i->a]);
        return;
    }
    uint32_t chosen = d->regs[i->a] ? i->b : i->c;
    if (want(d, chosen))
        copy(d, reg, chosen);
}

/* The first operand may decide alone, and so may the second. */
static void step_logic(fuzz_demand *d, uint32_t reg, const fuzz_insn *i)
{
    uint64_t deciding = i->op == FUZZ_OR;
    if (!want(d, i->a))
        return;
    if (!d->bad[i->a] && d->regs[i->a] == deciding) {
        settle(d, reg, deciding, 0);
        return;
    }
    if (!want(d, i->b))
        return;
    if (!d->bad[i->b] && d->regs[i->b] == deciding)
        settle(d, reg, deciding, 0);
    else
        settle(d, reg, !deciding, worse(d->bad[i->a], d->bad[i->b]));
}

static void step_call(fuzz_demand *d, uint32_t reg, const fuzz_insn *i)
{
    const uint32_t *args = d->p->box_args.at + i->a;
    bool ready = true;
    uint8_t bad = 0;
    for (uint64_t k = 0; k < i->imm; k++)
        ready &= want(d, args[k]);
    if (!ready)
        return;
    uint64_t result = 0;
    for (uint64_t k = 0; k < i->imm; k++) {
        d->args[k] = d->regs[args[k]];
        bad = worse(bad, d->bad[args[k]]);
    }
    d->failure = FUZZ_NO_VALUE;
    if (!bad && (!d->call || !d->call(d->context, i->b, d->args, &result)))
        bad = d->failure;
    settle(d, reg, bad ? 0 : result, bad);
}

static void step_other(fuzz_demand *d, uint32_t reg, const fuzz_insn *i)
{
    /* Operands that are not used name register 0, a constant. */
    bool ready = want(d, i->a) & want(d, i->b) & want(d, i->c) & want(d, i->d);
    if (!ready)
        return;
    uint8_t bad = worse(worse(d->bad[i->a], d->bad[i->b]), worse(d->bad[i->c], d->bad[i->d]));
    bool trap = false;
    uint64_t value = 0;
    if (!bad)
        value = fuzz_apply(i, d->regs[i->a], d->regs[i->b], d->regs[i->c], d->regs[i->d], &trap);
    settle(d, reg, value, trap ? FUZZ_NO_VALUE : bad);
}

static void step(fuzz_demand *d, uint32_t reg)
{
    const fuzz_insn *i = &d->p->code.at[reg];
    switch (i->op) {
    case FUZZ_INPUT:
        settle(d, reg, d->inputs[i->imm], 0);
        break;
    case FUZZ_CONST:
        settle(d, reg, i->imm, 0);
        break;
    case FUZZ_ITE:
        step_ite(d, reg, i);
        break;
    case FUZZ_AND:
    case FUZZ_OR:
        step_logic(d, reg, i);
        break;
    case FUZZ_BOX:
        step_call(d, reg, i);
        break;
    default:
        step_other(d, reg, i);
    }
}

bool fuzz_demand_value(fuzz_demand *d, uint32_t reg, uint64_t *value)
{
    vec_clear(&d->stack);
    want(d, reg);
    while (d->stack.n) {
        uint32_t top = vec_last(&d->stack);
        if (is_known(d, top))
            (void)vec_pop(&d->stack);
        else
            step(d, top);
    }
    *value = d->regs[reg];
    return !d->bad[reg];
}
