/* Arrays that are read at fixed places only: the formulas with constants in their stead say the
 * same. */
#include "base/rng.h"
#include "solve/prepare/flat.h"
#include "term/eval/eval.h"
#include "test.h"

static bool holds(term_model *m, term_id t)
{
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    bool good = value_is_true(eval_term(e, t));
    eval_free(e);
    return good;
}

static term_id number(term_bank *b, uint32_t width, uint64_t n)
{
    return term_const(b, value_bv_u64(b, width, n));
}

/* A model of the flat formulas, completed, is one of the formulas; and their truth is the same. */
TEST(flat_formulas_say_the_same)
{
    rng r;
    rng_seed(&r, 3);
    for (uint64_t round = 0; round < test_count(300); round++) {
        term_bank *b = bank_new(true);
        sort_id sort = sort_array(b, sort_bv(b, 8), sort_bv(b, 8));
        term_id a = term_app(b, decl_constant(b, symbol_make(b, "a"), sort), NULL, 0);
        term_id other = term_app(b, decl_constant(b, symbol_make(b, "o"), sort), NULL, 0);
        term_vec formulas = {0}, flat = {0};
        for (int i = 0; i < 4; i++) {
            term_id x = term_make2(b, OP_SELECT, a, number(b, 8, rng_below(&r, 4)));
            term_id y = term_make2(b, OP_SELECT, rng_one_in(&r, 2) ? a : other,
                                   number(b, 8, rng_below(&r, 4)));
            vec_push(&formulas, term_make2(b, rng_one_in(&r, 2) ? OP_EQ : OP_BVULT, x, y));
        }
        if (rng_one_in(&r, 3)) /* then o stays */
            vec_push(&formulas, term_eq(b,
                                        term_make2(b, OP_SELECT, other,
                                                   term_make2(b, OP_SELECT, a, number(b, 8, 0))),
                                        number(b, 8, 1)));
        flat_arrays f = {0};
        vec_append(&flat, formulas.at, formulas.n);
        flat_arrays_put(b, &f, &flat);
        term_model *m = model_new(b);
        for (size_t i = 0; i < f.constants.n; i++)
            model_set_value(m, term_decl(b, f.constants.at[i]),
                            value_bv_u64(b, 8, rng_below(&r, 3)));
        bool before[5];
        for (size_t i = 0; i < flat.n; i++)
            before[i] = holds(m, flat.at[i]);
        flat_arrays_complete(b, &f, m);
        for (size_t i = 0; i < flat.n; i++)
            CHECK(holds(m, formulas.at[i]) == before[i]);
        for (size_t i = 0; i < f.constants.n; i++)
            CHECK(!model_value(m, term_decl(b, f.constants.at[i])));
        model_free(m);
        flat_arrays_free(&f);
        vec_free(&formulas);
        vec_free(&flat);
        bank_free(b);
    }
}
