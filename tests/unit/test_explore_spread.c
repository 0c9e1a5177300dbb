/* Spreading equations over choices: equivalent, and of a shape that can be measured. */
#include "base/rng.h"
#include "solve/near/spread.h"
#include "term/eval/eval.h"
#include "test.h"

enum { VARIABLES = 4 };

typedef struct place {
    term_bank *b;
    decl_id decls[VARIABLES];
    term_id terms[VARIABLES], wide[VARIABLES];
    rng random;
} place;

static void set_up(place *p, uint64_t seed)
{
    static const char *const names[] = {"p", "q", "r", "s"};
    p->b = bank_new(true);
    for (int i = 0; i < VARIABLES; i++) {
        p->decls[i] = decl_constant(p->b, symbol_make(p->b, names[i]), sort_bv(p->b, 8));
        p->terms[i] = term_app(p->b, p->decls[i], NULL, 0);
        p->wide[i] = term_make(p->b, OP_ZERO_EXTEND, (uint32_t[]){24}, 1, &p->terms[i], 1);
    }
    rng_seed(&p->random, seed);
}

static term_id number(place *p, uint32_t width)
{
    return term_const(p->b, value_bv_u64(p->b, width, rng_below(&p->random, 3)));
}

static term_id leaf(place *p)
{
    term_id x = p->wide[rng_below(&p->random, VARIABLES)];
    switch (rng_below(&p->random, 4)) {
    case 0:
        return number(p, 32);
    case 1:
        return x;
    case 2:
        return term_make2(p->b, OP_BVSUB, x, number(p, 32));
    default:
        return term_make2(p->b, OP_BVSUB, x, p->wide[rng_below(&p->random, VARIABLES)]);
    }
}

static term_id condition(place *p)
{
    term_id x = p->terms[rng_below(&p->random, VARIABLES)];
    term_id y =
        rng_one_in(&p->random, 2) ? number(p, 8) : p->terms[rng_below(&p->random, VARIABLES)];
    return rng_one_in(&p->random, 3) ? term_make2(p->b, OP_BVULT, x, y) : term_eq(p->b, x, y);
}

/* Choices with shared parts. */
static term_id tree(place *p)
{
    term_id parts[8];
    for (int i = 0; i < 8; i++)
        parts[i] = i < 3 ? leaf(p)
                         : term_make3(p->b, OP_ITE, condition(p),
                                      parts[rng_below(&p->random, (uint64_t)i)],
                                      parts[rng_below(&p->random, (uint64_t)i)]);
    return parts[7];
}

static value_id value_of(place *p, term_id t, uint32_t code)
{
    term_model *m = model_new(p->b);
    for (int i = 0; i < VARIABLES; i++, code /= 4)
        model_set_value(m, p->decls[i], value_bv_u64(p->b, 8, code % 4));
    evaluator *e = eval_new(m, NULL);
    value_id v = eval_term(e, t);
    eval_free(e);
    model_free(m);
    return v;
}

TEST(equations_stay_what_they_are)
{
    for (uint64_t round = 0; round < test_count(300); round++) {
        place p;
        set_up(&p, round);
        term_id t = term_eq(p.b, tree(&p), number(&p, 32));
        if (rng_one_in(&p.random, 3))
            t = term_not(p.b, t);
        term_id spread = spread_equation(p.b, t, 1024);
        for (uint32_t code = 0; code < 256; code += 1 + (uint32_t)rng_below(&p.random, 6))
            CHECK(value_of(&p, t, code) == value_of(&p, spread, code));
        bank_free(p.b);
    }
}

/* strcmp as its model says it: two bytes that are to be equal. */
TEST(comparisons_of_texts)
{
    place p;
    set_up(&p, 1);
    term_id zero = term_const(p.b, value_bv_u64(p.b, 32, 0)), e = zero;
    term_id a = term_const(p.b, value_bv_u64(p.b, 8, 'a'));
    term_id wide = term_const(p.b, value_bv_u64(p.b, 32, 'a')), same[2];
    for (int i = 2; i-- > 0;) {
        same[i] = term_eq(p.b, p.terms[i], a);
        e = term_make3(p.b, OP_ITE, same[i], e, term_make2(p.b, OP_BVSUB, p.wide[i], wide));
    }
    CHECK(spread_equation(p.b, term_eq(p.b, e, zero), 1024) == term_and(p.b, same, 2));
    bank_free(p.b);
}
