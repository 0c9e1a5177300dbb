#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "fuzz/words/bytecode.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

typedef struct compiler {
    term_bank *bank;
    fuzz_bytecode *program;
    const fuzz_compile_config *config;
    map registers; /* term -> register + 1 */
    map values;    /* term without variables -> its value */
    const char *reason;
} compiler;

static uint32_t width_of(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BV:
        return sort_bv_width(b, s);
    case SORT_FP:
        return sort_fp_exponent(b, s) + sort_fp_significand(b, s);
    case SORT_BOOL:
        return 1;
    default:
        return 64;
    }
}

static uint32_t emit(compiler *c, fuzz_insn insn, sort_id sort, term_id term)
{
    vec_push(&c->program->code, insn);
    vec_push(&c->program->sorts, sort);
    vec_push(&c->program->terms, term);
    return (uint32_t)c->program->code.n - 1;
}

static const uint32_t NO_REGISTER = UINT32_MAX;

static uint32_t reg_of(const compiler *c, term_id t)
{
    return (uint32_t)map_get(&c->registers, t, 0) - 1;
}

static uint32_t arg_reg(const compiler *c, term_id t, uint32_t i)
{
    return reg_of(c, term_arg(c->bank, t, i));
}

static uint32_t decline(compiler *c, const char *reason)
{
    c->reason = reason;
    return 0;
}

static uint32_t emit_word(compiler *c, sort_id sort, uint64_t word, term_id term)
{
    return emit(
        c, (fuzz_insn){.op = FUZZ_CONST, .width = (uint16_t)width_of(c->bank, sort), .imm = word},
        sort, term);
}

/* Operators that are one instruction on the operands as they stand. */
typedef struct simple {
    uint16_t op;
    bool swap, chain; /* operands swapped; pairwise over neighbours, joined by `and` */
} simple;

static const simple SIMPLE[OP_COUNT] = {
    [OP_NOT] = {FUZZ_NOT, 0, 0},
    [OP_AND] = {FUZZ_AND, 0, 0},
    [OP_OR] = {FUZZ_OR, 0, 0},
    [OP_XOR] = {FUZZ_XOR, 0, 0},
    [OP_EQ] = {FUZZ_EQ, 0, 1},
    [OP_BVNOT] = {FUZZ_BV_NOT, 0, 0},
    [OP_BVNEG] = {FUZZ_BV_NEG, 0, 0},
    [OP_BVAND] = {FUZZ_BV_AND, 0, 0},
    [OP_BVOR] = {FUZZ_BV_OR, 0, 0},
    [OP_BVXOR] = {FUZZ_BV_XOR, 0, 0},
    [OP_BVADD] = {FUZZ_BV_ADD, 0, 0},
    [OP_BVSUB] = {FUZZ_BV_SUB, 0, 0},
    [OP_BVMUL] = {FUZZ_BV_MUL, 0, 0},
    [OP_BVUDIV] = {FUZZ_BV_UDIV, 0, 0},
    [OP_BVUREM] = {FUZZ_BV_UREM, 0, 0},
    [OP_BVSDIV] = {FUZZ_BV_SDIV, 0, 0},
    [OP_BVSREM] = {FUZZ_BV_SREM, 0, 0},
    [OP_BVSMOD] = {FUZZ_BV_SMOD, 0, 0},
    [OP_BVSHL] = {FUZZ_BV_SHL, 0, 0},
    [OP_BVLSHR] = {FUZZ_BV_LSHR, 0, 0},
    [OP_BVASHR] = {FUZZ_BV_ASHR, 0, 0},
    [OP_BVULT] = {FUZZ_BV_ULT, 0, 0},
    [OP_BVULE] = {FUZZ_BV_ULE, 0, 0},
    [OP_BVUGT] = {FUZZ_BV_ULT, 1, 0},
    [OP_BVUGE] = {FUZZ_BV_ULE, 1, 0},
    [OP_BVSLT] = {FUZZ_BV_SLT, 0, 0},
    [OP_BVSLE] = {FUZZ_BV_SLE, 0, 0},
    [OP_BVSGT] = {FUZZ_BV_SLT, 1, 0},
    [OP_BVSGE] = {FUZZ_BV_SLE, 1, 0},
    [OP_BVCOMP] = {FUZZ_EQ, 0, 0},
    [OP_BVNEGO] = {FUZZ_NEGO, 0, 0},
    [OP_BVUADDO] = {FUZZ_UADDO, 0, 0},
    [OP_BVSADDO] = {FUZZ_SADDO, 0, 0},
    [OP_BVUMULO] = {FUZZ_UMULO, 0, 0},
    [OP_BVSMULO] = {FUZZ_SMULO, 0, 0},
    [OP_BVUSUBO] = {FUZZ_BV_ULT, 0, 0},
    [OP_BVSSUBO] = {FUZZ_SSUBO, 0, 0},
    [OP_NEG] = {FUZZ_INT_NEG, 0, 0},
    [OP_ADD] = {FUZZ_INT_ADD, 0, 0},
    [OP_SUB] = {FUZZ_INT_SUB, 0, 0},
    [OP_MUL] = {FUZZ_INT_MUL, 0, 0},
    [OP_IDIV] = {FUZZ_INT_DIV, 0, 0},
    [OP_MOD] = {FUZZ_INT_MOD, 0, 0},
    [OP_ABS] = {FUZZ_INT_ABS, 0, 0},
    [OP_LT] = {FUZZ_INT_LT, 0, 1},
    [OP_LE] = {FUZZ_INT_LE, 0, 1},
    [OP_GT] = {FUZZ_INT_LT, 1, 1},
    [OP_GE] = {FUZZ_INT_LE, 1, 1},
    [OP_UBV_TO_INT] = {FUZZ_BV_TO_INT, 0, 0},
    [OP_SBV_TO_INT] = {FUZZ_SBV_TO_INT, 0, 0},
    [OP_FP_NEG] = {FUZZ_FP_NEG, 0, 0},
    [OP_FP_ABS] = {FUZZ_FP_ABS, 0, 0},
    [OP_FP_REM] = {FUZZ_FP_REM, 0, 0},
    [OP_FP_MIN] = {FUZZ_FP_MIN, 0, 0},
    [OP_FP_MAX] = {FUZZ_FP_MAX, 0, 0},
    [OP_FP_LT] = {FUZZ_FP_LT, 0, 1},
    [OP_FP_LEQ] = {FUZZ_FP_LE, 0, 1},
    [OP_FP_GT] = {FUZZ_FP_LT, 1, 1},
    [OP_FP_GEQ] = {FUZZ_FP_LE, 1, 1},
    [OP_FP_EQ] = {FUZZ_FP_EQ, 0, 1},
    [OP_FP_IS_NORMAL] = {FUZZ_FP_IS_NORMAL, 0, 0},
    [OP_FP_IS_SUBNORMAL] = {FUZZ_FP_IS_SUBNORMAL, 0, 0},
    [OP_FP_IS_ZERO] = {FUZZ_FP_IS_ZERO, 0, 0},
    [OP_FP_IS_INFINITE] = {FUZZ_FP_IS_INFINITE, 0, 0},
    [OP_FP_IS_NAN] = {FUZZ_FP_IS_NAN, 0, 0},
    [OP_FP_IS_NEGATIVE] = {FUZZ_FP_IS_NEGATIVE, 0, 0},
    [OP_FP_IS_POSITIVE] = {FUZZ_FP_IS_POSITIVE, 0, 0},
};

static uint32_t emit_binary(compiler *c, uint16_t op, uint32_t width, uint32_t x, uint32_t y,
                            sort_id sort, term_id term)
{
    return emit(c, (fuzz_insn){.op = op, .width = (uint16_t)width, .a = x, .b = y}, sort, term);
}

/* Folds a row of arguments from the left, or joins neighbours with `and` for chains. */
static uint32_t compile_simple(compiler *c, term_id t, simple s)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), width = width_of(b, term_sort(b, term_arg(b, t, 0)));
    sort_id sort = term_sort(b, t);
    if (n == 1)
        return emit(c, (fuzz_insn){.op = s.op, .width = (uint16_t)width, .a = arg_reg(c, t, 0)},
                    sort, t);
    uint32_t result = 0;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t x = s.chain || i == 1 ? arg_reg(c, t, i - 1) : result, y = arg_reg(c, t, i);
        term_id at = n == 2 || (!s.chain && i == n - 1) ? t : 0;
        uint32_t step = emit_binary(c, s.op, width, s.swap ? y : x, s.swap ? x : y, sort, at);
        if (s.chain && i > 1)
            step = emit_binary(c, FUZZ_AND, 1, result, step, sort, i == n - 1 ? t : 0);
        result = step;
    }
    return result;
}

static uint32_t negate(compiler *c, uint32_t x, uint16_t op, term_id t)
{
    sort_id sort = c->program->sorts.at[x];
    return emit(c, (fuzz_insn){.op = op, .width = (uint16_t)width_of(c->bank, sort), .a = x}, sort,
                t);
}

static uint32_t compile_distinct(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), width = width_of(b, term_sort(b, term_arg(b, t, 0)));
    uint32_t result = 0;
    if (n > 64)
        return decline(c, "a wide 'distinct'");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            bool last = i == n - 2, first = i == 0 && j == 1;
            uint32_t equal =
                emit_binary(c, FUZZ_EQ, width, arg_reg(c, t, i), arg_reg(c, t, j), SORT_ID_BOOL, 0);
            uint32_t differ = negate(c, equal, FUZZ_NOT, n == 2 ? t : 0);
            result = first
                         ? differ
                         : emit_binary(c, FUZZ_AND, 1, result, differ, SORT_ID_BOOL, last ? t : 0);
        }
    return result;
}

static uint32_t compile_implies(compiler *c, term_id t)
{
    uint32_t n = term_arity(c->bank, t), result = arg_reg(c, t, n - 1);
    for (uint32_t i = n - 1; i-- > 0;) {
        uint32_t premise = negate(c, arg_reg(c, t, i), FUZZ_NOT, 0);
        result = emit_binary(c, FUZZ_OR, 1, premise, result, SORT_ID_BOOL, i ? 0 : t);
    }
    return result;
}

static uint32_t compile_concat(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), result = arg_reg(c, t, 0);
    uint64_t width = sort_bv_width(b, term_sort(b, term_arg(b, t, 0)));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t low = sort_bv_width(b, term_sort(b, term_arg(b, t, i)));
        width += low;
        result = emit(c,
                      (fuzz_insn){.op = FUZZ_CONCAT,
                                  .width = (uint16_t)width,
                                  .a = result,
                                  .b = arg_reg(c, t, i),
                                  .imm = low},
                      sort_bv(b, width), i == n - 1 ? t : 0);
    }
    return result;
}

static uint32_t compile_repeat(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t times = term_index(b, t, 0), x = arg_reg(c, t, 0), result = x;
    uint64_t low = sort_bv_width(b, term_sort(b, term_arg(b, t, 0))), width = low;
    for (uint32_t i = 1; i < times; i++) {
        width += low;
        result =
            emit(c,
                 (fuzz_insn){
                     .op = FUZZ_CONCAT, .width = (uint16_t)width, .a = result, .b = x, .imm = low},
                 sort_bv(b, width), i == times - 1 ? t : 0);
    }
    return result;
}

/* (fp s e m), to_fp from bits: the bits, with one NaN. */
static uint32_t compile_float_bits(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    sort_id sort = term_sort(b, t);
    uint32_t bits = term_op_of(b, t) == OP_FP ? compile_concat(c, t) : arg_reg(c, t, 0);
    if (c->program->terms.at[bits] == t)
        c->program->terms.at[bits] = 0;
    return emit(
        c, (fuzz_insn){.op = FUZZ_FP_CANONICAL, .width = (uint16_t)width_of(b, sort), .a = bits},
        sort, t);
}

static uint32_t compile_rounded(compiler *c, term_id t, fuzz_op op)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t);
    return emit(c,
                (fuzz_insn){.op = (uint16_t)op,
                            .width = (uint16_t)width_of(b, term_sort(b, t)),
                            .a = arg_reg(c, t, 0),
                            .b = arg_reg(c, t, 1),
                            .c = n > 2 ? arg_reg(c, t, 2) : 0,
                            .d = n > 3 ? arg_reg(c, t, 3) : 0,
                            .imm = width_of(b, term_sort(b, term_arg(b, t, 1)))},
                term_sort(b, t), t);
}

static uint32_t compile_input(compiler *c, term_id t)
{
    sort_id sort = term_sort(c->bank, t);
    fuzz_bytecode *p = c->program;
    uint32_t reg =
        emit(c,
             (fuzz_insn){
                 .op = FUZZ_INPUT, .width = (uint16_t)width_of(c->bank, sort), .imm = p->inputs.n},
             sort, t);
    vec_push(&p->inputs, ((fuzz_input){term_decl(c->bank, t), sort, reg}));
    return reg;
}

static uint32_t compile_box(compiler *c, term_id t)
{
    decl_id d = term_decl(c->bank, t);
    fuzz_bytecode *p = c->program;
    if (!c->config || !c->config->is_box || !c->config->is_box(c->config->context, d))
        return decline(c, "an uninterpreted function");
    uint32_t box = 0, n = term_arity(c->bank, t);
    while (box < p->boxes.n && p->boxes.at[box] != d)
        box++;
    if (box == p->boxes.n)
        vec_push(&p->boxes, d);
    uint32_t first = (uint32_t)p->box_args.n;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&p->box_args, arg_reg(c, t, i));
    sort_id sort = term_sort(c->bank, t);
    return emit(c,
                (fuzz_insn){.op = FUZZ_BOX,
                            .width = (uint16_t)width_of(c->bank, sort),
                            .a = first,
                            .b = box,
                            .imm = n},
                sort, t);
}

static uint32_t compile_indexed(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    sort_id sort = term_sort(b, t);
    uint32_t x = arg_reg(c, t, 0), width = width_of(b, term_sort(b, term_arg(b, t, 0)));
    fuzz_insn insn = {.width = (uint16_t)width, .a = x};
    switch (term_op_of(b, t)) {
    case OP_EXTRACT:
        insn.op = FUZZ_EXTRACT;
        insn.width = (uint16_t)width_of(b, sort);
        insn.imm = term_index(b, t, 1);
        break;
    case OP_SIGN_EXTEND:
        insn.op = FUZZ_SEXT;
        insn.imm = width_of(b, sort);
        break;
    case OP_ROTATE_LEFT:
        insn.op = FUZZ_ROTL;
        insn.imm = term_index(b, t, 0) % width;
        break;
    case OP_ROTATE_RIGHT:
        insn.op = FUZZ_ROTL;
        insn.imm = (width - term_index(b, t, 0) % width) % width;
        break;
    case OP_DIVISIBLE:
        insn.op = FUZZ_INT_DIVISIBLE;
        insn.imm = term_index(b, t, 0);
        break;
    default: /* OP_INT_TO_BV */
        insn.op = FUZZ_INT_TO_BV;
        insn.width = (uint16_t)width_of(b, sort);
    }
    return emit(c, insn, sort, t);
}

static uint32_t compile_other(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    sort_id sort = term_sort(b, t);
    switch (term_op_of(b, t)) {
    case OP_DISTINCT:
        return compile_distinct(c, t);
    case OP_IMPLIES:
        return compile_implies(c, t);
    case OP_ITE:
        return emit(c,
                    (fuzz_insn){.op = FUZZ_ITE,
                                .width = (uint16_t)width_of(b, sort),
                                .a = arg_reg(c, t, 0),
                                .b = arg_reg(c, t, 1),
                                .c = arg_reg(c, t, 2)},
                    sort, t);
    case OP_BVNAND:
    case OP_BVNOR: {
        uint16_t op = term_op_of(b, t) == OP_BVNAND ? FUZZ_BV_AND : FUZZ_BV_OR;
        uint32_t x =
            emit_binary(c, op, width_of(b, sort), arg_reg(c, t, 0), arg_reg(c, t, 1), sort, 0);
        return negate(c, x, FUZZ_BV_NOT, t);
    }
    case OP_BVXNOR: { /* folds from the left, each step negated */
        uint32_t x = arg_reg(c, t, 0), n = term_arity(b, t);
        for (uint32_t i = 1; i < n; i++) {
            x = emit_binary(c, FUZZ_BV_XOR, width_of(b, sort), x, arg_reg(c, t, i), sort, 0);
            x = negate(c, x, FUZZ_BV_NOT, i == n - 1 ? t : 0);
        }
        return x;
    }
    case OP_BVSDIVO: { /* the least number divided by -1 */
        uint32_t width = width_of(b, term_sort(b, term_arg(b, t, 0)));
        sort_id bits = term_sort(b, term_arg(b, t, 0));
        uint32_t least = emit_word(c, bits, UINT64_C(1) << (width - 1), 0);
        uint32_t ones = emit_word(c, bits, UINT64_MAX >> (64 - width), 0);
        uint32_t x = emit_binary(c, FUZZ_EQ, width, arg_reg(c, t, 0), least, SORT_ID_BOOL, 0);
        uint32_t y = emit_binary(c, FUZZ_EQ, width, arg_reg(c, t, 1), ones, SORT_ID_BOOL, 0);
        return emit_binary(c, FUZZ_AND, 1, x, y, SORT_ID_BOOL, t);
    }
    case OP_CONCAT:
        return compile_concat(c, t);
    case OP_REPEAT:
        return compile_repeat(c, t);
    case OP_ZERO_EXTEND: /* the word is the same */
    case OP_FP_TO_BITS:
        return arg_reg(c, t, 0);
    case OP_EXTRACT:
    case OP_SIGN_EXTEND:
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT:
    case OP_DIVISIBLE:
    case OP_INT_TO_BV:
        return compile_indexed(c, t);
    case OP_FP:
    case OP_FP_FROM_BITS:
        return compile_float_bits(c, t);
    case OP_FP_ADD:
        return compile_rounded(c, t, FUZZ_FP_ADD);
    case OP_FP_SUB:
        return compile_rounded(c, t, FUZZ_FP_SUB);
    case OP_FP_MUL:
        return compile_rounded(c, t, FUZZ_FP_MUL);
    case OP_FP_DIV:
        return compile_rounded(c, t, FUZZ_FP_DIV);
    case OP_FP_FMA:
        return compile_rounded(c, t, FUZZ_FP_FMA);
    case OP_FP_SQRT:
        return compile_rounded(c, t, FUZZ_FP_SQRT);
    case OP_FP_ROUND:
        return compile_rounded(c, t, FUZZ_FP_ROUND);
    case OP_FP_FROM_FP:
        return compile_rounded(c, t, FUZZ_FP_CONVERT);
    case OP_FP_FROM_SBV:
        return compile_rounded(c, t, FUZZ_FP_FROM_SBV);
    case OP_FP_FROM_UBV:
        return compile_rounded(c, t, FUZZ_FP_FROM_UBV);
    case OP_FP_TO_SBV:
        return compile_rounded(c, t, FUZZ_FP_TO_SBV);
    case OP_FP_TO_UBV:
        return compile_rounded(c, t, FUZZ_FP_TO_UBV);
    default:
        return decline(c, "an operator without a machine form");
    }
}

static bool value_fits(const term_bank *b, value_id v)
{
    int64_t small;
    return word_fits_sort(b, value_sort(b, v)) &&
           (value_kind_of(b, v) != VALUE_INT || value_small_int(b, v, &small));
}

static uint32_t compile_term(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    term_op op = term_op_of(b, t);
    value_id v = eval_fold(c->bank, t, &c->values);
    if (v) { /* one that does not fit has no register; it may still be folded into its user */
        map_put(&c->values, t, v);
        return value_fits(b, v) ? emit_word(c, value_sort(b, v), word_of_value(b, v), t)
                                : NO_REGISTER;
    }
    if (!word_fits_sort(b, term_sort(b, t)))
        return decline(c, "a sort that does not fit a machine word");
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (arg_reg(c, t, i) == NO_REGISTER)
            return decline(c, "a constant that does not fit a machine word");
    if (op == OP_APP && decl_kind_of(b, term_decl(b, t)) == DECL_FREE)
        return term_arity(b, t) ? compile_box(c, t) : compile_input(c, t);
    if (SIMPLE[op].op)
        return compile_simple(c, t, SIMPLE[op]);
    return compile_other(c, t);
}

fuzz_bytecode *fuzz_compile(term_bank *b, const term_id *constraints, size_t n,
                            const fuzz_compile_config *config, const char **reason)
{
    compiler c = {.bank = b, .program = base_alloc_zero(1, sizeof *c.program), .config = config};
    term_vec roots = {0}, order = {0};
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, constraints[i]));
    term_postorder(b, roots.at, n, &order);
    emit_word(&c, SORT_ID_BOOL, 0, 0); /* register 0: what unused operands name; always defined */
    for (size_t i = 0; i < order.n && !c.reason; i++) {
        uint32_t reg = compile_term(&c, order.at[i]);
        map_put(&c.registers, order.at[i], (uint64_t)reg + 1);
    }
    for (size_t i = 0; i < n && !c.reason; i++)
        vec_push(&c.program->roots, reg_of(&c, roots.at[i]));
    vec_free(&roots);
    vec_free(&order);
    map_free(&c.registers);
    map_free(&c.values);
    if (c.reason) {
        *reason = c.reason;
        fuzz_bytecode_free(c.program);
        return NULL;
    }
    return c.program;
}

void fuzz_bytecode_free(fuzz_bytecode *p)
{
    if (!p)
        return;
    vec_free(&p->code);
    vec_free(&p->inputs);
    vec_free(&p->roots);
    vec_free(&p->box_args);
    vec_free(&p->boxes);
    vec_free(&p->terms);
    vec_free(&p->sorts);
    free(p);
}
