/* The JSON writer: shapes, quoting, numbers; random documents are read back by an own reader. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/rng.h"

TEST(nested_containers)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    json_key(&j, "a");
    json_array(&j);
    json_uint(&j, 18446744073709551615u);
    json_int(&j, -7);
    json_null(&j);
    json_object(&j);
    json_end(&j);
    json_array(&j);
    json_end(&j);
    json_end(&j);
    json_key(&j, "b");
    json_bool(&j, true);
    json_key(&j, "c");
    json_double(&j, 0.25);
    json_key(&j, "d");
    json_double(&j, INFINITY);
    json_end(&j);
    CHECK_STR(out.text, "{\"a\":[18446744073709551615,-7,null,{},[]],\"b\":true,\"c\":0.25,"
                        "\"d\":null}");
    strbuf_free(&out);
}

TEST(pretty_output)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    j.pretty = true;
    json_object(&j);
    json_key(&j, "a");
    json_array(&j);
    json_uint(&j, 1);
    json_uint(&j, 2);
    json_end(&j);
    json_key(&j, "b");
    json_array(&j);
    json_end(&j);
    json_end(&j);
    CHECK_STR(out.text, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": []\n}");
    strbuf_free(&out);
}

static void expect_quoted(const char *text, size_t n, const char *wanted)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_text(&j, text, n);
    CHECK_STR(out.text, wanted);
    strbuf_free(&out);
}

TEST(quoting)
{
    expect_quoted("a\"b\\c\n\t\x01", 8, "\"a\\\"b\\\\c\\n\\u0009\\u0001\"");
    expect_quoted("\0", 1, "\"\\u0000\"");
    expect_quoted("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", 9,
                  "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    expect_quoted("\xC0\x80", 2, "\"\\ufffd\\ufffd\"");            /* overlong */
    expect_quoted("\xED\xA0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\""); /* surrogate */
    expect_quoted("\xE2\x82", 2, "\"\\ufffd\\ufffd\"");            /* cut off */
    expect_quoted("\xFF\x80", 2, "\"\\ufffd\\ufffd\"");
    expect_quoted("\x7f\xC2\x9B", 3, "\"\\u007f\\u009b\""); /* what a terminal obeys */
}

/* A recogniser of JSON that shares nothing with the writer. Depth is small, so it recurses. */
static bool read_value(const char **p);

static bool read_string(const char **p)
{
    if (*(*p)++ != '"')
        return false;
    for (; **p != '"'; (*p)++) {
        if ((unsigned char)**p < 0x20)
            return false;
        if (**p == '\\') {
            ++*p;
            if (**p == 'u')
                *p += 4;
            else if (!strchr("\"\\/bfnrt", **p))
                return false;
        }
    }
    ++*p;
    return true;
}

static bool read_members(const char **p, char closing)
{
    ++*p;
    if (**p == closing)
        return ++*p, true;
    for (;;) {
        if (closing == '}' && (!read_string(p) || *(*p)++ != ':'))
            return false;
        if (!read_value(p))
            return false;
        if (**p == closing)
            return ++*p, true;
        if (*(*p)++ != ',')
            return false;
    }
}

static bool read_value(const char **p)
{
    if (**p == '{')
        return read_members(p, '}');
    if (**p == '[')
        return read_members(p, ']');
    if (**p == '"')
        return read_string(p);
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (!strncmp(*p, words[i], strlen(words[i])))
            return *p += strlen(words[i]), true;
    size_t n = strspn(*p, "-+.eE0123456789");
    *p += n;
    return n > 0;
}

static void random_text(rng *r, char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text[i] = (char)rng_below(r, rng_one_in(r, 2) ? 256 : 128);
}

static void random_document(rng *r, json_writer *j)
{
    char text[16];
    json_array(j);
    for (int step = 0; step < 200 || j->depth; step++) {
        bool in_object = j->depth && j->closing[j->depth] == '}';
        if (j->depth > 1 && (rng_one_in(r, 4) || step >= 200 || j->depth > 20)) {
            json_end(j);
            continue;
        }
        if (step >= 200) {
            json_end(j);
            continue;
        }
        if (in_object)
            json_key(j, "k\"");
        size_t n = (size_t)rng_below(r, sizeof text);
        random_text(r, text, n);
        switch (rng_below(r, 6)) {
        case 0:
            json_object(j);
            break;
        case 1:
            json_array(j);
            break;
        case 2:
            json_double(j, rng_unit(r) * 1e300);
            break;
        case 3:
            json_bool(j, rng_one_in(r, 2));
            break;
        default:
            json_text(j, text, n);
        }
    }
}

TEST(random_documents_are_well_formed)
{
    rng r;
    rng_seed(&r, 5);
    for (uint64_t i = 0, n = test_count(2000); i < n; i++) {
        strbuf out = STRBUF_INIT;
        json_writer j;
        json_init(&j, &out);
        random_document(&r, &j);
        const char *p = out.text;
        bool good = read_value(&p) && !*p;
        CHECK_MSG(good, "document %u: %.200s", (unsigned)i, out.text);
        strbuf_free(&out);
    }
}
