/* Terms and values through the C API: into them, out of them, and how long they live. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "tandem/tandem.h"

static void count(void *user, const char *message)
{
    CHECK(*message);
    ++*(int *)user;
}

/* Nothing that is called wrongly ends the program. */
TEST(wrong_calls_are_told)
{
    int told = 0;
    tandem_context *t = tandem_new();
    tandem_on_error(t, count, &told);
    CHECK(!tandem_sort_bv(t, 0) && told == 1);
    CHECK(!tandem_constant(t, "x", tandem_sort_bv(t, 0)) && told == 3);
    CHECK(!tandem_sort_of(t, 0) && !tandem_sort_of(t, 123456) && !tandem_sort_text(t, 99999));
    CHECK(strstr(tandem_error(t), "no sort"));
    CHECK(!tandem_apply(t, 0, NULL, 0) && !tandem_apply(t, 77777, NULL, 0));
    CHECK(!tandem_value_text(t, 0) && !tandem_term_text(t, 0) && !tandem_value_of(t, 0));
    CHECK(!tandem_make(t, "and", NULL, 0, NULL, 2) && !tandem_make(t, NULL, NULL, 0, NULL, 0));
    CHECK(!tandem_parse_term(t, NULL) && !tandem_parse_sort(t, NULL) && !tandem_run(t, NULL));
    CHECK(!tandem_constant(t, NULL, tandem_sort_int(t)) && !tandem_set_option(t, NULL, NULL));
    tandem_term number = tandem_int(t, 1);
    CHECK(tandem_check_assuming(t, &number, 1) == TANDEM_UNKNOWN);
    tandem_term free_variable = tandem_variable(t, "v", tandem_sort_bool(t));
    CHECK(!tandem_assert(t, free_variable) && strstr(tandem_error(t), "bound"));
    int before = told;
    tandem_on_error(t, NULL, NULL);
    CHECK(!tandem_sort_bv(t, 0) && told == before);
    tandem_free(t);
}

TEST(names_are_declared_once)
{
    tandem_context *t = tandem_new();
    CHECK(tandem_constant(t, "x", tandem_sort_int(t)));
    CHECK(!tandem_constant(t, "x", tandem_sort_int(t)) && strstr(tandem_error(t), "already"));
    CHECK(!tandem_constant(t, "x", tandem_sort_bool(t)));
    CHECK(!tandem_assert_named(t, "x", tandem_bool(t, true)));
    CHECK(!tandem_constant(t, "and", tandem_sort_int(t)));
    CHECK(!tandem_constant(t, "a|b", tandem_sort_int(t)));
    tandem_push(t);
    CHECK(!tandem_constant(t, "x", tandem_sort_int(t)) &&
          tandem_constant(t, "y", tandem_sort_int(t)));
    tandem_pop(t);
    CHECK(tandem_constant(t, "y", tandem_sort_bool(t)));
    CHECK(strstr(tandem_run(t, "(declare-const z Int)"), "") &&
          !tandem_constant(t, "z", tandem_sort_int(t)));
    CHECK(tandem_assert(t, tandem_parse_term(t, "(> x 3)")) && tandem_check(t) == TANDEM_SAT);
    const char *model = tandem_model_text(t), *first = strstr(model, "define-fun x ");
    CHECK(first && !strstr(first + 1, "define-fun x "));
    tandem_free(t);
}

TEST(looking_into_terms)
{
    tandem_context *t = tandem_new();
    tandem_sort byte = tandem_sort_bv(t, 8);
    tandem_term x = tandem_constant(t, "x", byte);
    tandem_term low = tandem_make(t, "extract", (uint32_t[]){3, 1}, 2, &x, 1);
    CHECK(tandem_term_class_of(t, low) == TANDEM_TERM_OPERATOR);
    CHECK_STR(tandem_term_symbol(t, low), "extract");
    CHECK(tandem_term_index_count(t, low) == 2 && tandem_term_index(t, low, 0) == 3);
    CHECK(tandem_term_index(t, low, 1) == 1 && tandem_term_child_count(t, low) == 1);
    CHECK(tandem_term_child(t, low, 0) == x && !tandem_term_child(t, low, 1));
    CHECK(tandem_term_class_of(t, x) == TANDEM_TERM_APPLY);
    CHECK_STR(tandem_function_name(t, tandem_term_function(t, x)), "x");
    CHECK(tandem_function_range(t, tandem_term_function(t, x)) == byte);
    CHECK(tandem_function_arity(t, tandem_term_function(t, x)) == 0);
    tandem_term v = tandem_variable(t, "v", tandem_sort_int(t));
    tandem_term args[] = {v, tandem_int(t, 3)};
    tandem_term all = tandem_bind(t, "forall", &v, 1, tandem_make(t, "<", NULL, 0, args, 2));
    CHECK_STR(tandem_term_text(t, all), "(forall ((v Int)) (< v 3))");
    CHECK(tandem_term_class_of(t, all) == TANDEM_TERM_BINDER &&
          tandem_term_child_count(t, all) == 2);
    CHECK(tandem_term_class_of(t, tandem_term_child(t, all, 0)) == TANDEM_TERM_VARIABLE);
    CHECK(tandem_term_class_of(t, args[1]) == TANDEM_TERM_VALUE && !tandem_term_symbol(t, args[1]));
    CHECK(tandem_sort_class_of(t, byte) == TANDEM_SORT_BV && tandem_sort_number(t, byte, 0) == 8);
    tandem_sort array = tandem_parse_sort(t, "(Array Int (_ FloatingPoint 8 24))");
    tandem_sort element = tandem_sort_child(t, array, 1);
    CHECK(tandem_sort_child(t, array, 0) == tandem_sort_int(t) && !tandem_sort_child(t, array, 2));
    CHECK(tandem_sort_number(t, element, 0) == 8 && tandem_sort_number(t, element, 1) == 24);
    tandem_free(t);
}

TEST(numbers_in_and_out)
{
    tandem_context *t = tandem_new();
    int64_t a = 0, b = 0;
    double d = 0;
    CHECK(tandem_value_fraction(t, tandem_term_value(t, tandem_real(t, 6, -4)), &a, &b));
    CHECK(a == -3 && b == 2 && !tandem_real(t, 1, 0));
    tandem_sort real = tandem_sort_real(t), integer = tandem_sort_int(t);
    CHECK(tandem_number(t, real, "-0.25") == tandem_real(t, -1, 4));
    CHECK(tandem_number(t, real, "7/21") == tandem_real(t, 1, 3));
    CHECK(tandem_value_double(t, tandem_term_value(t, tandem_real(t, 1, 4)), &d) && d == 0.25);
    const char *wide = "-123456789012345678901234567890";
    tandem_value v = tandem_term_value(t, tandem_number(t, integer, wide));
    CHECK(!tandem_value_int(t, v, &a));
    CHECK_STR(tandem_value_text(t, v), "(- 123456789012345678901234567890)");
    CHECK(!tandem_number(t, integer, "1/3") && !tandem_number(t, integer, "") &&
          !tandem_number(t, real, "1/0") && !tandem_number(t, real, "1e5") &&
          !tandem_number(t, tandem_sort_string(t), "1"));
    CHECK(tandem_value_double(t, tandem_term_value(t, tandem_double(t, -0.0)), &d) && signbit(d));
    CHECK(tandem_value_double(t, tandem_term_value(t, tandem_double(t, NAN)), &d) && isnan(d));
    tandem_free(t);
}

TEST(bits_in_and_out)
{
    tandem_context *t = tandem_new();
    uint8_t in[25], out[26];
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 37 + 1);
    tandem_sort wide = tandem_sort_bv(t, 200);
    tandem_value v = tandem_term_value(t, tandem_bits(t, wide, in, sizeof in));
    CHECK(tandem_value_bytes(t, v, out, sizeof out) == 25 && !memcmp(in, out, 25) && !out[25]);
    CHECK(tandem_value_bytes(t, v, out, 3) == 25 && !memcmp(in, out, 3));
    uint64_t bits;
    CHECK(!tandem_value_bits(t, v, &bits) && tandem_value_sort(t, v) == wide);
    CHECK(tandem_bits(t, tandem_sort_bv(t, 8), in, 2) == tandem_bv(t, 8, in[0]));
    CHECK(tandem_bv(t, 8, 0x1ff) == tandem_bv(t, 8, 0xff));
    uint8_t one[] = {0, 0, 0x80, 0x3f};
    double d = 0;
    v = tandem_term_value(t, tandem_bits(t, tandem_sort_fp(t, 8, 24), one, 4));
    CHECK(tandem_value_double(t, v, &d) && d == 1);
    CHECK(tandem_value_bytes(t, tandem_term_value(t, tandem_bool(t, true)), out, 1) == 1 &&
          out[0] == 1);
    CHECK(!tandem_value_bytes(t, tandem_term_value(t, tandem_int(t, 5)), out, 1));
    tandem_free(t);
}

TEST(strings_arrays_and_data)
{
    tandem_context *t = tandem_new();
    size_t n = 0;
    tandem_value v = tandem_term_value(t, tandem_utf8(t, "a\xc3\xbc\xf0\x9f\x98\x80"));
    const uint32_t *characters = tandem_value_string(t, v, &n);
    CHECK(n == 3 && characters[0] == 'a' && characters[1] == 0xfc && characters[2] == 0x1f600);
    CHECK(tandem_string(t, characters, n) == tandem_value_term(t, v));
    CHECK(!tandem_utf8(t, "\xff") && !tandem_string(t, (uint32_t[]){0x30000}, 1));
    CHECK(tandem_value_string(t, tandem_term_value(t, tandem_utf8(t, "")), &n) && n == 0);
    tandem_sort array = tandem_sort_array(t, tandem_sort_int(t), tandem_sort_int(t));
    tandem_term args[] = {tandem_array(t, array, tandem_int(t, 7)), tandem_int(t, 2),
                          tandem_int(t, 9)};
    v = tandem_term_value(t, tandem_make(t, "store", NULL, 0, args, 3));
    CHECK(tandem_value_array_size(t, v) == 1);
    CHECK(tandem_value_array_default(t, v) == tandem_term_value(t, tandem_int(t, 7)));
    CHECK(tandem_value_array_index(t, v, 0) == tandem_term_value(t, args[1]));
    CHECK(tandem_value_array_element(t, v, 0) == tandem_term_value(t, args[2]));
    CHECK(tandem_value_select(t, v, tandem_term_value(t, args[1])) ==
          tandem_term_value(t, args[2]));
    CHECK(!tandem_value_select(t, v, tandem_term_value(t, tandem_bool(t, true))));
    tandem_run(t, "(declare-datatype P ((pair (left Int) (right Bool))))");
    v = tandem_term_value(t, tandem_parse_term(t, "(pair 4 true)"));
    CHECK(tandem_value_child_count(t, v) == 2);
    CHECK_STR(tandem_function_name(t, tandem_value_constructor(t, v)), "pair");
    CHECK(tandem_value_child(t, v, 0) == tandem_term_value(t, tandem_int(t, 4)));
    CHECK(!tandem_term_value(t, tandem_constant(t, "free", tandem_sort_int(t))));
    tandem_free(t);
}

TEST(named_cores_and_statistics)
{
    tandem_context *t = tandem_new();
    tandem_constant(t, "i", tandem_sort_int(t));
    CHECK(tandem_assert_named(t, "big", tandem_parse_term(t, "(> i 9)")));
    CHECK(tandem_assert_named(t, "odd one", tandem_parse_term(t, "(distinct i 5)")));
    CHECK(tandem_assert_named(t, "small", tandem_parse_term(t, "(< i 3)")));
    CHECK(!tandem_core_name(t, 0));
    CHECK(tandem_check(t) == TANDEM_UNSAT);
    const char *one = tandem_core_name(t, 0), *two = tandem_core_name(t, 1);
    CHECK(one && two && !tandem_core_name(t, 2) && strcmp(one, two));
    CHECK((!strcmp(one, "big") || !strcmp(one, "small")) && strcmp(two, "odd one"));
    CHECK_STR(tandem_term_text(t, tandem_find(t, "small")), "(< i 3)");
    tandem_assert(t, tandem_bool(t, true));
    CHECK(!tandem_core_name(t, 0)); /* of a check that is over */
    double number = -1;
    CHECK(tandem_statistic(t, "checks", &number) && number == 1);
    CHECK(!tandem_statistic(t, "nonsense", &number));
    size_t n = 0;
    while (tandem_statistic_name(n))
        CHECK(tandem_statistic(t, tandem_statistic_name(n++), &number));
    CHECK(n > 5);
    tandem_free(t);
}

/* What is made on a level goes with it: 200,000 terms leave nothing behind. */
TEST(terms_live_as_long_as_their_level)
{
    tandem_context *t = tandem_new();
    tandem_sort integer = tandem_sort_int(t);
    tandem_term x = tandem_constant(t, "x", integer);
    double first = 0, last = 0;
    for (int round = 0; round < 200; round++) {
        CHECK(tandem_push(t));
        tandem_term sum = x;
        for (int i = 0; i < 1000; i++) {
            tandem_term both[] = {sum, tandem_int(t, round * 1000 + i)};
            CHECK((sum = tandem_make(t, "+", NULL, 0, both, 2)));
        }
        CHECK(tandem_constant(t, "y", integer)); /* the name is free in each round */
        CHECK(tandem_pop(t));
        CHECK(!tandem_sort_of(t, sum)); /* gone */
        CHECK(tandem_statistic(t, "term_bytes", round ? &last : &first));
    }
    CHECK_MSG(last < 2 * first, "%.0f bytes, then %.0f", first, last);
    CHECK(tandem_sort_of(t, x) == integer && tandem_check(t) == TANDEM_SAT);
    tandem_free(t);
}
