#include "fuzz/words/compile_impl.h"
#include "fuzz/words/compile_simple.h"

const char COMPILE_NO_FORM[] = "an operator without a machine form";

/* Folds a row of arguments from the left, or joins neighbours with `and` for chains. */
static uint32_t compile_row(compiler *c, term_id t, compile_simple s)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), width = compile_width(b, term_sort(b, term_arg(b, t, 0)));
    sort_id sort = term_sort(b, t);
    if (n == 1)
        return compile_emit(
            c, (fuzz_insn){.op = s.op, .width = (uint16_t)width, .a = compile_arg(c, t, 0)}, sort,
            t);
    uint32_t result = 0;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t x = s.chain || i == 1 ? compile_arg(c, t, i - 1) : result,
                 y = compile_arg(c, t, i);
        term_id at = n == 2 || (!s.chain && i == n - 1) ? t : 0;
        uint32_t step =
            compile_emit_binary(c, s.op, width, s.swap ? y : x, s.swap ? x : y, sort, at);
        if (s.chain && i > 1)
            step = compile_emit_binary(c, FUZZ_AND, 1, result, step, sort, i == n - 1 ? t : 0);
        result = step;
    }
    return result;
}

static uint32_t negate(compiler *c, uint32_t x, uint16_t op, term_id t)
{
    sort_id sort = c->program->sorts.at[x];
    return compile_emit(
        c, (fuzz_insn){.op = op, .width = (uint16_t)compile_width(c->bank, sort), .a = x}, sort, t);
}

static uint32_t compile_distinct(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), width = compile_width(b, term_sort(b, term_arg(b, t, 0)));
    uint32_t result = 0;
    if (n > 64)
        return compile_decline(c, COMPILE_NO_FORM);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            bool last = i == n - 2, first = i == 0 && j == 1;
            uint32_t equal = compile_emit_binary(c, FUZZ_EQ, width, compile_arg(c, t, i),
                                                 compile_arg(c, t, j), SORT_ID_BOOL, 0);
            uint32_t differ = negate(c, equal, FUZZ_NOT, n == 2 ? t : 0);
            result = first ? differ
                           : compile_emit_binary(c, FUZZ_AND, 1, result, differ, SORT_ID_BOOL,
                                                 last ? t : 0);
        }
    return result;
}

static uint32_t compile_implies(compiler *c, term_id t)
{
    uint32_t n = term_arity(c->bank, t), result = compile_arg(c, t, n - 1);
    for (uint32_t i = n - 1; i-- > 0;) {
        uint32_t premise = negate(c, compile_arg(c, t, i), FUZZ_NOT, 0);
        result = compile_emit_binary(c, FUZZ_OR, 1, premise, result, SORT_ID_BOOL, i ? 0 : t);
    }
    return result;
}

static uint32_t compile_concat(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t), result = compile_arg(c, t, 0);
    uint64_t width = sort_bv_width(b, term_sort(b, term_arg(b, t, 0)));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t low = sort_bv_width(b, term_sort(b, term_arg(b, t, i)));
        width += low;
        result = compile_emit(c,
                              (fuzz_insn){.op = FUZZ_CONCAT,
                                          .width = (uint16_t)width,
                                          .a = result,
                                          .b = compile_arg(c, t, i),
                                          .imm = low},
                              sort_bv(b, width), i == n - 1 ? t : 0);
    }
    return result;
}

static uint32_t compile_repeat(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t times = term_index(b, t, 0), x = compile_arg(c, t, 0), result = x;
    uint64_t low = sort_bv_width(b, term_sort(b, term_arg(b, t, 0))), width = low;
    for (uint32_t i = 1; i < times; i++) {
        width += low;
        result = compile_emit(
            c,
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
    uint32_t bits = term_op_of(b, t) == OP_FP ? compile_concat(c, t) : compile_arg(c, t, 0);
    if (c->program->terms.at[bits] == t)
        c->program->terms.at[bits] = 0;
    return compile_emit(
        c,
        (fuzz_insn){.op = FUZZ_FP_CANONICAL, .width = (uint16_t)compile_width(b, sort), .a = bits},
        sort, t);
}

/* Operators whose first operand is a rounding mode; 0: it is none. */
static uint16_t rounded_form(term_op op)
{
    switch (op) {
    case OP_FP_ADD:
        return FUZZ_FP_ADD;
    case OP_FP_SUB:
        return FUZZ_FP_SUB;
    case OP_FP_MUL:
        return FUZZ_FP_MUL;
    case OP_FP_DIV:
        return FUZZ_FP_DIV;
    case OP_FP_FMA:
        return FUZZ_FP_FMA;
    case OP_FP_SQRT:
        return FUZZ_FP_SQRT;
    case OP_FP_ROUND:
        return FUZZ_FP_ROUND;
    case OP_FP_FROM_FP:
        return FUZZ_FP_CONVERT;
    case OP_FP_FROM_SBV:
        return FUZZ_FP_FROM_SBV;
    case OP_FP_FROM_UBV:
        return FUZZ_FP_FROM_UBV;
    case OP_FP_TO_SBV:
        return FUZZ_FP_TO_SBV;
    case OP_FP_TO_UBV:
        return FUZZ_FP_TO_UBV;
    default:
        return 0;
    }
}

static uint32_t compile_rounded(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, t);
    return compile_emit(c,
                        (fuzz_insn){.op = rounded_form(term_op_of(b, t)),
                                    .width = (uint16_t)compile_width(b, term_sort(b, t)),
                                    .a = compile_arg(c, t, 0),
                                    .b = compile_arg(c, t, 1),
                                    .c = n > 2 ? compile_arg(c, t, 2) : 0,
                                    .d = n > 3 ? compile_arg(c, t, 3) : 0,
                                    .imm = compile_width(b, term_sort(b, term_arg(b, t, 1)))},
                        term_sort(b, t), t);
}

static uint32_t compile_indexed(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    sort_id sort = term_sort(b, t);
    uint32_t x = compile_arg(c, t, 0), width = compile_width(b, term_sort(b, term_arg(b, t, 0)));
    fuzz_insn insn = {.width = (uint16_t)width, .a = x};
    switch (term_op_of(b, t)) {
    case OP_EXTRACT:
        insn.op = FUZZ_EXTRACT;
        insn.width = (uint16_t)compile_width(b, sort);
        insn.imm = term_index(b, t, 1);
        break;
    case OP_SIGN_EXTEND:
        insn.op = FUZZ_SEXT;
        insn.imm = compile_width(b, sort);
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
        insn.width = (uint16_t)compile_width(b, sort);
    }
    return compile_emit(c, insn, sort, t);
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
        return compile_emit(c,
                            (fuzz_insn){.op = FUZZ_ITE,
                                        .width = (uint16_t)compile_width(b, sort),
                                        .a = compile_arg(c, t, 0),
                                        .b = compile_arg(c, t, 1),
                                        .c = compile_arg(c, t, 2)},
                            sort, t);
    case OP_BVNAND:
    case OP_BVNOR: {
        uint16_t op = term_op_of(b, t) == OP_BVNAND ? FUZZ_BV_AND : FUZZ_BV_OR;
        uint32_t x = compile_emit_binary(c, op, compile_width(b, sort), compile_arg(c, t, 0),
                                         compile_arg(c, t, 1), sort, 0);
        return negate(c, x, FUZZ_BV_NOT, t);
    }
    case OP_BVXNOR: { /* folds from the left, each step negated */
        uint32_t x = compile_arg(c, t, 0), n = term_arity(b, t);
        for (uint32_t i = 1; i < n; i++) {
            x = compile_emit_binary(c, FUZZ_BV_XOR, compile_width(b, sort), x, compile_arg(c, t, i),
                                    sort, 0);
            x = negate(c, x, FUZZ_BV_NOT, i == n - 1 ? t : 0);
        }
        return x;
    }
    case OP_BVSDIVO: { /* the least number divided by -1 */
        uint32_t width = compile_width(b, term_sort(b, term_arg(b, t, 0)));
        sort_id bits = term_sort(b, term_arg(b, t, 0));
        uint32_t least = compile_emit_word(c, bits, UINT64_C(1) << (width - 1), 0);
        uint32_t ones = compile_emit_word(c, bits, UINT64_MAX >> (64 - width), 0);
        uint32_t x =
            compile_emit_binary(c, FUZZ_EQ, width, compile_arg(c, t, 0), least, SORT_ID_BOOL, 0);
        uint32_t y =
            compile_emit_binary(c, FUZZ_EQ, width, compile_arg(c, t, 1), ones, SORT_ID_BOOL, 0);
        return compile_emit_binary(c, FUZZ_AND, 1, x, y, SORT_ID_BOOL, t);
    }
    case OP_CONCAT:
        return compile_concat(c, t);
    case OP_REPEAT:
        return compile_repeat(c, t);
    case OP_ZERO_EXTEND: /* the word is the same */
    case OP_FP_TO_BITS:
        return compile_arg(c, t, 0);
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
    default:
        return rounded_form(term_op_of(b, t)) ? compile_rounded(c, t)
                                              : compile_decline(c, COMPILE_NO_FORM);
    }
}

uint32_t compile_operator(compiler *c, term_id t)
{
    compile_simple simple = compile_simple_of(term_op_of(c->bank, t));
    return simple.op ? compile_row(c, t, simple) : compile_other(c, t);
}
