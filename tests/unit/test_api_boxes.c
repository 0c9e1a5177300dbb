/* Closed boxes through the C API: functions of the program, of libraries, callbacks; what may go wrong. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tandem/tandem.h"

static uint16_t checksum(uint32_t message)
{
    uint16_t sum = 0xffff;
    for (int i = 0; i < 32; i++)
        sum = (uint16_t)(sum >> 1 ^ ((sum ^ message >> i) & 1 ? 0x8408 : 0));
    return sum;
}

static uint8_t breaks(uint8_t x)
{
    if (x > 3)
        abort();
    return (uint8_t)(x + 1);
}

TEST(a_function_of_the_program)
{
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "60");
    tandem_sort word = tandem_sort_bv(t, 32);
    tandem_function f = tandem_box_function(t, "checksum", &word, 1, tandem_sort_bv(t, 16),
                                            (tandem_c_function)checksum);
    CHECK_MSG(f, "%s", tandem_error(t));
    tandem_term x = tandem_constant(t, "x", word);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (checksum x) #xbeef)")));
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t));
    uint64_t bits = 0;
    CHECK(tandem_value_bits(t, tandem_value_of(t, x), &bits));
    CHECK(checksum((uint32_t)bits) == 0xbeef);
    CHECK(tandem_model_status(t) == TANDEM_MODEL_CHECKED);
    double calls = 0;
    CHECK(tandem_statistic(t, "box_calls", &calls) && calls > 0);
    tandem_free(t);
}

TEST(a_function_that_crashes_does_no_harm)
{
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "60");
    tandem_sort byte = tandem_sort_bv(t, 8);
    CHECK(tandem_box_function(t, "breaks", &byte, 1, byte, (tandem_c_function)breaks));
    tandem_constant(t, "x", byte);
    tandem_push(t);
    tandem_assert(t, tandem_parse_term(t, "(= (breaks x) #x04)"));
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t));
    tandem_pop(t);
    tandem_assert(t, tandem_parse_term(t, "(and (bvugt x #x03) (= (breaks x) #x00))"));
    CHECK(tandem_check(t) == TANDEM_UNKNOWN); /* it has no value there */
    tandem_free(t);
}

/* The price of a thing, in the memory of the caller. */
static tandem_value price(void *user, tandem_context *t, const tandem_value *arguments, size_t n)
{
    const uint8_t *prices = user;
    uint64_t thing = 0;
    CHECK(n == 1 && tandem_value_bits(t, arguments[0], &thing));
    CHECK(!tandem_assert(t, tandem_bool(t, true)) && !tandem_push(t) && !tandem_pop(t));
    CHECK(!tandem_run(t, "(check-sat)") && tandem_check(t) == TANDEM_UNKNOWN);
    CHECK(!tandem_constant(t, "inside", tandem_sort_int(t)));
    if (thing == 9)
        return 0;
    if (thing == 10)
        return tandem_term_value(t, tandem_int(t, 3)); /* of another sort */
    if (thing == 11)
        return UINT32_MAX; /* none at all */
    return tandem_term_value(t, tandem_bv(t, 8, prices[thing & 7]));
}

TEST(a_callback)
{
    uint8_t prices[8] = {5, 17, 42, 8, 99, 3, 61, 20};
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "60");
    tandem_sort sort = tandem_sort_bv(t, 4);
    CHECK(tandem_box_callback(t, "price", &sort, 1, tandem_sort_bv(t, 8), price, prices));
    tandem_constant(t, "a", sort);
    tandem_constant(t, "b", sort);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (bvadd (price a) (price b)) #x2d)")));
    CHECK(tandem_assert(t, tandem_parse_term(t, "(bvult a b)")));
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t)); /* 42 + 3 */
    uint64_t a = 0, b = 0;
    CHECK(tandem_value_bits(t, tandem_value_of(t, tandem_find(t, "a")), &a));
    CHECK(tandem_value_bits(t, tandem_value_of(t, tandem_find(t, "b")), &b));
    CHECK(prices[a & 7] + prices[b & 7] == 45);
    tandem_push(t);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (price a) #x04)")));
    CHECK(tandem_check(t) != TANDEM_SAT);
    tandem_pop(t);
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t));
    tandem_free(t);
}

/* Values of sorts that no C type has. */
static tandem_value doubled(void *user, tandem_context *t, const tandem_value *arguments, size_t n)
{
    (void)user;
    (void)n;
    tandem_term text = tandem_value_term(t, arguments[0]), both[] = {text, text};
    return tandem_term_value(t, tandem_make(t, "str.++", NULL, 0, both, 2));
}

TEST(a_callback_over_strings)
{
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "60");
    tandem_sort string = tandem_sort_string(t);
    CHECK(tandem_box_callback(t, "doubled", &string, 1, string, doubled, NULL));
    tandem_term s = tandem_constant(t, "s", string);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (str.len s) 2)")));
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (str.len (doubled s)) 4)")));
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t));
    size_t n;
    CHECK(tandem_value_string(t, tandem_value_of(t, s), &n) && n == 2);
    tandem_free(t);
}

TEST(a_function_of_a_library)
{
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "60");
    char path[4096];
    snprintf(path, sizeof path, "%s/examples/boxes.c", test_source_root());
    tandem_sort word = tandem_sort_bv(t, 32);
    CHECK(tandem_box_library(t, "upper", &word, 1, word, NULL, "toupper"));
    tandem_constant(t, "c", word);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(= (upper c) #x00000051)")));
    CHECK(tandem_assert(t, tandem_parse_term(t, "(distinct c (upper c))")));
    CHECK_MSG(tandem_check(t) == TANDEM_SAT, "%s", tandem_reason(t));
    uint64_t bits = 0;
    CHECK(tandem_value_bits(t, tandem_value_of(t, tandem_find(t, "c")), &bits) && bits == 'q');
    CHECK(!tandem_box_library(t, "nowhere", &word, 1, word, path, "no_such_symbol"));
    CHECK(strstr(tandem_error(t), "no_such_symbol"));
    CHECK(tandem_constant(t, "nowhere", word)); /* the name is free */
    tandem_free(t);
}

TEST(the_option_lib)
{
    tandem_context *t = tandem_new();
    char path[4096];
    snprintf(path, sizeof path, "%s/examples/boxes.c", test_source_root());
    CHECK(tandem_set_option(t, "lib", path) && tandem_set_option(t, "mode", "cdfl"));
    CHECK_STR(tandem_get_option(t, "lib"), path);
    CHECK(!tandem_set_option(t, "mode", "magic"));
    CHECK(tandem_set_option(t, "lib", "") && !*tandem_get_option(t, "lib"));
    CHECK(tandem_set_option(t, "lib", path));
    const char *said = tandem_run(t, "(declare-cb no_such_function (Int) Int)");
    CHECK_MSG(strstr(said, "no_such_function"), "%s", said);
    tandem_free(t);
}

TEST(boxes_that_are_none)
{
    tandem_context *t = tandem_new();
    tandem_sort byte = tandem_sort_bv(t, 8), many[65];
    for (size_t i = 0; i < 65; i++)
        many[i] = byte;
    CHECK(!tandem_box_function(t, "f", &byte, 1, byte, NULL));
    CHECK(!tandem_box_callback(t, "f", &byte, 1, byte, NULL, NULL));
    CHECK(!tandem_box_callback(t, "f", many, 65, byte, price, NULL));
    CHECK(!tandem_box_callback(t, "f", NULL, 1, byte, price, NULL));
    CHECK(!tandem_box_callback(t, NULL, &byte, 1, byte, price, NULL));
    CHECK(tandem_box_callback(t, "f", &byte, 1, byte, price, NULL));
    CHECK(!tandem_box_callback(t, "f", &byte, 1, byte, price, NULL)); /* declared already */
    tandem_free(t);
}
