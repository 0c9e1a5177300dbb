#include <stdlib.h>

#include "fuzz/words/compile_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

static const char TOO_WIDE[] = "a constant that does not fit a machine word";

static uint32_t compile_input(compiler *c, term_id t)
{
    sort_id sort = term_sort(c->bank, t);
    fuzz_bytecode *p = c->program;
    uint32_t reg = compile_emit(c,
                                (fuzz_insn){.op = FUZZ_INPUT,
                                            .width = (uint16_t)compile_width(c->bank, sort),
                                            .imm = p->inputs.n},
                                sort, t);
    vec_push(&p->inputs, ((fuzz_input){term_decl(c->bank, t), sort, reg}));
    return reg;
}

static uint32_t compile_box(compiler *c, term_id t)
{
    decl_id d = term_decl(c->bank, t);
    fuzz_bytecode *p = c->program;
    if (!c->config || !c->config->is_box || !c->config->is_box(c->config->context, d))
        return compile_decline(c, "an uninterpreted function");
    uint32_t box = 0, n = term_arity(c->bank, t);
    while (box < p->boxes.n && p->boxes.at[box] != d)
        box++;
    if (box == p->boxes.n)
        vec_push(&p->boxes, d);
    uint32_t first = (uint32_t)p->box_args.n;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&p->box_args, compile_arg(c, t, i));
    sort_id sort = term_sort(c->bank, t);
    return compile_emit(c,
                        (fuzz_insn){.op = FUZZ_BOX,
                                    .width = (uint16_t)compile_width(c->bank, sort),
                                    .a = first,
                                    .b = box,
                                    .imm = n},
                        sort, t);
}

static bool value_fits(const compiler *c, value_id v)
{
    int64_t small;
    return compile_is_word(c, value_sort(c->bank, v)) &&
           (value_kind_of(c->bank, v) != VALUE_INT || value_small_int(c->bank, v, &small));
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Whether inputs may have this sort. */
static bool has_inputs(const compiler *c, sort_id s)
{
    const term_bank *b = c->bank;
    uint64_t most = LIMITS_OR(c->config->limits, fuzz_limits_default)->values_array_depth;
    for (uint64_t depth = 0; sort_kind_of(b, s) == SORT_ARRAY; depth++) {
        sort_id index = sort_array_index(b, s);
        if (depth == most || sort_kind_of(b, index) == SORT_ARRAY || !has_inputs(c, index))
            return false;
        s = sort_array_element(b, s);
    }
    sort_kind kind = sort_kind_of(b, s);
    return kind >= SORT_BOOL && kind <= SORT_FP && kind != SORT_REGLAN;
}

/* An operator of the evaluator. */
static uint32_t compile_value(compiler *c, term_id t)
{
    fuzz_bytecode *p = c->program;
    uint32_t first = (uint32_t)p->box_args.n, n = term_arity(c->bank, t);
    sort_id sort = term_sort(c->bank, t);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&p->box_args, compile_arg(c, t, i));
    return compile_emit(c,
                        (fuzz_insn){.op = FUZZ_VALUE,
                                    .width = (uint16_t)compile_width(c->bank, sort),
                                    .a = first,
                                    .b = term_op_of(c->bank, t),
                                    .imm = n},
                        sort, t);
}

/* Whether ids of values will do as operands of its machine form. */
static bool is_about_identity(const compiler *c, term_id t)
{
    const term_bank *b = c->bank;
    switch (term_op_of(b, t)) {
    case OP_EQ:
    case OP_DISTINCT:
    case OP_BVCOMP:
        return term_sort(b, term_arg(b, t, 0)) != SORT_ID_REGLAN && term_arity(b, t) <= 64;
    case OP_ITE:
        return true;
    default:
        return false;
    }
}

/* Whether the operator is known on what its operands and its result are. */
static bool may_have_form(const compiler *c, term_id t)
{
    const term_bank *b = c->bank;
    bool words = compile_is_word(c, term_sort(b, t));
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        words &= compile_is_word(c, term_sort(b, term_arg(b, t, i)));
    return words || is_about_identity(c, t);
}

static uint32_t compile_mixed(compiler *c, term_id t)
{
    term_op op = term_op_of(c->bank, t);
    if (term_is_binder(op) || op == OP_VAR || op == OP_PATTERN)
        return compile_decline(c, "quantifiers");
    bool is_number = op == OP_UBV_TO_INT || op == OP_SBV_TO_INT;
    if (is_number && !c->wide && !compile_is_word(c, term_sort(c->bank, term_arg(c->bank, t, 0))))
        return compile_decline(c, TOO_WIDE);
    if (!may_have_form(c, t))
        return compile_value(c, t);
    uint32_t reg = compile_operator(c, t);
    if (c->reason != COMPILE_NO_FORM)
        return reg;
    c->reason = NULL;
    return compile_value(c, t);
}

/* ---- Terms ----------------------------------------------------------------------------------- */

static bool takes_values(const compiler *c)
{
    return c->config && c->config->values;
}

/* What is too wide for a word: its value, or none; it may still be folded into its user. */
static uint32_t compile_constant(compiler *c, term_id t, value_id v)
{
    if (value_fits(c, v))
        return compile_emit_word(c, value_sort(c->bank, v), word_of_value(c->bank, v), t);
    bool is_value = takes_values(c) && !compile_is_word(c, value_sort(c->bank, v));
    return is_value ? compile_emit_word(c, value_sort(c->bank, v), v, t) : COMPILE_NO_REGISTER;
}

static uint32_t compile_application(compiler *c, term_id t)
{
    const term_bank *b = c->bank;
    if (decl_kind_of(b, term_decl(b, t)) != DECL_FREE)
        return compile_decline(c, "datatypes and recursive functions");
    if (term_arity(b, t))
        return compile_box(c, t);
    if (takes_values(c) && !has_inputs(c, term_sort(b, t)))
        return compile_decline(c, "a constant of a sort without values to search");
    return compile_input(c, t);
}

static uint32_t compile_term(compiler *c, term_id t)
{
    term_bank *b = c->bank;
    value_id v = eval_fold(c->bank, t, &c->values);
    if (v) {
        map_put(&c->values, t, v);
        return compile_constant(c, t, v);
    }
    if (!takes_values(c) && !compile_is_word(c, term_sort(b, t)))
        return compile_decline(c, "a sort that does not fit a machine word");
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (compile_arg(c, t, i) == COMPILE_NO_REGISTER)
            return compile_decline(c, TOO_WIDE);
    if (term_op_of(b, t) == OP_APP)
        return compile_application(c, t);
    return takes_values(c) ? compile_mixed(c, t) : compile_operator(c, t);
}

/* False: with wide Ints it might do. */
static bool compile_all(compiler *c, const term_vec *roots)
{
    term_vec order = {0};
    term_postorder(c->bank, roots->at, roots->n, &order);
    c->program->bank = takes_values(c) ? c->bank : NULL;
    c->program->wide = c->wide;
    compile_emit_word(c, SORT_ID_BOOL, 0,
                      0); /* register 0: what unused operands name; always defined */
    for (size_t i = 0; i < order.n && !c->reason; i++) {
        uint32_t reg = compile_term(c, order.at[i]);
        map_put(&c->registers, order.at[i], (uint64_t)reg + 1);
    }
    for (size_t i = 0; i < roots->n && !c->reason; i++)
        vec_push(&c->program->roots, compile_reg(c, roots->at[i]));
    vec_free(&order);
    return !(c->reason == TOO_WIDE && takes_values(c) && !c->wide);
}

fuzz_bytecode *fuzz_compile(term_bank *b, const term_id *constraints, size_t n,
                            const fuzz_compile_config *config, const char **reason)
{
    compiler c = {.bank = b, .program = base_alloc_zero(1, sizeof *c.program), .config = config};
    term_vec roots = {0};
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, constraints[i]));
    if (!compile_all(&c, &roots)) {
        fuzz_bytecode_free(c.program);
        map_clear(&c.registers);
        c.program = base_alloc_zero(1, sizeof *c.program);
        c.reason = NULL;
        c.wide = true;
        compile_all(&c, &roots);
    }
    vec_free(&roots);
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
    vec_free(&p->handles);
    free(p);
}
