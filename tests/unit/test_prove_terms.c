/* Terms that the prover makes of others: choices that are merged, statements about all elements at some. */
#include "base/rng.h"
#include "prove/smt/choices.h"
#include "prove/smt/instances.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "test.h"

enum { NUMBERS = 3, TRUTHS = 3 };

typedef struct names {
    term_bank *b;
    term_id numbers[NUMBERS], truths[TRUTHS];
    rng *r;
} names;

static term_id constant(term_bank *b, const char *name, sort_id sort)
{
    return term_app(b, decl_constant(b, symbol_make(b, name), sort), NULL, 0);
}

static term_id number(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

static int64_t small(names *n)
{
    return (int64_t)rng_below(n->r, 7) - 3;
}

/* A sum with choices, multiples and numbers. */
static term_id random_sum(names *n, int depth)
{
    term_bank *b = n->b;
    term_id truth = n->truths[rng_below(n->r, TRUTHS)];
    switch (rng_below(n->r, depth ? 5 : 3)) {
    case 0:
        return n->numbers[rng_below(n->r, NUMBERS)];
    case 1:
        return number(b, small(n));
    case 2:
        return term_make3(b, OP_ITE, rng_below(n->r, 2) ? truth : term_not(b, truth),
                          number(b, small(n)), number(b, small(n)));
    case 3:
        return term_make2(b, OP_MUL, number(b, small(n)), random_sum(n, depth - 1));
    default:
        return term_make2(b, OP_ADD, random_sum(n, depth - 1), random_sum(n, depth - 1));
    }
}

static bool is_true(names *n, term_id t, uint64_t truths, const int64_t *numbers)
{
    term_model *m = model_new(n->b);
    for (size_t i = 0; i < TRUTHS; i++)
        model_set_value(m, term_decl(n->b, n->truths[i]),
                        truths >> i & 1 ? VALUE_ID_TRUE : VALUE_ID_FALSE);
    for (size_t i = 0; i < NUMBERS; i++)
        model_set_value(m, term_decl(n->b, n->numbers[i]), value_int(n->b, numbers[i]));
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    bool truth = value_is_true(eval_term(e, t));
    eval_free(e);
    model_free(m);
    return truth;
}

TEST(merged_choices_mean_the_same)
{
    static const term_op orders[] = {OP_LE, OP_LT, OP_GE, OP_GT, OP_EQ};
    rng r;
    rng_seed(&r, 5);
    names n = {.b = bank_new(false), .r = &r};
    const char *const number_names[] = {"x", "y", "z"}, *const truth_names[] = {"p", "q", "s"};
    for (size_t i = 0; i < NUMBERS; i++)
        n.numbers[i] = constant(n.b, number_names[i], SORT_ID_INT);
    for (size_t i = 0; i < TRUTHS; i++)
        n.truths[i] = constant(n.b, truth_names[i], SORT_ID_BOOL);
    size_t merged = 0;
    for (int round = 0; round < 400; round++) {
        term_id t = term_make2(n.b, orders[rng_below(&r, 5)], random_sum(&n, 4), random_sum(&n, 4));
        if (rng_below(&r, 2))
            t = term_not(n.b, t);
        term_id other = choices_merge(n.b, t);
        merged += other != t;
        for (int k = 0; k < 16; k++) {
            int64_t numbers[NUMBERS] = {small(&n), small(&n), small(&n)};
            uint64_t truths = rng_below(&r, 1 << TRUTHS);
            CHECK(is_true(&n, t, truths, numbers) == is_true(&n, other, truths, numbers));
        }
    }
    CHECK_MSG(merged > 10, "only %zu", merged);
    bank_free(n.b);
}

/* Names in the place of choices: what they are said to be is the choice, and a bound on it. */
TEST(named_choices_mean_the_same)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", SORT_ID_INT), sum[9] = {x}, truths[8];
    for (size_t i = 0; i < 8; i++) {
        const char name[] = {'p', (char)('0' + i), 0};
        truths[i] = constant(b, name, SORT_ID_BOOL);
        sum[i + 1] = term_make3(b, OP_ITE, truths[i], number(b, (int64_t)i - 3), number(b, 2));
    }
    term_id few = term_make2(b, OP_LE, term_make(b, OP_ADD, NULL, 0, sum, 3), number(b, 0));
    term_id many = term_make2(b, OP_LE, term_make(b, OP_ADD, NULL, 0, sum, 9), number(b, 0));
    map named_as = {0};
    term_vec parts = {0};
    CHECK(choices_name(b, &named_as, few, &parts) == few && !parts.n);
    term_id named = choices_name(b, &named_as, many, &parts);
    CHECK(named != many && parts.n == 4 * 8);
    size_t before = parts.n;
    CHECK(choices_name(b, &named_as, many, &parts) == named && parts.n == 2 * before);
    for (uint64_t bits = 0; bits < 256; bits += 17) {
        term_model *m = model_new(b);
        model_set_value(m, term_decl(b, x), value_int(b, (int64_t)bits % 7 - 9));
        for (size_t i = 0; i < 8; i++)
            model_set_value(m, term_decl(b, truths[i]), value_bool(bits >> i & 1));
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        for (size_t i = 0; i < 8; i++)
            model_set_value(m, term_decl(b, (term_id)map_get(&named_as, sum[i + 1], 0)),
                            eval_term(e, sum[i + 1]));
        value_id wanted = eval_term(e, many);
        eval_free(e);
        e = eval_new(m, &(eval_config){.complete = true});
        CHECK(eval_term(e, named) == wanted);
        for (size_t i = 0; i < parts.n; i++)
            CHECK(value_is_true(eval_term(e, parts.at[i])));
        eval_free(e);
        model_free(m);
    }
    vec_free(&parts);
    map_free(&named_as);
    bank_free(b);
}

/* forall k: a[k] <= limit */
static term_id all_below(term_bank *b, term_id a, term_id limit)
{
    term_id k = term_var(b, symbol_make(b, "k"), SORT_ID_INT);
    term_id body = term_make2(b, OP_LE, term_make2(b, OP_SELECT, a, k), limit);
    return term_quantifier(b, OP_FORALL, &k, 1, body, NULL, 0);
}

static bool has_quantifier(const term_bank *b, term_id t)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        found |= term_op_of(b, order.at[i]) == OP_FORALL;
    vec_free(&order);
    return found;
}

/* Statements that are denied together have a witness each, those of which one is wrong share it. */
TEST(witnesses)
{
    term_bank *b = bank_new(false);
    term_id a = constant(b, "a", sort_array(b, SORT_ID_INT, SORT_ID_INT));
    term_id one = all_below(b, a, number(b, 1)), two = all_below(b, a, number(b, 2));
    term_id both[] = {one, two};
    instances x;
    instances_init(&x, b);
    term_id apart[] = {term_not(b, one), term_not(b, two)};
    CHECK(instances_of_question(&x, apart, 2, 10));
    CHECK(x.used == 2 && !has_quantifier(b, apart[0]) && !has_quantifier(b, apart[1]));
    term_id either[] = {term_not(b, term_and(b, both, 2))};
    CHECK(instances_of_question(&x, either, 1, 10));
    CHECK(x.used == 1 && !has_quantifier(b, either[0]));
    term_id plain[] = {TERM_ID_TRUE};
    CHECK(!instances_of_question(&x, plain, 1, 10));
    instances_free(&x);
    bank_free(b);
}

/* What is asserted of all is asserted where the question reads, and what is denied is no fact about other indices. */
TEST(instances_where_it_reads)
{
    term_bank *b = bank_new(false);
    term_id a = constant(b, "a", sort_array(b, SORT_ID_INT, SORT_ID_INT));
    term_id i = constant(b, "i", SORT_ID_INT);
    term_id all = all_below(b, a, number(b, 1)), read = term_make2(b, OP_SELECT, a, i);
    term_id parts[] = {all, term_make2(b, OP_GT, read, number(b, 5))};
    instances x;
    instances_init(&x, b);
    CHECK(instances_of_question(&x, parts, 2, 10));
    CHECK(parts[0] == term_make2(b, OP_LE, read, number(b, 1)) && !x.used);
    CHECK(instances_one(b, all, i) == parts[0]);
    /* A denied statement says nothing of an index that is chosen: it is left alone. */
    CHECK(has_quantifier(b, instances_one(b, term_not(b, all), i)));
    instances_free(&x);
    bank_free(b);
}
