#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "box/program/text.h"
#include "term/core/sort.h"
#include "test.h"

static value_id read_as(term_bank *b, sort_id sort, const char *text)
{
    char *error = NULL;
    value_id v = text_read_value(b, sort, text, &error);
    CHECK_MSG(!v == !!error, "%s", text);
    free(error);
    return v;
}

static value_id real(term_bank *b, long numerator, unsigned long denominator)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, numerator, denominator);
    mpq_canonicalize(q);
    value_id v = value_real_mpq(b, q);
    mpq_clear(q);
    return v;
}

TEST(numbers)
{
    term_bank *b = bank_new(false);
    CHECK(read_as(b, SORT_ID_INT, "12\n") == value_int(b, 12));
    CHECK(read_as(b, SORT_ID_INT, " (- 12) ") == value_int(b, -12));
    CHECK(read_as(b, SORT_ID_INT, "(-12)") == 0);
    CHECK(read_as(b, SORT_ID_INT, "-12") == value_int(b, -12));
    CHECK(read_as(b, SORT_ID_REAL, "1.50") == real(b, 3, 2));
    CHECK(read_as(b, SORT_ID_REAL, "(- (/ 1 3))") == real(b, -1, 3));
    CHECK(read_as(b, SORT_ID_REAL, "(/ (- 1.0) 3.0)") == real(b, -1, 3));
    CHECK(read_as(b, SORT_ID_REAL, "7") == real(b, 7, 1));
    static const char *const wrong[] = {"",     "1.5",     "1 2", "(+ 1 2)", "true",  "#x01", "1a",
                                        "(- 1", "(- 1) )", "--1", "0x10",    "\"1\"", "1/2",  "-"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_MSG(!read_as(b, SORT_ID_INT, wrong[i]), "%s", wrong[i]);
    static const char *const unreal[] = {"(/ 1 0)", "1.", ".5", "1.2.3", "1/0", "(/ 1)", "NaN"};
    for (size_t i = 0; i < sizeof unreal / sizeof *unreal; i++)
        CHECK_MSG(!read_as(b, SORT_ID_REAL, unreal[i]), "%s", unreal[i]);
    bank_free(b);
}

TEST(bits_of_the_right_width)
{
    term_bank *b = bank_new(false);
    sort_id eight = sort_bv(b, 8);
    value_id fifteen = value_bv_u64(b, 8, 15);
    CHECK(read_as(b, eight, "#x0f") == fifteen && read_as(b, eight, "#x0F") == fifteen);
    CHECK(read_as(b, eight, "#b00001111") == fifteen);
    CHECK(read_as(b, eight, "(_ bv15 8)") == fifteen);
    static const char *const wrong[] = {"15",         "#x00f",        "#xf",         "#b1111",
                                        "#x",         "(_ bv15 9)",   "(_ bv256 8)", "(_ bv-1 8)",
                                        "#b0000111x", "(_ bv15 8) x", "(_ bv15 8",   "#xzz",
                                        "true"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_MSG(!read_as(b, eight, wrong[i]), "%s", wrong[i]);
    bank_free(b);
}

TEST(floats_modes_and_truth)
{
    term_bank *b = bank_new(false);
    sort_id f = sort_fp(b, 8, 24);
    CHECK(read_as(b, f, "(fp #b0 #x7f #b00000000000000000000000)") ==
          value_fp_u64(b, f, 0x3f800000));
    CHECK(read_as(b, f, "(_ NaN 8 24)") == value_fp_u64(b, f, 0x7fc00000));
    CHECK(read_as(b, f, "(_ -oo 8 24)") == value_fp_u64(b, f, 0xff800000));
    CHECK(read_as(b, f, "(_ -zero 8 24)") == value_fp_u64(b, f, 0x80000000));
    CHECK(!read_as(b, f, "(_ NaN 11 53)") && !read_as(b, f, "1.0"));
    CHECK(read_as(b, SORT_ID_RM, "RTP") == value_rm(b, RM_RTP));
    CHECK(read_as(b, SORT_ID_RM, "roundTowardZero") == value_rm(b, RM_RTZ));
    CHECK(read_as(b, SORT_ID_BOOL, "true") == VALUE_ID_TRUE && !read_as(b, SORT_ID_BOOL, "1"));
    bank_free(b);
}

TEST(strings)
{
    term_bank *b = bank_new(false);
    uint32_t quote[] = {'a', '"', 'b'}, euro[] = {0x20ac}, odd[] = {'\\', 'u', '{', '}'};
    CHECK(read_as(b, SORT_ID_STRING, "\"a\"\"b\"") == value_string(b, quote, 3));
    CHECK(read_as(b, SORT_ID_STRING, "\"\\u{20ac}\"") == value_string(b, euro, 1));
    CHECK(read_as(b, SORT_ID_STRING, "\"\\u20AC\"") == value_string(b, euro, 1));
    CHECK(read_as(b, SORT_ID_STRING, "\"\xe2\x82\xac\"") == value_string(b, euro, 1));
    CHECK(read_as(b, SORT_ID_STRING, "\"\\u{}\"") == value_string(b, odd, 4));
    CHECK(read_as(b, SORT_ID_STRING, "\"\"") == value_string(b, NULL, 0));
    CHECK(!read_as(b, SORT_ID_STRING, "\"open") && !read_as(b, SORT_ID_STRING, "\"\xff\""));
    bank_free(b);
}

/* What is written for the persistent protocol reads back, whatever the code points. */
TEST(written_strings_read_back)
{
    term_bank *b = bank_new(false);
    rng r;
    rng_seed(&r, 11);
    for (uint64_t i = 0; i < test_count(3000); i++) {
        uint32_t points[12];
        size_t n = rng_below(&r, 13);
        for (size_t k = 0; k < n; k++)
            points[k] = (uint32_t)rng_below(&r, rng_one_in(&r, 2) ? 0x80 : 0x30000);
        value_id v = value_string(b, points, n);
        strbuf text = STRBUF_INIT;
        text_put_value(b, v, true, &text);
        CHECK_MSG(read_as(b, SORT_ID_STRING, text.text) == v, "%s", text.text);
        strbuf_clear(&text);
        text_encode(points, n, &text);
        vec_u32 back = {0};
        CHECK(text_decode(text.text, text.n, &back) && back.n == n);
        CHECK(!n || !memcmp(back.at, points, n * sizeof *points));
        vec_free(&back);
        strbuf_free(&text);
    }
    bank_free(b);
}

/* Garbage is refused or read, and never more than that. */
TEST(garbage)
{
    term_bank *b = bank_new(false);
    static const char pieces[] = "()()__##xb\"\"\\u{}-/.0159afbvbvfpNaN  \n\t\xff\xe2";
    rng r;
    rng_seed(&r, 12);
    for (uint64_t i = 0; i < test_count(200000); i++) {
        char text[48];
        size_t n = rng_below(&r, sizeof text - 1);
        for (size_t k = 0; k < n; k++)
            text[k] = pieces[rng_below(&r, sizeof pieces - 1)];
        text[n] = '\0';
        sort_id sorts[] = {SORT_ID_BOOL, SORT_ID_INT,   SORT_ID_REAL,    SORT_ID_STRING,
                           SORT_ID_RM,   sort_bv(b, 4), sort_fp(b, 2, 3)};
        sort_id sort = sorts[rng_below(&r, 7)];
        value_id v = read_as(b, sort, text);
        CHECK(!v || value_sort(b, v) == sort);
    }
    bank_free(b);
}
