#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "term/core/subst.h"
#include "term/core/term.h"
#include "term/core/walk.h"
#include "test.h"

static term_id constant(term_bank *b, const char *name, sort_id s)
{
    return term_app(b, decl_constant(b, symbol_make(b, name), s), NULL, 0);
}

static term_id var(term_bank *b, const char *name, sort_id s)
{
    return term_var(b, symbol_make(b, name), s);
}

TEST(equal_terms_have_equal_ids)
{
    term_bank *b = bank_new(false);
    sort_id s = sort_bv(b, 8);
    term_id x = constant(b, "x", s), y = constant(b, "y", s);
    term_id t = term_make2(b, OP_BVADD, x, y);
    CHECK(t == term_make2(b, OP_BVADD, x, y));
    CHECK(t != term_make2(b, OP_BVADD, y, x));
    CHECK(term_sort(b, t) == s && term_arity(b, t) == 2 && term_arg(b, t, 1) == y);
    CHECK(term_not(b, term_not(b, term_eq(b, x, y))) == term_eq(b, x, y));
    bank_free(b);
}

TEST(ill_sorted_terms_are_refused_with_a_message)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", sort_bv(b, 8)), y = constant(b, "y", sort_bv(b, 9));
    term_id args[] = {x, y};
    CHECK(!term_make(b, OP_BVADD, NULL, 0, args, 2));
    CHECK_STR(bank_error(b), "'bvadd': argument 2 has sort (_ BitVec 9), expected (_ BitVec 8)");
    CHECK(!term_make(b, OP_BVNOT, NULL, 0, args, 2));
    CHECK_STR(bank_error(b), "'bvnot' takes 1 argument, not 2");
    uint32_t indices[] = {8, 0};
    CHECK(!term_make(b, OP_EXTRACT, indices, 2, args, 1));
    CHECK_STR(bank_error(b), "(_ extract 8 0) does not fit a bit-vector of width 8");
    CHECK(!sort_bv(b, UINT64_C(1) << 40));
    CHECK(!sort_bv(b, 0));
    CHECK(!sort_fp(b, 1, 24));
    bank_free(b);
}

TEST(widths_of_results)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", sort_bv(b, 8));
    uint32_t i[] = {6, 3}, three = 3;
    CHECK(term_sort(b, term_make(b, OP_EXTRACT, i, 2, &x, 1)) == sort_bv(b, 4));
    CHECK(term_sort(b, term_make(b, OP_REPEAT, &three, 1, &x, 1)) == sort_bv(b, 24));
    CHECK(term_sort(b, term_make(b, OP_SIGN_EXTEND, &three, 1, &x, 1)) == sort_bv(b, 11));
    CHECK(term_sort(b, term_make2(b, OP_CONCAT, x, x)) == sort_bv(b, 16));
    CHECK(term_sort(b, term_make2(b, OP_BVCOMP, x, x)) == sort_bv(b, 1));
    bank_free(b);
}

TEST(build_is_lenient_about_reals)
{
    term_bank *b = bank_new(false);
    term_id r = constant(b, "r", SORT_ID_REAL), i = constant(b, "i", SORT_ID_INT);
    term_id three = term_const(b, value_int(b, 3));
    term_id sum[] = {r, i}, quotient[] = {three, term_const(b, value_int(b, 6))};
    term_id t = term_build(b, OP_ADD, NULL, 0, sum, 2);
    CHECK(t && term_arg(b, t, 1) == term_make1(b, OP_TO_REAL, i));
    CHECK(!term_make(b, OP_ADD, NULL, 0, sum, 2));
    term_id half = term_build(b, OP_DIV, NULL, 0, quotient, 2);
    CHECK(term_op_of(b, half) == OP_CONST);
    int64_t n;
    CHECK(value_small_int(b, value_denominator(b, term_value(b, half)), &n) && n == 2);
    term_id minus = term_build(b, OP_SUB, NULL, 0, &three, 1);
    CHECK(minus == term_const(b, value_int(b, -3)));
    CHECK(term_op_of(b, term_build(b, OP_SUB, NULL, 0, &i, 1)) == OP_NEG);
    bank_free(b);
}

TEST(numbers_of_all_sizes_come_back)
{
    term_bank *b = bank_new(false);
    mpz_t z, back;
    value_scratch scratch;
    mpz_init(z);
    for (int shift = 0; shift < 300; shift++)
        for (int delta = -2; delta <= 2; delta++)
            for (int sign = -1; sign <= 1; sign += 2) {
                mpz_set_ui(z, 1);
                mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
                mpz_add_ui(z, z, 2);
                mpz_sub_ui(z, z, (unsigned)(2 - delta));
                mpz_mul_si(z, z, sign);
                value_id v = value_int_mpz(b, z);
                value_mpz(b, v, back, &scratch);
                CHECK(!mpz_cmp(z, back));
                CHECK(v == value_int_mpz(b, back));
                if (mpz_fits_slong_p(z)) {
                    int64_t n;
                    CHECK(value_small_int(b, v, &n) && n == mpz_get_si(z));
                    CHECK(v == value_int(b, n));
                }
            }
    mpz_set_si(z, -1);
    for (uint32_t width = 1; width < 200; width++) {
        value_id v = value_bv_mpz(b, width, z);
        value_mpz(b, v, back, &scratch);
        CHECK(mpz_popcount(back) == width);
        CHECK(width > 64 || v == value_bv_u64(b, width, UINT64_MAX));
    }
    CHECK(value_bv_u64(b, 100, 5) == value_bv_u64(b, 100, 5));
    mpz_clear(z);
    bank_free(b);
}

TEST(every_nan_is_the_same_value)
{
    term_bank *b = bank_new(false);
    sort_id f32 = sort_fp(b, 8, 24), f64 = sort_fp(b, 11, 53), odd = sort_fp(b, 3, 5);
    CHECK(value_fp_u64(b, f32, 0x7fc00000) == value_fp_u64(b, f32, 0xff800001));
    CHECK(value_fp_u64(b, f32, 0x7f800000) != value_fp_u64(b, f32, 0xff800000));
    uint64_t bits;
    CHECK(value_small_bits(b, value_fp_u64(b, f64, UINT64_MAX), &bits) &&
          bits == UINT64_C(0x7ff8000000000000));
    CHECK(value_fp_u64(b, odd, 0x71) == value_fp_u64(b, odd, 0xff));
    mpz_t z;
    mpz_init_set_ui(z, 0xff);
    CHECK(value_fp_mpz(b, odd, z) == value_fp_u64(b, odd, 0xff));
    mpz_clear(z);
    bank_free(b);
}

/* Random stores in two orders, over an index sort small enough that defaults are ambiguous. */
TEST(equal_arrays_are_the_same_value)
{
    term_bank *b = bank_new(false);
    rng r;
    rng_seed(&r, 1);
    for (uint32_t width = 1; width <= 3; width++) {
        sort_id s = sort_array(b, sort_bv(b, width), SORT_ID_INT);
        for (int round = 0; round < 3000; round++) {
            uint64_t n = UINT64_C(1) << width;
            value_id content[8];
            for (uint64_t i = 0; i < n; i++)
                content[i] = value_int(b, (int64_t)rng_below(&r, 3));
            value_id x = value_array_constant(b, s, value_int(b, (int64_t)rng_below(&r, 3)));
            value_id y = value_array_constant(b, s, value_int(b, (int64_t)rng_below(&r, 3)));
            for (uint64_t i = 0; i < n; i++) {
                x = value_array_store(b, x, value_bv_u64(b, width, i), content[i]);
                y = value_array_store(b, y, value_bv_u64(b, width, n - 1 - i), content[n - 1 - i]);
            }
            CHECK(x == y);
            for (uint64_t i = 0; i < n; i++)
                CHECK(value_array_select(b, x, value_bv_u64(b, width, i)) == content[i]);
        }
    }
    bank_free(b);
}

TEST(domains_are_enumerated)
{
    term_bank *b = bank_new(false);
    sort_id bits = sort_bv(b, 2), odd = sort_fp(b, 2, 3);
    vec_u32 all = {0};
    value_enumerate(b, sort_array(b, bits, SORT_ID_BOOL), 1000, &all);
    CHECK(all.n == 16);
    vec_clear(&all);
    CHECK(sort_cardinality(b, odd, 1000) == 32 - 8 + 3);
    value_enumerate(b, odd, 1000, &all);
    CHECK(all.n == 27);
    CHECK(!sort_cardinality(b, SORT_ID_INT, UINT64_MAX));
    CHECK(!sort_cardinality(b, sort_bv(b, 64), 1 << 20));
    vec_free(&all);
    bank_free(b);
}

TEST(release_forgets_and_ids_come_again)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", SORT_ID_INT);
    term_id kept = term_make2(b, OP_ADD, x, x);
    bank_marks mark = bank_mark(b);
    uint32_t count = bank_term_count(b);
    term_id first = 0;
    for (int round = 0; round < 3; round++) {
        term_id t = term_make2(b, OP_MUL, x, kept);
        CHECK(!first || first == t);
        first = t;
        for (int i = 0; i < 5000; i++)
            t = term_make2(b, OP_ADD, t, term_const(b, value_int(b, i)));
        symbol_make(b, "temporary");
        sort_bv(b, 77);
        bank_release(b, &mark);
        CHECK(bank_term_count(b) == count);
        CHECK(term_make2(b, OP_ADD, x, x) == kept);
    }
    bank_free(b);
}

/* Terms over what came after are in a table of their own: each is found again, before and after the next settling, and
 * when what was settled is released. */
TEST(settled_terms_are_found_again)
{
    term_bank *b = bank_new(false);
    VEC(term_id) made = {0};
    rng r;
    rng_seed(&r, 3);
    bank_marks start = bank_mark(b);
    for (int round = 0; round < 3; round++) {
        vec_clear(&made);
        for (int i = 0; i < 5; i++)
            vec_push(&made, term_const(b, value_int(b, i)));
        for (int i = 0; i < 6000; i++) { /* more than the first buckets of either table */
            if (i % 1500 == 700)
                bank_settle(b);
            bank_marks mark = bank_mark(b);
            term_id x = made.at[rng_below(&r, made.n)], y = made.at[rng_below(&r, made.n)];
            term_id t = term_make2(b, OP_ADD, x, y);
            CHECK(t && term_make2(b, OP_ADD, x, y) == t);
            if (i % 3 && t >= mark.terms)
                bank_release(b, &mark);
            else
                vec_push(&made, t);
        }
        for (size_t i = 5; i < made.n; i++) {
            const term_id *args = term_args(b, made.at[i]);
            CHECK(term_make2(b, OP_ADD, args[0], args[1]) == made.at[i]);
        }
        bank_release(b, &start);
        CHECK(bank_term_count(b) == start.terms);
    }
    vec_free(&made);
    bank_free(b);
}

TEST(datatypes_with_their_declarations)
{
    term_bank *b = bank_new(false);
    sort_id a = sort_parameter(b, symbol_make(b, "A"));
    datatype_id list = datatype_declare(b, symbol_make(b, "List"), &a, 1);
    sort_id own = sort_datatype(b, list, &a, 1);
    symbol_id fields[] = {symbol_make(b, "head"), symbol_make(b, "tail")};
    sort_id sorts[] = {a, own};
    datatype_add_constructor(b, list, symbol_make(b, "nil"), NULL, NULL, 0);
    datatype_add_constructor(b, list, symbol_make(b, "cons"), fields, sorts, 2);
    CHECK(datatype_finish(b, &list, 1));
    sort_id integers = SORT_ID_INT;
    sort_id s = sort_datatype(b, list, &integers, 1);
    decl_id nil = sort_constructor(b, s, 0), cons = sort_constructor(b, s, 1);
    CHECK(decl_domain(b, cons, 0) == SORT_ID_INT && decl_domain(b, cons, 1) == s);
    CHECK(decl_range(b, decl_selector(b, cons, 0)) == SORT_ID_INT);
    CHECK(decl_constructor(b, decl_tester(b, nil)) == nil);
    value_id empty = value_data(b, nil, NULL);
    CHECK(value_default(b, s) == empty);
    value_id args[] = {value_int(b, 4), empty};
    value_id one = value_data(b, cons, args);
    CHECK(value_child_count(b, one) == 2 && value_child(b, one, 1) == empty);
    datatype_id bad = datatype_declare(b, symbol_make(b, "Bad"), NULL, 0);
    sort_id bad_sort = sort_datatype(b, bad, NULL, 0);
    datatype_add_constructor(b, bad, symbol_make(b, "mk"), fields, &bad_sort, 1);
    CHECK(!datatype_finish(b, &bad, 1));
    bank_free(b);
}

TEST(substitution_avoids_capture)
{
    term_bank *b = bank_new(false);
    term_id x = var(b, "x", SORT_ID_INT), y = var(b, "y", SORT_ID_INT);
    term_id c = constant(b, "c", SORT_ID_INT);
    term_id less = term_make2(b, OP_LT, x, y);
    term_id all = term_quantifier(b, OP_FORALL, &x, 1, less, NULL, 0);
    CHECK(term_substitute(b, all, &x, &c, 1) == all); /* x is bound there */
    term_id replaced = term_substitute(b, all, &y, &c, 1);
    term_id wanted = term_make2(b, OP_LT, x, c);
    CHECK(replaced == term_quantifier(b, OP_FORALL, &x, 1, wanted, NULL, 0));
    term_id captured = term_substitute(b, all, &y, &x, 1); /* y := x must rename the bound x */
    CHECK(captured != term_quantifier(b, OP_FORALL, &x, 1, term_make2(b, OP_LT, x, x), NULL, 0));
    term_vec vars = {0};
    term_free_vars(b, captured, &vars);
    CHECK(vars.n == 1 && vars.at[0] == x);
    CHECK(term_arg(b, captured, 0) != x);
    vec_free(&vars);
    bank_free(b);
}

TEST(definitions_are_expanded)
{
    term_bank *b = bank_new(false);
    term_id x = var(b, "x", SORT_ID_INT), c = constant(b, "c", SORT_ID_INT);
    sort_id domain = SORT_ID_INT;
    decl_id twice = decl_new(b, symbol_make(b, "twice"), &domain, 1, SORT_ID_INT);
    decl_define(b, twice, &x, term_make2(b, OP_ADD, x, x), false);
    decl_id four = decl_new(b, symbol_make(b, "four"), &domain, 1, SORT_ID_INT);
    term_id inner = term_app(b, twice, &x, 1);
    decl_define(b, four, &x, term_app(b, twice, &inner, 1), false);
    term_id t = term_app(b, four, &c, 1);
    term_id cc = term_make2(b, OP_ADD, c, c);
    CHECK(term_has_defined(b, t));
    CHECK(term_expand_definitions(b, t) == term_make2(b, OP_ADD, cc, cc));
    vec_u32 decls = {0};
    term_free_decls(b, &t, 1, &decls);
    CHECK(decls.n == 1 && decls.at[0] == term_decl(b, c));
    vec_free(&decls);
    bank_free(b);
}

TEST(deep_terms_are_walked_without_recursion)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", SORT_ID_BOOL), y = constant(b, "y", SORT_ID_BOOL), t = x;
    for (int i = 0; i < 1000000; i++)
        t = term_make2(b, OP_XOR, t, x);
    CHECK(term_dag_size(b, &t, 1) == 1000001);
    CHECK(term_tree_size(b, t) == 2000001);
    term_id u = term_substitute(b, t, &x, &y, 1);
    CHECK(u != t && term_dag_size(b, &u, 1) == 1000001);
    CHECK(bank_term_bytes(b) / bank_term_count(b) <= 64);
    bank_free(b);
}
