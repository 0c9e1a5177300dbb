/* Arithmetic modulo 2^n against trying all numbers: what is said to follow follows, and what was made of the equations
 * is found. */
#include "base/rng.h"
#include "prove/smt/identities.h"
#include "prove/smt/modular.h"
#include "term/core/decl.h"
#include "term/core/sort.h"
#include "term/eval/eval.h"
#include "term/value/value.h"
#include "test.h"

enum { NUMBERS = 3 };

typedef struct world {
    term_bank *bank;
    unsigned width;
    term_id names[NUMBERS];
} world;

static void open_world(world *w, unsigned width)
{
    static const char *const names[NUMBERS] = {"x", "y", "z"};
    w->bank = bank_new(false);
    w->width = width;
    for (int i = 0; i < NUMBERS; i++)
        w->names[i] = term_app(
            w->bank,
            decl_constant(w->bank, symbol_make(w->bank, names[i]), sort_bv(w->bank, width)), NULL,
            0);
}

static term_id constant(const world *w, uint64_t number)
{
    return term_const(w->bank,
                      value_bv_u64(w->bank, w->width, number & (UINT64_MAX >> (64 - w->width))));
}

static term_id random_sum(const world *w, rng *r, unsigned depth)
{
    uint64_t kind = rng_below(r, depth ? 6 : 2);
    if (kind == 0)
        return constant(w, rng_next(r));
    if (kind == 1)
        return w->names[rng_below(r, NUMBERS)];
    static const term_op ops[] = {OP_BVADD, OP_BVSUB, OP_BVMUL, OP_BVADD};
    return term_make2(w->bank, ops[kind - 2], random_sum(w, r, depth - 1),
                      random_sum(w, r, depth - 1));
}

/* Whether the conclusion holds for all numbers for which all of the equations do. */
static bool holds_of_all(const world *w, const term_id *equations, size_t n, term_id conclusion)
{
    term_model *m = model_new(w->bank);
    bool good = true;
    for (uint64_t all = 0; all < UINT64_C(1) << NUMBERS * w->width && good; all++) {
        model_clear(m);
        for (int i = 0; i < NUMBERS; i++)
            model_set_value(m, term_decl(w->bank, w->names[i]),
                            term_value(w->bank, constant(w, all >> (unsigned)i * w->width)));
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        bool meant = true;
        for (size_t i = 0; i < n && meant; i++)
            meant = value_is_true(eval_term(e, equations[i]));
        good = !meant || value_is_true(eval_term(e, conclusion));
        eval_free(e);
    }
    model_free(m);
    return good;
}

TEST(what_follows_holds)
{
    rng r;
    rng_seed(&r, 11);
    unsigned followed = 0;
    for (int round = 0; round < 400; round++) {
        world w;
        open_world(&w, 1 + (unsigned)rng_below(&r, 3));
        term_id equations[2], goal;
        for (int i = 0; i < 2; i++)
            equations[i] = term_eq(w.bank, random_sum(&w, &r, 2), random_sum(&w, &r, 1));
        goal = term_eq(w.bank, random_sum(&w, &r, 2), random_sum(&w, &r, 2));
        if (term_op_of(w.bank, goal) == OP_EQ && term_op_of(w.bank, equations[0]) == OP_EQ &&
            term_op_of(w.bank, equations[1]) == OP_EQ &&
            modular_follows(w.bank, goal, equations, 2)) {
            followed++;
            CHECK(holds_of_all(&w, equations, 2, goal));
        }
        bank_free(w.bank);
    }
    CHECK_MSG(followed > 10, "%u", followed);
}

/* c times one equation plus y times another: what is on the two sides is equal, and that is seen. */
TEST(what_was_made_is_found)
{
    rng r;
    rng_seed(&r, 12);
    unsigned made = 0, found = 0;
    for (int round = 0; round < 200; round++) {
        world w;
        open_world(&w, 8 + (unsigned)rng_below(&r, 57));
        term_id equations[2], sides[2], parts[2][2];
        term_id c = constant(&w, rng_next(&r)), y = w.names[1];
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < 2; i++)
                parts[i][side] = random_sum(&w, &r, 1);
            sides[side] =
                term_make2(w.bank, OP_BVADD, term_make2(w.bank, OP_BVMUL, c, parts[0][side]),
                           term_make2(w.bank, OP_BVMUL, parts[1][side], y));
        }
        for (int i = 0; i < 2; i++)
            equations[i] = term_eq(w.bank, parts[i][0], parts[i][1]);
        term_id goal = term_eq(w.bank, sides[0], sides[1]);
        bool plain = term_op_of(w.bank, goal) == OP_EQ &&
                     term_op_of(w.bank, equations[0]) == OP_EQ &&
                     term_op_of(w.bank, equations[1]) == OP_EQ;
        made += plain;
        found += plain && modular_follows(w.bank, goal, equations, 2);
        bank_free(w.bank);
    }
    CHECK_MSG(made > 100 && 100 * found >= 95 * made, "%u of %u", found, made);
}

static term_id sum_of(term_bank *b, term_id x, term_id y)
{
    return term_make2(b, OP_BVADD, x, y);
}

static term_id product_of(term_bank *b, term_id x, term_id y)
{
    return term_make2(b, OP_BVMUL, x, y);
}

/* Alternatives and choices: x * y = z stays true when x or nothing is added to z and, with it, one to y. */
TEST(choices_are_taken_apart)
{
    world w;
    open_world(&w, 64);
    term_bank *b = w.bank;
    term_id x = w.names[0], y = w.names[1], z = w.names[2], one = constant(&w, 1);
    term_id condition = term_make2(b, OP_BVULT, x, z);
    term_id next_y = term_make3(b, OP_ITE, condition, sum_of(b, y, one), y);
    term_id next_z = term_make3(b, OP_ITE, condition, sum_of(b, z, x), z);
    term_id before = term_eq(b, product_of(b, x, y), z);
    term_id after = term_eq(b, product_of(b, x, next_y), next_z);
    CHECK(identities_refute(b, (term_id[]){before, term_not(b, after)}, 2));
    CHECK(identities_left(b, &before, 1, after) == TERM_ID_TRUE);
    term_id wrong = term_eq(b, product_of(b, x, next_y), sum_of(b, next_z, one));
    CHECK(!identities_refute(b, (term_id[]){before, term_not(b, wrong)}, 2));
    CHECK(identities_left(b, &before, 1, wrong) == wrong);
    term_id either = term_or(b, (term_id[]){before, term_eq(b, z, product_of(b, y, x))}, 2);
    CHECK(identities_refute(b, (term_id[]){either, term_not(b, after)}, 2));
    bank_free(b);
}
