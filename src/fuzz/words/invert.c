#include "fuzz/words/invert.h"

#include "fuzz/words/invert_impl.h"

uint64_t fuzz_nudge(rng *r, uint64_t x, unsigned width)
{
    uint64_t bit = UINT64_C(1) << rng_below(r, width);
    switch (rng_below(r, 8)) {
    case 0:
        return (x + 1) & invert_mask(width);
    case 1:
        return (x - 1) & invert_mask(width);
    case 2:
        return (x + bit) & invert_mask(width);
    case 3:
        return (x - bit) & invert_mask(width);
    case 4:
        return -x & invert_mask(width);
    case 5:
        return rng_next(r) & invert_mask(width) & (bit | (bit - 1));
    case 6:
        return rng_next(r) & invert_mask(width);
    default:
        return x ^ bit;
    }
}

static uint64_t invert_equality(const invert_request *q, unsigned width)
{
    if (q->wanted)
        return q->other;
    uint64_t x = fuzz_nudge(q->r, q->other, width);
    return x == q->other ? x ^ 1 : x;
}

/* Picks one of two operands that depend on inputs. */
static bool pick(const uint8_t *depends, rng *r, uint32_t x, uint32_t y, bool *first)
{
    if (!depends[x] && !depends[y])
        return false;
    *first = depends[x] && (!depends[y] || rng_one_in(r, 2));
    return true;
}

static bool invert_junction(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends,
                            rng *r, uint64_t wanted, bool *first)
{
    uint64_t all = insn->op == FUZZ_AND; /* the value that needs both operands */
    bool a_bad = m->regs[insn->a] != wanted && depends[insn->a];
    bool b_bad = m->regs[insn->b] != wanted && depends[insn->b];
    if (wanted == all && a_bad != b_bad) {
        *first = a_bad;
        return true;
    }
    return pick(depends, r, insn->a, insn->b, first);
}

static bool invert_ite(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends, rng *r,
                       uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    bool taken = m->regs[insn->a];
    uint32_t active = taken ? insn->b : insn->c, idle = taken ? insn->c : insn->b;
    bool flip = m->regs[idle] == wanted || !depends[active] || rng_one_in(r, 4);
    if (flip && depends[insn->a]) {
        *operand = insn->a;
        *value = !taken;
        return true;
    }
    *operand = active;
    *value = wanted;
    return depends[active];
}

/* Operators of one operand whose inverse is a rearrangement of bits. */
static uint64_t rearrange(const fuzz_insn *insn, uint64_t now, uint64_t wanted)
{
    uint64_t m;
    switch (insn->op) {
    case FUZZ_EXTRACT:
        m = invert_mask(insn->width) << insn->imm;
        return (now & ~m) | wanted << insn->imm;
    case FUZZ_SEXT:
        return wanted & invert_mask(insn->width);
    case FUZZ_ROTL:
        return insn->imm ? (wanted >> insn->imm | wanted << (insn->width - insn->imm)) &
                               invert_mask(insn->width)
                         : wanted;
    case FUZZ_SBV_TO_INT:
    case FUZZ_BV_TO_INT:
        return wanted & invert_mask(insn->width);
    case FUZZ_INT_TO_BV:
        m = invert_mask(insn->width);
        return (now & ~m) | (wanted & m);
    default:
        return wanted;
    }
}

/* How an operator is inverted. */
enum {
    NOTHING,
    NEGATION,
    JUNCTION,
    CHOICE,
    PAIR,
    PARITY,
    EQUAL,
    REARRANGED,
    ORDER,
    BITS,
    INTEGER,
    FLOAT,
    ROUNDED
};

static const uint8_t KIND[FUZZ_OP_COUNT] = {
    [FUZZ_INPUT] = NOTHING,
    [FUZZ_CONST] = NOTHING,
    [FUZZ_BOX] = NOTHING,
    [FUZZ_NOT] = NEGATION,
    [FUZZ_AND] = JUNCTION,
    [FUZZ_OR] = JUNCTION,
    [FUZZ_ITE] = CHOICE,
    [FUZZ_CONCAT] = PAIR,
    [FUZZ_XOR] = PARITY,
    [FUZZ_EQ] = EQUAL,
    [FUZZ_EXTRACT] = REARRANGED,
    [FUZZ_SEXT] = REARRANGED,
    [FUZZ_ROTL] = REARRANGED,
    [FUZZ_SBV_TO_INT] = REARRANGED,
    [FUZZ_BV_TO_INT] = REARRANGED,
    [FUZZ_INT_TO_BV] = REARRANGED,
    [FUZZ_FP_CANONICAL] = REARRANGED,
    [FUZZ_BV_ULT... FUZZ_BV_SLE] = ORDER,
    [FUZZ_INT_LT] = ORDER,
    [FUZZ_INT_LE] = ORDER,
    [FUZZ_BV_NOT... FUZZ_BV_ASHR] = BITS,
    [FUZZ_NEGO... FUZZ_SSUBO] = BITS,
    [FUZZ_INT_NEG... FUZZ_INT_ABS] = INTEGER,
    [FUZZ_INT_DIVISIBLE] = INTEGER,
    [FUZZ_FP_NEG] = FLOAT,
    [FUZZ_FP_ABS] = FLOAT,
    [FUZZ_FP_ADD... FUZZ_FP_ROUND] = ROUNDED,
    [FUZZ_FP_REM... FUZZ_FP_IS_POSITIVE] = FLOAT,
    [FUZZ_FP_CONVERT... FUZZ_FP_TO_UBV] = ROUNDED,
};

/* Operands b and c; the rounding mode itself is moved now and then. */
static bool invert_rounded(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends,
                           rng *r, uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    bool first, binary = insn->op >= FUZZ_FP_ADD && insn->op <= FUZZ_FP_DIV;
    if (depends[insn->a] && rng_one_in(r, 8)) {
        *operand = insn->a;
        *value = rng_below(r, 5);
        return true;
    }
    uint32_t x = insn->b, y = binary || insn->op == FUZZ_FP_FMA ? insn->c : 0;
    if (!pick(depends, r, x, y, &first))
        return false;
    *operand = first ? x : y;
    invert_request q = {insn, r, wanted, m->regs[*operand], m->regs[first ? y : x], first};
    *value =
        binary || insn->op == FUZZ_FP_SQRT ? invert_float(&q) : invert_conversion(insn, wanted);
    return true;
}

/* The half that is wrong. */
static bool invert_concat(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends,
                          rng *r, uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    uint64_t low = wanted & invert_mask((unsigned)insn->imm), high = wanted >> insn->imm;
    bool high_bad = m->regs[insn->a] != high && depends[insn->a];
    bool low_bad = m->regs[insn->b] != low && depends[insn->b];
    bool first = high_bad && (!low_bad || rng_one_in(r, 2));
    *operand = first ? insn->a : insn->b;
    *value = first ? high : low;
    return high_bad || low_bad;
}

/* Operators of one or two operands: what the chosen one should be. */
static uint64_t wanted_of(const invert_request *q)
{
    switch (KIND[q->insn->op]) {
    case PARITY:
        return q->wanted ^ q->other;
    case EQUAL:
        return invert_equality(q, q->insn->width);
    case REARRANGED:
        return rearrange(q->insn, q->now, q->wanted);
    case ORDER:
        return invert_order(q);
    case BITS:
        return invert_bits(q);
    case INTEGER:
        return invert_int(q);
    default:
        return invert_float(q);
    }
}

bool fuzz_invert(const fuzz_bytecode *p, const fuzz_machine *m, const uint8_t *depends, rng *r,
                 uint32_t at, uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    const fuzz_insn *insn = &p->code.at[at];
    uint32_t x = insn->a, y = insn->b;
    bool first;
    switch (KIND[insn->op]) {
    case NOTHING:
        return false;
    case NEGATION:
        *operand = x;
        *value = !wanted;
        return depends[x];
    case JUNCTION:
        if (!invert_junction(insn, m, depends, r, wanted, &first))
            return false;
        *operand = first ? x : y;
        *value = wanted;
        return true;
    case CHOICE:
        return invert_ite(insn, m, depends, r, wanted, operand, value);
    case PAIR:
        return invert_concat(insn, m, depends, r, wanted, operand, value);
    case ROUNDED:
        return invert_rounded(insn, m, depends, r, wanted, operand, value);
    default:
        break;
    }
    if (!pick(depends, r, x, y, &first))
        return false;
    *operand = first ? x : y;
    invert_request q = {insn, r, wanted, m->regs[*operand], m->regs[first ? y : x], first};
    *value = wanted_of(&q);
    return true;
}
