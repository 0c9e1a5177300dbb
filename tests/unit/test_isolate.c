/* Solving equations for a constant: the solution makes the equation true, any other value false. */
#include "base/rng.h"
#include "solve/prepare/isolate.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct field {
    sort_id sort;
    term_op ops[8];
    unsigned n_ops;
} field;

static value_id some_value(term_bank *b, rng *r, sort_id s)
{
    if (s == SORT_ID_INT)
        return value_int(b, (int64_t)rng_below(r, 40) - 20);
    if (s == SORT_ID_REAL)
        return value_real(b, (int64_t)rng_below(r, 40) - 20, 1);
    return value_bv_u64(b, sort_bv_width(b, s), rng_next(r));
}

static term_id random_term(term_bank *b, rng *r, const field *f, const term_id *constants,
                           int depth)
{
    if (!depth || rng_one_in(r, 4))
        return rng_one_in(r, 4) ? term_const(b, some_value(b, r, f->sort))
                                : constants[rng_below(r, 3)];
    term_op op = f->ops[rng_below(r, f->n_ops)];
    term_id x = random_term(b, r, f, constants, depth - 1);
    if (op == OP_NEG || op == OP_BVNEG || op == OP_BVNOT)
        return term_make1(b, op, x);
    return term_make2(b, op, x, random_term(b, r, f, constants, depth - 1));
}

static bool holds(term_model *m, term_id t)
{
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    bool truth = value_is_true(eval_term(e, t));
    eval_free(e);
    return truth;
}

/* Whether the equation could be solved. */
static bool check(term_bank *b, rng *r, const field *f, const term_id *constants)
{
    term_id left = random_term(b, r, f, constants, 3);
    term_id equation = term_eq(b, left, random_term(b, r, f, constants, 3)), meaning;
    term_id x = isolate_constant(b, equation, 6, &meaning);
    term_model *m = model_new(b);
    for (int i = 0; i < 8 && x; i++) {
        for (int k = 0; k < 3; k++)
            model_set_value(m, term_decl(b, constants[k]), some_value(b, r, f->sort));
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        value_id solution = eval_term(e, meaning), other = some_value(b, r, f->sort);
        eval_free(e);
        model_set_value(m, term_decl(b, x), solution);
        CHECK(solution && holds(m, equation));
        model_set_value(m, term_decl(b, x), other);
        CHECK(other == solution || !holds(m, equation));
    }
    model_free(m);
    return x != 0;
}

TEST(solutions_are_the_only_ones)
{
    term_bank *b = bank_new(false);
    rng r;
    rng_seed(&r, 4);
    const field fields[] = {
        {sort_bv(b, 8), {OP_BVADD, OP_BVSUB, OP_BVXOR, OP_BVMUL, OP_BVNOT, OP_BVNEG, OP_BVAND}, 7},
        {sort_bv(b, 64), {OP_BVADD, OP_BVMUL, OP_BVXOR, OP_BVOR}, 4},
        {SORT_ID_INT, {OP_ADD, OP_SUB, OP_NEG, OP_MUL}, 4},
        {SORT_ID_REAL, {OP_ADD, OP_SUB, OP_NEG, OP_MUL, OP_MUL}, 5},
    };
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        term_id constants[3];
        uint64_t rounds = test_count(4000), solved = 0;
        for (int i = 0; i < 3; i++)
            constants[i] =
                term_app(b, decl_constant(b, symbol_fresh(b, "c"), fields[k].sort), NULL, 0);
        for (uint64_t i = 0; i < rounds; i++)
            solved += check(b, &r, &fields[k], constants);
        CHECK(solved * 10 > rounds);
    }
    bank_free(b);
}
