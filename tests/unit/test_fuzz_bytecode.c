/* Compiled constraints against the evaluator, and wanted values backwards against the interpreter.
 */
#include <stdio.h>
#include <string.h>

#include "fuzz/words/demand.h"
#include "fuzz/words/invert.h"
#include "fuzz_terms.h"
#include "smtlib/print/printer.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

typedef struct bench {
    term_bank *bank;
    fuzz_bytecode *program;
    fuzz_machine machine;
    uint64_t *words;
    term_model *model;
    evaluator *judge;
    bool *ahead; /* by register: knows more than the evaluator */
} bench;

static void bench_open(bench *t, term_bank *b, const term_vec *terms)
{
    const char *reason = NULL;
    t->bank = b;
    t->program = fuzz_compile(b, terms->at, terms->n, &POOL_COMPILE, &reason);
    CHECK_MSG(t->program, "%s", reason);
    fuzz_machine_init(&t->machine, t->program);
    t->machine.call = pool_call;
    t->words = base_alloc_zero(t->program->inputs.n + 1, sizeof *t->words);
    t->ahead = base_alloc_zero(t->program->code.n, sizeof *t->ahead);
    t->model = model_new(b);
    eval_config config = {.call = pool_evaluate, .call_context = b};
    t->judge = eval_new(t->model, &config);
}

static void bench_close(bench *t)
{
    eval_free(t->judge);
    model_free(t->model);
    fuzz_machine_free(&t->machine);
    fuzz_bytecode_free(t->program);
    free(t->words);
    free(t->ahead);
}

static void bench_run(bench *t, rng *r)
{
    for (size_t i = 0; i < t->program->inputs.n; i++) {
        const fuzz_input *in = &t->program->inputs.at[i];
        t->words[i] = pool_word(t->bank, r, in->sort);
        model_set_value(t->model, in->decl, value_of_word(t->bank, in->sort, t->words[i]));
    }
    eval_reset(t->judge);
    fuzz_run(t->program, t->words, &t->machine);
}

static bool is_undefined(const fuzz_machine *m, uint32_t reg)
{
    return m->trapped && m->undefined[reg];
}

static const char *text_of(term_bank *b, term_id t)
{
    static char text[2000];
    strbuf out = STRBUF_INIT;
    smt_print_term(b, t, NULL, &out);
    snprintf(text, sizeof text, "%s", out.text);
    strbuf_free(&out);
    return text;
}

/* Whether what the instruction needs is missing. */
static bool operand_undefined(const bench *t, uint32_t reg)
{
    const fuzz_bytecode *p = t->program;
    const fuzz_insn *insn = &p->code.at[reg];
    const fuzz_machine *m = &t->machine;
    bool a = is_undefined(m, insn->a), b = is_undefined(m, insn->b), any = false;
    switch (insn->op) {
    case FUZZ_BOX:
        for (uint64_t i = 0; i < insn->imm; i++)
            any |= is_undefined(m, p->box_args.at[insn->a + i]);
        return any;
    case FUZZ_AND:
        return (a && (b || m->regs[insn->b])) || (b && (a || m->regs[insn->a]));
    case FUZZ_OR:
        return (a && (b || !m->regs[insn->b])) || (b && (a || !m->regs[insn->a]));
    case FUZZ_ITE:
        return a || is_undefined(m, m->regs[insn->a] ? insn->b : insn->c);
    default:
        return a || b || is_undefined(m, insn->c) || is_undefined(m, insn->d);
    }
}

static bool operand_ahead(const bench *t, const fuzz_insn *insn)
{
    bool any = false;
    if (insn->op == FUZZ_INPUT || insn->op == FUZZ_CONST)
        return false;
    if (insn->op != FUZZ_BOX)
        return t->ahead[insn->a] || t->ahead[insn->b] || t->ahead[insn->c] || t->ahead[insn->d];
    for (uint64_t i = 0; i < insn->imm; i++)
        any |= t->ahead[t->program->box_args.at[insn->a + i]];
    return any;
}

/* A chain or a bvsdivo is compiled to a junction, which may be false because of one part while the
 * evaluator, which knows nothing of parts, misses the value of another. */
static bool ahead_of_the_evaluator(const bench *t, uint32_t reg)
{
    const fuzz_insn *insn = &t->program->code.at[reg];
    term_id term = t->program->terms.at[reg];
    if (operand_ahead(t, insn))
        return true;
    return insn->op == FUZZ_AND && (!term || term_op_of(t->bank, term) != OP_AND) &&
           !t->machine.regs[reg] &&
           is_undefined(&t->machine, insn->a) != is_undefined(&t->machine, insn->b);
}

/* The bits of NaN are underspecified; the machine takes those that it has. */
static bool takes_nan_bits(const bench *t, term_id term)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(t->bank, &term, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(t->bank, order.at[i]) == OP_FP_TO_BITS;
    vec_free(&order);
    return found;
}

/* A register is right when it has the evaluator's value. It may lack one only where the evaluator
 * has none, where the value is beyond int64_t, or where an operand lacks one. */
static void check_register(const bench *t, uint32_t reg)
{
    term_id term = t->program->terms.at[reg];
    value_id v = eval_term(t->judge, term);
    int64_t small;
    bool fits =
        v && (value_kind_of(t->bank, v) != VALUE_INT || value_small_int(t->bank, v, &small));
    if (is_undefined(&t->machine, reg)) {
        CHECK_MSG(!fits || operand_undefined(t, reg), "no value: %s", text_of(t->bank, term));
        return;
    }
    if (!v && (t->ahead[reg] || takes_nan_bits(t, term)))
        return;
    CHECK_MSG(fits, "a value where there is none (%d): %s", (int)eval_why(t->judge),
              text_of(t->bank, term));
    uint64_t word = word_of_value(t->bank, v);
    CHECK_MSG(word == t->machine.regs[reg], "%s: %llx, should be %llx", text_of(t->bank, term),
              (unsigned long long)t->machine.regs[reg], (unsigned long long)word);
}

/* On demand, registers have the same values and the same gaps. */
static void check_demand(const bench *t, fuzz_demand *d, rng *r)
{
    fuzz_demand_begin(d, t->words);
    for (int i = 0; i < 8; i++) {
        uint32_t reg = (uint32_t)rng_below(r, t->program->code.n);
        uint64_t value;
        bool defined = fuzz_demand_value(d, reg, &value);
        CHECK(defined == !is_undefined(&t->machine, reg));
        CHECK(!defined || value == t->machine.regs[reg]);
    }
}

TEST(agrees_with_the_evaluator)
{
    rng r;
    rng_seed(&r, 7);
    term_bank *b = bank_new(false);
    term_pool pool = {.bank = b, .r = &r};
    bank_marks mark = bank_mark(b);
    uint64_t rounds = test_count(4000);
    for (uint64_t round = 0; round < rounds; round++) {
        bench t;
        pool_fill(&pool, 30);
        bench_open(&t, b, &pool.terms);
        fuzz_demand d;
        fuzz_demand_init(&d, t.program);
        d.call = pool_call;
        for (int i = 0; i < 12; i++) {
            bench_run(&t, &r);
            check_demand(&t, &d, &r);
            for (uint32_t reg = 0; reg < t.program->code.n; reg++) {
                t.ahead[reg] = ahead_of_the_evaluator(&t, reg);
                if (t.program->terms.at[reg])
                    check_register(&t, reg);
            }
        }
        fuzz_demand_free(&d);
        bench_close(&t);
        bank_release(b, &mark);
    }
    for (term_op op = OP_NOT; op <= OP_FP_TO_BITS; op++)
        CHECK_MSG(without_machine_form(op) || pool.made[op] || rounds < 4000, "%s never came up",
                  term_op_name(op));
    vec_free(&pool.terms);
    bank_free(b);
}

TEST(division_at_the_border_of_int64)
{
    term_bank *b = bank_new(false);
    decl_id d = decl_constant(b, symbol_make(b, "x"), SORT_ID_INT);
    term_id x = term_app(b, d, NULL, 0);
    term_id minus = term_const(b, value_int(b, -1)), least = term_const(b, value_int(b, INT64_MIN));
    term_vec terms = {0};
    vec_push(&terms, term_make2(b, OP_MOD, x, minus));
    vec_push(&terms, term_make2(b, OP_IDIV, x, minus));
    vec_push(&terms, term_make2(b, OP_MOD, x, least));
    bench t;
    bench_open(&t, b, &terms);
    fuzz_run(t.program, &(uint64_t){(uint64_t)INT64_MIN}, &t.machine);
    CHECK(t.machine.regs[t.program->roots.at[0]] == 0);
    CHECK(!is_undefined(&t.machine, t.program->roots.at[0]));
    CHECK(is_undefined(&t.machine, t.program->roots.at[1]));
    fuzz_run(t.program, &(uint64_t){(uint64_t)-3}, &t.machine);
    CHECK(t.machine.regs[t.program->roots.at[2]] == (uint64_t)INT64_MIN - 3);
    bench_close(&t);
    vec_free(&terms);
    bank_free(b);
}

/* Which operands can be found exactly from the result: 1 the first, 2 the second. */
typedef struct exact {
    term_op op;
    const char *sorts; /* of the operands: B Bool, v BitVec, i Int, f Float */
    unsigned operands;
} exact;

static const exact EXACT[] = {
    {OP_NOT, "B", 1},         {OP_AND, "BB", 3},        {OP_OR, "BB", 3},
    {OP_XOR, "BB", 3},        {OP_EQ, "BB", 3},         {OP_EQ, "vv", 3},
    {OP_EQ, "ii", 3},         {OP_BVNOT, "v", 1},       {OP_BVNEG, "v", 1},
    {OP_BVAND, "vv", 3},      {OP_BVOR, "vv", 3},       {OP_BVXOR, "vv", 3},
    {OP_BVADD, "vv", 3},      {OP_BVSUB, "vv", 3},      {OP_BVMUL, "vv", 3},
    {OP_BVUDIV, "vv", 3},     {OP_BVUREM, "vv", 3},     {OP_BVSDIV, "vv", 1},
    {OP_BVSREM, "vv", 1},     {OP_BVSMOD, "vv", 1},     {OP_BVSHL, "vv", 3},
    {OP_BVLSHR, "vv", 3},     {OP_BVASHR, "vv", 3},     {OP_BVULT, "vv", 3},
    {OP_BVULE, "vv", 3},      {OP_BVSGT, "vv", 3},      {OP_BVSGE, "vv", 3},
    {OP_CONCAT, "vv", 3},     {OP_EXTRACT, "v", 1},     {OP_SIGN_EXTEND, "v", 1},
    {OP_ZERO_EXTEND, "v", 1}, {OP_ROTATE_LEFT, "v", 1}, {OP_ROTATE_RIGHT, "v", 1},
    {OP_NEG, "i", 1},         {OP_ADD, "ii", 3},        {OP_SUB, "ii", 3},
    {OP_IDIV, "ii", 1},       {OP_MOD, "ii", 1},        {OP_ABS, "i", 1},
    {OP_LT, "ii", 3},         {OP_GE, "ii", 3},         {OP_DIVISIBLE, "i", 1},
    {OP_UBV_TO_INT, "v", 1},  {OP_SBV_TO_INT, "v", 1},  {OP_INT_TO_BV, "i", 1},
    {OP_FP_NEG, "f", 1},      {OP_FP_ABS, "f", 1},      {OP_FP_LT, "ff", 3},
    {OP_FP_LEQ, "ff", 3},     {OP_FP_EQ, "ff", 3},
};

static term_id exact_term(term_pool *pool, const exact *e)
{
    rng *r = pool->r;
    for (;;) {
        term_id args[2];
        uint32_t n = (uint32_t)strlen(e->sorts), indices[] = {(uint32_t)rng_below(r, 70), 0};
        bool wide = rng_one_in(r, 2);
        uint64_t width = rng_below(r, 64) + 1;
        indices[1] = (uint32_t)rng_below(r, indices[0] + 1);
        for (uint32_t i = 0; i < n; i++) {
            char c = e->sorts[i];
            if (e->op == OP_CONCAT && i)
                width = rng_below(r, 64) + 1;
            sort_id s = c == 'B'   ? SORT_ID_BOOL
                        : c == 'i' ? SORT_ID_INT
                        : c == 'v' ? sort_bv(pool->bank, width)
                                   : sort_fp(pool->bank, wide ? 11 : 8, wide ? 53 : 24);
            decl_id d = decl_constant(pool->bank, symbol_make(pool->bank, i ? "y" : "x"), s);
            args[i] = term_app(pool->bank, d, NULL, 0);
        }
        term_id t = term_make(pool->bank, e->op, indices, term_op_indices(e->op), args, n);
        if (t && word_fits_sort(pool->bank, term_sort(pool->bank, t)))
            return t;
    }
}

/* The result that the operand has after it was set to a random word is reachable; the inverse has
 * to reach it from where the operand was before. */
static void check_inverse(bench *t, rng *r, term_id term, uint32_t moved)
{
    const fuzz_bytecode *p = t->program;
    uint32_t root = p->roots.at[0], operand = 0, reg = p->inputs.at[moved].reg;
    uint8_t depends[8] = {0};
    uint64_t value = 0;
    bench_run(t, r);
    uint64_t before = t->words[moved];
    t->words[moved] = pool_word(t->bank, r, p->inputs.at[moved].sort);
    fuzz_run(p, t->words, &t->machine);
    if (is_undefined(&t->machine, root))
        return;
    uint64_t wanted = t->machine.regs[root];
    t->words[moved] = before;
    fuzz_run(p, t->words, &t->machine);
    if (root == reg) /* a change of the sort only */
        return;
    depends[reg] = 1;
    CHECK(p->code.n <= sizeof depends);
    bool there = !is_undefined(&t->machine, root) && t->machine.regs[root] == wanted;
    if (fuzz_invert(p, &t->machine, depends, r, root, wanted, &operand, &value)) {
        CHECK(operand == reg);
        t->words[moved] = fuzz_fit_word(t->bank, p->sorts.at[reg], value);
        fuzz_run(p, t->words, &t->machine);
    } else {
        CHECK_MSG(there, "nothing wanted of %s", text_of(t->bank, term));
    }
    CHECK_MSG(!is_undefined(&t->machine, root) && t->machine.regs[root] == wanted,
              "%s: operand %u from %llx to %llx gives %llx, wanted %llx", text_of(t->bank, term),
              moved, (unsigned long long)before, (unsigned long long)t->words[moved],
              (unsigned long long)t->machine.regs[root], (unsigned long long)wanted);
}

TEST(inverses_give_the_wanted_result)
{
    rng r;
    rng_seed(&r, 11);
    term_bank *b = bank_new(false);
    term_pool pool = {.bank = b, .r = &r};
    bank_marks mark = bank_mark(b);
    for (size_t i = 0; i < sizeof EXACT / sizeof *EXACT; i++)
        for (uint64_t round = test_count(400); round > 0; round--) {
            bench t;
            term_vec terms = {0};
            vec_push(&terms, exact_term(&pool, &EXACT[i]));
            bench_open(&t, b, &terms);
            for (uint32_t k = 0; k < t.program->inputs.n; k++)
                for (int tries = 0; tries < 8 && EXACT[i].operands >> k & 1; tries++)
                    check_inverse(&t, &r, terms.at[0], k);
            bench_close(&t);
            vec_free(&terms);
            bank_release(b, &mark);
        }
    bank_free(b);
}
