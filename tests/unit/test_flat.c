/* Arrays that are read at fixed places only, and structs: the formulas with constants in their stead say the
 * same. */
#include "base/rng.h"
#include "solve/prepare/fields.h"
#include "solve/prepare/flat.h"
#include "term/core/walk.h"
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

/* struct { inner x; (_ BitVec 8) y; }, inner is struct { (_ BitVec 8) a, b; }. */
static sort_id nested_struct(term_bank *b, sort_id *inner)
{
    sort_id byte = sort_bv(b, 8);
    datatype_id d = datatype_declare(b, symbol_make(b, "Inner"), NULL, 0);
    datatype_add_constructor(b, d, symbol_make(b, "inner"),
                             (symbol_id[]){symbol_make(b, "a"), symbol_make(b, "b")},
                             (sort_id[]){byte, byte}, 2);
    CHECK(datatype_finish(b, &d, 1));
    *inner = datatype_sort(b, d);
    datatype_id e = datatype_declare(b, symbol_make(b, "Outer"), NULL, 0);
    datatype_add_constructor(b, e, symbol_make(b, "outer"),
                             (symbol_id[]){symbol_make(b, "x"), symbol_make(b, "y")},
                             (sort_id[]){*inner, byte}, 2);
    CHECK(datatype_finish(b, &e, 1));
    return datatype_sort(b, e);
}

static term_id field(term_bank *b, term_id t, uint32_t i)
{
    return term_app(b, decl_selector(b, sort_constructor(b, term_sort(b, t), 0), i), &t, 1);
}

TEST(structs_taken_apart_say_the_same)
{
    rng r;
    rng_seed(&r, 5);
    for (uint64_t round = 0; round < test_count(100); round++) {
        term_bank *b = bank_new(true);
        sort_id inner, outer = nested_struct(b, &inner);
        term_id s = term_app(b, decl_constant(b, symbol_make(b, "s"), outer), NULL, 0);
        term_id t = term_app(b, decl_constant(b, symbol_make(b, "t"), outer), NULL, 0);
        term_vec formulas = {0}, flat = {0};
        vec_push(&formulas, term_make2(b, OP_BVULT, field(b, field(b, s, 0), 1), number(b, 8, 2)));
        vec_push(&formulas, term_eq(b, field(b, s, 0), field(b, t, 0)));
        vec_push(&formulas, term_eq(b, s, t));
        vec_push(&formulas, term_eq(b, field(b, s, 1), field(b, field(b, t, 0), 0)));
        field_constants f = {0};
        vec_append(&flat, formulas.at, formulas.n);
        field_constants_put(b, &f, &flat);
        CHECK(f.whole.n == 2);
        term_model *m = model_new(b);
        vec_u32 decls = {0};
        term_free_decls(b, flat.at, flat.n, &decls);
        for (size_t i = 0; i < decls.n; i++) {
            CHECK(decls.at[i] != term_decl(b, s) && decls.at[i] != term_decl(b, t));
            model_set_value(m, decls.at[i], value_bv_u64(b, 8, rng_below(&r, 2)));
        }
        bool before[4];
        for (size_t i = 0; i < flat.n; i++)
            before[i] = holds(m, flat.at[i]);
        field_constants_complete(b, &f, m);
        for (size_t i = 0; i < flat.n; i++)
            CHECK(holds(m, formulas.at[i]) == before[i]);
        for (size_t i = 0; i < decls.n; i++)
            CHECK(!model_value(m, decls.at[i]));
        vec_free(&decls);
        model_free(m);
        field_constants_free(&f);
        vec_free(&formulas);
        vec_free(&flat);
        bank_free(b);
    }
}
