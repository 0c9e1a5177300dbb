#include <stdlib.h>
#include <string.h>

#include "fuzz/values/vrun.h"
#include "fuzz/words/fp_words.h"

static uint64_t mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static int64_t as_signed(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static uint64_t signed_division(uint16_t op, uint64_t x, uint64_t y, unsigned width)
{
    int64_t p = as_signed(x, width), q = as_signed(y, width);
    if (q == 0)
        return op == FUZZ_BV_SDIV ? (p < 0 ? 1 : mask(width)) : x;
    if (q == -1) /* the quotient may not fit */
        return op == FUZZ_BV_SDIV ? -x & mask(width) : 0;
    int64_t rest = p % q;
    if (op == FUZZ_BV_SDIV)
        return (uint64_t)(p / q) & mask(width);
    if (op == FUZZ_BV_SMOD && rest && (rest < 0) != (q < 0))
        rest += q;
    return (uint64_t)rest & mask(width);
}

static uint64_t shift(uint16_t op, uint64_t x, uint64_t by, unsigned width)
{
    if (op == FUZZ_BV_ASHR) {
        int64_t p = as_signed(x, width);
        return (uint64_t)(p >> (by < 63 ? by : 63)) & mask(width);
    }
    if (by >= width)
        return 0;
    return op == FUZZ_BV_SHL ? x << by & mask(width) : x >> by;
}

static uint64_t overflows(uint16_t op, uint64_t x, uint64_t y, unsigned width)
{
    __int128 p = as_signed(x, width), q = as_signed(y, width), r;
    __int128 limit = (__int128)1 << (width - 1);
    switch (op) {
    case FUZZ_UADDO:
        return (unsigned __int128)x + y > mask(width);
    case FUZZ_UMULO:
        return (unsigned __int128)x * y > mask(width);
    case FUZZ_SADDO:
        r = p + q;
        break;
    case FUZZ_SSUBO:
        r = p - q;
        break;
    case FUZZ_SMULO:
        r = p * q;
        break;
    default: /* FUZZ_NEGO */
        r = -p;
    }
    return r < -limit || r >= limit;
}

/* SMT-LIB division: the remainder is never negative. */
static uint64_t int_division(uint16_t op, int64_t x, int64_t y, bool *trap)
{
    if (y == 0 || (y == -1 && x == INT64_MIN)) {
        *trap = y == 0 || op == FUZZ_INT_DIV;
        return 0;
    }
    int64_t quotient = x / y, rest = x % y;
    if (rest < 0) {
        quotient += y > 0 ? -1 : 1;
        rest -= y > 0 ? -y : y;
    }
    return (uint64_t)(op == FUZZ_INT_DIV ? quotient : rest);
}

static uint64_t int_arithmetic(const fuzz_insn *insn, uint64_t a, uint64_t b, bool *trap)
{
    int64_t x = (int64_t)a, y = (int64_t)b, r = 0;
    bool over = false;
    switch (insn->op) {
    case FUZZ_INT_NEG:
        over = __builtin_sub_overflow((int64_t)0, x, &r);
        break;
    case FUZZ_INT_ADD:
        over = __builtin_add_overflow(x, y, &r);
        break;
    case FUZZ_INT_SUB:
        over = __builtin_sub_overflow(x, y, &r);
        break;
    case FUZZ_INT_MUL:
        over = __builtin_mul_overflow(x, y, &r);
        break;
    case FUZZ_INT_ABS:
        over = x == INT64_MIN;
        r = over ? 0 : x < 0 ? -x : x;
        break;
    case FUZZ_INT_DIV:
    case FUZZ_INT_MOD:
        return int_division(insn->op, x, y, trap);
    case FUZZ_INT_LT:
        return x < y;
    case FUZZ_INT_LE:
        return x <= y;
    case FUZZ_INT_DIVISIBLE:
        return x % (int64_t)insn->imm == 0;
    case FUZZ_BV_TO_INT:
        over = a > INT64_MAX;
        r = x;
        break;
    case FUZZ_SBV_TO_INT:
        r = as_signed(a, insn->width);
        break;
    default: /* FUZZ_INT_TO_BV */
        return a & mask(insn->width);
    }
    *trap |= over;
    return (uint64_t)r;
}

unsigned fuzz_operands(const fuzz_bytecode *p, const fuzz_insn *insn, uint32_t *list)
{
    if (insn->op == FUZZ_INPUT || insn->op == FUZZ_CONST)
        return 0;
    if (insn->op == FUZZ_BOX || insn->op == FUZZ_VALUE) {
        for (uint64_t i = 0; i < insn->imm; i++)
            list[i] = p->box_args.at[insn->a + i];
        return (unsigned)insn->imm;
    }
    list[0] = insn->a, list[1] = insn->b, list[2] = insn->c, list[3] = insn->d;
    return 4;
}

/* How many of a, b, c, d an operator reads. */
static unsigned operand_count(uint16_t op)
{
    switch (op) {
    case FUZZ_INPUT:
    case FUZZ_CONST:
    case FUZZ_BOX:
    case FUZZ_VALUE:
        return 0;
    case FUZZ_FP_ADD:
    case FUZZ_FP_SUB:
    case FUZZ_FP_MUL:
    case FUZZ_FP_DIV:
        return 3;
    case FUZZ_FP_FMA:
        return 4;
    default: /* a unary operator's b is register 0, which is never undefined (see compile.c) */
        return 2;
    }
}

bool fuzz_undefined_step(const fuzz_bytecode *p, const fuzz_machine *m, const fuzz_insn *insn)
{
    const uint8_t *u = m->undefined;
    const uint32_t operands[] = {insn->a, insn->b, insn->c, insn->d};
    bool any = false;
    switch (insn->op) {
    case FUZZ_ITE:
        return u[insn->a] || u[m->regs[insn->a] ? insn->b : insn->c];
    case FUZZ_AND:
    case FUZZ_OR: { /* a defined operand may decide */
        uint64_t deciding = insn->op == FUZZ_OR;
        bool decided = (!u[insn->a] && m->regs[insn->a] == deciding) ||
                       (!u[insn->b] && m->regs[insn->b] == deciding);
        return !decided && (u[insn->a] || u[insn->b]);
    }
    case FUZZ_BOX:
    case FUZZ_VALUE:
        for (uint64_t i = 0; i < insn->imm; i++)
            any |= u[p->box_args.at[insn->a + i]];
        return any;
    default:
        for (unsigned i = 0; i < operand_count(insn->op); i++)
            any |= u[operands[i]];
        return any;
    }
}

/* Where an operation had no value: what follows from it has none either, unless it was decided by
 * something else; a register that was computed from an undefined one is corrected where it counts.
 */
void fuzz_spread_traps(const fuzz_bytecode *p, fuzz_machine *m)
{
    for (size_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        if (m->undefined[i])
            continue;
        m->undefined[i] = fuzz_undefined_step(p, m, insn);
        if (!m->undefined[i] && (insn->op == FUZZ_AND || insn->op == FUZZ_OR)) {
            bool ua = m->undefined[insn->a], ub = m->undefined[insn->b];
            if (ua || ub)
                m->regs[i] = insn->op == FUZZ_OR;
        }
    }
}

uint64_t fuzz_call_box(const fuzz_bytecode *p, uint32_t at, fuzz_machine *m)
{
    const fuzz_insn *insn = &p->code.at[at];
    uint64_t result = 0;
    for (uint64_t i = 0; i < insn->imm; i++)
        m->scratch[i] = m->regs[p->box_args.at[insn->a + i]];
    if (m->call && m->call(m->context, insn->b, m->scratch, &result))
        return result;
    fuzz_trap(m, at);
    return 0;
}

static uint64_t bv_step(const fuzz_insn *insn, uint64_t a, uint64_t b)
{
    unsigned width = insn->width;
    switch (insn->op) {
    case FUZZ_BV_NOT:
        return ~a & mask(width);
    case FUZZ_BV_NEG:
        return -a & mask(width);
    case FUZZ_BV_AND:
        return a & b;
    case FUZZ_BV_OR:
        return a | b;
    case FUZZ_BV_XOR:
        return a ^ b;
    case FUZZ_BV_ADD:
        return (a + b) & mask(width);
    case FUZZ_BV_SUB:
        return (a - b) & mask(width);
    case FUZZ_BV_MUL:
        return a * b & mask(width);
    case FUZZ_BV_UDIV:
        return b ? a / b : mask(width);
    case FUZZ_BV_UREM:
        return b ? a % b : a;
    case FUZZ_BV_SDIV:
    case FUZZ_BV_SREM:
    case FUZZ_BV_SMOD:
        return signed_division(insn->op, a, b, width);
    case FUZZ_BV_SHL:
    case FUZZ_BV_LSHR:
    case FUZZ_BV_ASHR:
        return shift(insn->op, a, b, width);
    case FUZZ_BV_ULT:
        return a < b;
    case FUZZ_BV_ULE:
        return a <= b;
    case FUZZ_BV_SLT:
        return as_signed(a, width) < as_signed(b, width);
    case FUZZ_BV_SLE:
        return as_signed(a, width) <= as_signed(b, width);
    case FUZZ_CONCAT:
        return a << insn->imm | b;
    case FUZZ_EXTRACT:
        return a >> insn->imm & mask(width);
    case FUZZ_SEXT:
        return (uint64_t)as_signed(a, width) & mask((unsigned)insn->imm);
    case FUZZ_ROTL:
        return insn->imm ? (a << insn->imm | a >> (width - insn->imm)) & mask(width) : a;
    default:
        return overflows(insn->op, a, b, width);
    }
}

uint64_t fuzz_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                    bool *trap)
{
    switch (insn->op) {
    case FUZZ_NOT:
        return !a;
    case FUZZ_AND:
        return a & b;
    case FUZZ_OR:
        return a | b;
    case FUZZ_XOR:
        return a ^ b;
    case FUZZ_ITE:
        return a ? b : c;
    case FUZZ_EQ:
        return a == b;
    default:
        if (insn->op < FUZZ_INT_NEG)
            return bv_step(insn, a, b);
        if (insn->op < FUZZ_FP_NEG)
            return int_arithmetic(insn, a, b, trap);
        return fp_words_apply(insn, a, b, c, d, trap);
    }
}

void fuzz_clear_traps(const fuzz_bytecode *p, fuzz_machine *m)
{
    if (m->trapped)
        memset(m->undefined, 0, p->code.n);
    m->trapped = false;
}

void fuzz_run(const fuzz_bytecode *p, const uint64_t *inputs, fuzz_machine *m)
{
    uint64_t *regs = m->regs;
    if (p->bank) {
        vrun(p, inputs, m);
        return;
    }
    fuzz_clear_traps(p, m);
    for (size_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        bool trap = false;
        switch (insn->op) {
        case FUZZ_INPUT:
            regs[i] = inputs[insn->imm];
            break;
        case FUZZ_CONST:
            regs[i] = insn->imm;
            break;
        case FUZZ_BOX:
            regs[i] = fuzz_call_box(p, (uint32_t)i, m);
            break;
        default:
            regs[i] =
                fuzz_apply(insn, regs[insn->a], regs[insn->b], regs[insn->c], regs[insn->d], &trap);
            if (trap)
                fuzz_trap(m, i);
        }
    }
    if (m->trapped)
        fuzz_spread_traps(p, m);
}

void fuzz_machine_init(fuzz_machine *m, const fuzz_bytecode *p)
{
    *m = (fuzz_machine){.regs = base_alloc_zero(p->code.n, sizeof *m->regs),
                        .scratch = base_alloc_zero(p->box_args.n + 1, sizeof *m->scratch),
                        .undefined = base_alloc_zero(p->code.n, 1)};
    for (size_t i = 0; i < p->code.n; i++)
        if (p->code.at[i].op == FUZZ_CONST) /* machine code does not write them again */
            m->regs[i] = p->code.at[i].imm;
    if (!p->bank)
        return;
    m->same = base_alloc_zero(p->code.n, 1);
    m->yes = base_alloc_zero(p->code.n, sizeof *m->yes);
    m->no = base_alloc_zero(p->code.n, sizeof *m->no);
    m->languages = languages_new(p->bank, NULL);
}

void fuzz_machine_free(fuzz_machine *m)
{
    free(m->regs);
    free(m->scratch);
    free(m->undefined);
    free(m->same);
    free(m->yes);
    free(m->no);
    languages_free(m->languages);
}
