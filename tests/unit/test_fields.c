/* Fields of inputs: what edits do to them, sums as folds, and what is found in logs written by hand. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "explore/fields/infer.h"
#include "explore/mutate/mutator.h"
#include "made_log.h"
#include "test.h"

static void set(strbuf *b, const char *text, size_t n)
{
    strbuf_clear(b);
    strbuf_add(b, text, n);
}

static void check_bytes(const strbuf *b, const char *text, size_t n)
{
    CHECK(b->n == n);
    CHECK(b->n == n && !memcmp(b->text, text, n));
}

static const field_edit nothing = {.bytes = "", .copied = UINT32_MAX, .owner = UINT32_MAX};

/* ---- Edits */

TEST(sizes_around_an_insertion_grow)
{
    /* a record of six with one of three inside, then one beside it */
    strbuf b = STRBUF_INIT;
    field_list list = {0};
    set(&b, "\6x\3abcy\1z", 9);
    vec_push(&list, ((field){.at = 0, .width = 1, .from = 1, .to = 7, .unit = 1}));
    vec_push(&list, ((field){.at = 2, .width = 1, .from = 3, .to = 6, .unit = 1}));
    vec_push(&list, ((field){.at = 7, .width = 1, .from = 8, .to = 9, .unit = 1}));
    field_edit e = nothing;
    e.at = 4;
    e.n = 2;
    e.bytes = "!!";
    fields_edit(&list, &b, &e);
    check_bytes(&b, "\10x\5a!!bcy\1z", 11);
    CHECK(list.n == 3 && list.at[2].at == 9 && list.at[1].to == 8);
    e = nothing;
    e.at = 3;
    e.removed = 5;
    fields_edit(&list, &b, &e);
    check_bytes(&b, "\3x\0y\1z", 6);
    strbuf_free(&b);
    vec_free(&list);
}

TEST(at_the_end_the_owner_decides)
{
    strbuf b = STRBUF_INIT;
    field_list list = {0};
    field_edit e = nothing;
    for (uint32_t owner = 0; owner < 2; owner++) {
        set(&b, "\3x\1aT", 5);
        vec_clear(&list);
        vec_push(&list, ((field){.at = 0, .width = 1, .from = 1, .to = 4, .unit = 1}));
        vec_push(&list, ((field){.at = 2, .width = 1, .from = 3, .to = 4, .unit = 1}));
        e.at = 4;
        e.n = 1;
        e.bytes = "b";
        e.owner = owner;
        fields_edit(&list, &b, &e);
        check_bytes(&b, owner ? "\4x\2abT" : "\4x\1abT", 6);
    }
    strbuf_free(&b);
    vec_free(&list);
}

TEST(numbers_in_texts_get_more_digits)
{
    strbuf b = STRBUF_INIT;
    field_list list = {0};
    field_edit e = nothing;
    set(&b, "8:6:abcdef,", 11);
    vec_push(&list,
             ((field){.form = FIELD_DECIMAL, .at = 0, .width = 1, .from = 2, .to = 10, .unit = 1}));
    vec_push(&list,
             ((field){.form = FIELD_DECIMAL, .at = 2, .width = 1, .from = 4, .to = 10, .unit = 1}));
    e.at = 5;
    e.n = 4;
    e.bytes = "1234";
    fields_edit(&list, &b, &e);
    check_bytes(&b, "13:10:a1234bcdef,", 17);
    CHECK(list.at[0].width == 2 && list.at[0].from == 3 && list.at[0].to == 16);
    CHECK(list.at[1].at == 3 && list.at[1].from == 6 && list.at[1].to == 16);
    strbuf_free(&b);
    vec_free(&list);
}

TEST(items_that_come_twice_are_counted)
{
    strbuf b = STRBUF_INIT;
    field_list list = {0};
    field count = {.kind = FIELD_COUNT,
                   .form = FIELD_BIG,
                   .at = 0,
                   .width = 2,
                   .from = 2,
                   .to = 8,
                   .n_items = 2,
                   .items = {2, 5}};
    set(&b, "\0\2aaabbb.", 9);
    vec_push(&list, count);
    field_edit e = nothing;
    e.at = e.copied = 5;
    e.n = 3;
    e.bytes = "bbb";
    e.items = true;
    fields_edit(&list, &b, &e);
    check_bytes(&b, "\0\3aaabbbbbb.", 12);
    CHECK(list.at[0].n_items == 3 && list.at[0].to == 11);
    e = nothing;
    e.at = 2;
    e.removed = 3;
    e.items = true;
    fields_edit(&list, &b, &e);
    check_bytes(&b, "\0\2bbbbbb.", 9);
    strbuf_free(&b);
    vec_free(&list);
}

TEST(what_others_change_is_followed)
{
    strbuf b = STRBUF_INIT, before = STRBUF_INIT;
    field_list list = {0};
    set(&before, "\0\5abcde", 7);
    vec_push(&list,
             ((field){.form = FIELD_BIG, .at = 0, .width = 2, .from = 2, .to = 7, .unit = 1}));
    set(&b, "\0\5abXYcde", 9);
    fields_follow(&list, &before, &b);
    check_bytes(&b, "\0\7abXYcde", 9);
    set(&before, b.text, b.n);
    set(&b, "\0\7Abcde", 7); /* what was behind it is gone as well */
    fields_follow(&list, &before, &b);
    CHECK(b.n == 7 && b.text[1] == 5);
    strbuf_free(&b);
    strbuf_free(&before);
    vec_free(&list);
}

/* ---- Mutation */

/* Two records of one byte length each, in one of two bytes length, behind a count. */
static void nested(strbuf *b, field_list *list)
{
    set(b, "\2\0\7\3abc\2de!", 11);
    vec_clear(list);
    vec_push(list, ((field){.kind = FIELD_COUNT,
                            .at = 0,
                            .width = 1,
                            .from = 3,
                            .to = 10,
                            .n_items = 2,
                            .items = {3, 7}}));
    vec_push(
        list,
        ((field){
            .form = FIELD_BIG, .at = 1, .width = 2, .from = 3, .to = 10, .unit = 1, .site = 1}));
    vec_push(list, ((field){.at = 3, .width = 1, .from = 4, .to = 7, .unit = 1, .site = 2}));
    vec_push(list, ((field){.at = 7, .width = 1, .from = 8, .to = 10, .unit = 1, .site = 2}));
}

static bool parses(const strbuf *b)
{
    size_t n = b->n > 3 ? (size_t)(uint8_t)b->text[1] << 8 | (uint8_t)b->text[2] : 0, at = 3;
    uint32_t count = 0;
    if (b->n < 4 || n + 4 != b->n)
        return false;
    for (; at < n + 3; at += 1 + (uint8_t)b->text[at])
        count++;
    return at == n + 3 && count == (uint8_t)b->text[0];
}

static uint64_t vary_many(uint64_t seed, uint32_t *right)
{
    mutator m;
    strbuf b = STRBUF_INIT, other = STRBUF_INIT;
    field_list list = {0};
    fold_list folds = {0};
    uint64_t hash = 0;
    mutator_init(&m, &(explore_shape){.has_stdin = true, .stdin_bytes = 200}, seed, NULL);
    m.folds = &folds;
    *right = 0;
    for (int i = 0; i < 4000; i++) {
        nested(&other, &list);
        nested(&b, &m.now);
        m.other_fields = &list;
        for (int k = 0; k < i % 6 + 1; k++)
            mutate_fields(&m, &b, &other, 200);
        CHECK(b.n <= 200);
        for (size_t k = 0; k < m.now.n; k++)
            CHECK(m.now.at[k].from <= m.now.at[k].to);
        *right += i % 6 == 0 && b.n != 11 && parses(&b);
        hash = hash_mix(hash, hash_bytes(b.text, b.n));
    }
    mutator_free(&m);
    strbuf_free(&b);
    strbuf_free(&other);
    vec_free(&list);
    return hash;
}

TEST(variants_with_fields)
{
    uint32_t right, again;
    uint64_t first = vary_many(3, &right);
    CHECK(vary_many(3, &again) == first && right == again);
    CHECK_MSG(right > 100, "%u of 667 were right and of another length", right);
}

/* ---- Logs */

/* A log of a run that is given so many bytes. */
static void fresh_for(uint32_t bytes)
{
    fresh();
    shared->inputs[0] = (tandem_input){.kind = TANDEM_STDIN, .bytes = bytes};
    shared->n_inputs = 1;
}

static uint32_t byte_at(uint32_t at)
{
    return put(TANDEM_ZEXT, 32, put(TANDEM_INPUT, 8, 0, at, 0, 0), 0, 0, 0);
}

static uint32_t binary(uint32_t op, uint32_t a, uint32_t b)
{
    return put(op, 32, a, b, 0, 0);
}

static void branch(uint32_t op, uint32_t a, uint32_t b, uint32_t site, bool taken)
{
    put(TANDEM_BRANCH, 1, put(op, 1, a, b, 0, 0), site, 0, taken);
}

static void infer(const char *text, size_t n, size_t cut, fold_list *folds, field_list *list)
{
    trace_bank tb;
    explore_trace t;
    explore_test test;
    explore_test_init(&test);
    explore_test_set_input(&test, text, n);
    trace_bank_init(&tb);
    shared->n_records -= (uint32_t)cut;
    trace_read(&t, &tb, shared, ROOM, &test);
    CHECK_MSG(!t.refused.n, "%s", t.refused.text);
    CHECK(!t.n_mismatched);
    vec_clear(list);
    fields_infer(&t, TANDEM_STDIN, 0, &test.input, &explore_limits_default, folds, list);
    trace_free(&t);
    trace_bank_free(&tb);
    explore_test_free(&test);
}

static uint32_t big16(uint32_t at)
{
    return binary(TANDEM_OR, binary(TANDEM_SHL, byte_at(at), constant(32, 8)), byte_at(at + 1));
}

TEST(a_size_compared_with_what_is_left)
{
    field_list list = {0};
    fold_list folds = {0};
    fresh_for(10);
    branch(TANDEM_EQ, byte_at(0), constant(32, 'S'), 1, true);
    branch(TANDEM_ULT, constant(32, 7), big16(1), 2, false);
    infer("S\0\5abcdefg", 10, 0, &folds, &list);
    CHECK(list.n == 1);
    CHECK(list.n && list.at[0].kind == FIELD_SIZE && list.at[0].form == FIELD_BIG);
    CHECK(list.n && list.at[0].at == 1 && list.at[0].width == 2);
    CHECK(list.n && list.at[0].from == 3 && list.at[0].to == 8);
    vec_free(&list);
    fold_list_free(&folds);
}

/* The byte behind "3:abc" is read at an address with the number in it. */
TEST(a_number_in_a_text_before_its_bytes)
{
    static const char text[] = "3:abc,..";
    field_list list = {0};
    fold_list folds = {0};
    fresh_for(8);
    uint32_t bytes[8];
    for (uint32_t i = 0; i < 8; i++)
        bytes[i] = put(TANDEM_INPUT, 8, 0, i, 0, 0);
    branch(TANDEM_ULT, bytes[0], constant(8, '0'), 1, false);
    uint32_t data = put(TANDEM_TABLE_DATA, 0, 0x1000, 0, 8, 1);
    memcpy(shared->log + shared->n_records++, text, 8);
    memcpy(shared->log + shared->n_records, bytes, sizeof bytes);
    shared->n_records += 2;
    uint32_t number = put(TANDEM_ADD, 64, put(TANDEM_ZEXT, 64, bytes[0], 0, 0, 0),
                          constant(64, (uint64_t)-'0'), 0, 0);
    uint32_t load =
        put(TANDEM_TABLE, 8, put(TANDEM_ADD, 64, number, constant(64, 0x1002), 0, 0), data, 0, 0);
    branch(TANDEM_EQ, load, constant(8, ','), 2, true);
    infer(text, 8, 0, &folds, &list);
    CHECK(list.n == 1);
    CHECK(list.n && list.at[0].form == FIELD_DECIMAL && list.at[0].at == 0);
    CHECK(list.n && list.at[0].from == 2 && list.at[0].to == 5);
    vec_free(&list);
    fold_list_free(&folds);
}

/* Each round of the loop looks at the first byte of an item of three. */
TEST(a_count_of_items)
{
    field_list list = {0};
    fold_list folds = {0};
    for (int cut = 0; cut < 2; cut++) {
        fresh_for(10);
        uint32_t count = byte_at(0), before = 0;
        for (uint32_t k = 0; k < 3; k++) {
            branch(TANDEM_ULT, constant(32, k), count, 5, true);
            before = shared->n_records;
            branch(TANDEM_EQ, byte_at(1 + 3 * k), constant(32, 'i'), 6, true);
        }
        branch(TANDEM_ULT, constant(32, 3), count, 5, false);
        infer("\3iaaiaaiaa", 10, cut ? shared->n_records - before : 0, &folds, &list);
        CHECK(list.n == 1 && list.at[0].kind == FIELD_COUNT);
        CHECK(list.n && list.at[0].n_items == (cut ? 2 : 3) && list.at[0].items[1] == 4);
    }
    vec_free(&list);
    fold_list_free(&folds);
}

static uint32_t crc(const char *bytes, size_t n)
{
    uint32_t c = 0xffffffff;
    for (size_t i = 0; i < n; i++) {
        c ^= (uint8_t)bytes[i];
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (0xedb88320 & -(c & 1));
    }
    return c;
}

static uint32_t logged_crc(uint32_t from, uint32_t n)
{
    uint32_t c = constant(32, 0xffffffff);
    for (uint32_t i = 0; i < n; i++) {
        c = binary(TANDEM_XOR, c, byte_at(from + i));
        for (int k = 0; k < 8; k++) {
            uint32_t low = binary(TANDEM_AND, c, constant(32, 1));
            uint32_t mask = binary(TANDEM_AND, constant(32, 0xedb88320),
                                   binary(TANDEM_SUB, constant(32, 0), low));
            c = binary(TANDEM_XOR, binary(TANDEM_LSHR, c, constant(32, 1)), mask);
        }
    }
    return c;
}

/* The sum of eight bytes is known for any number of them. */
TEST(a_checksum_is_computed_for_other_lengths)
{
    static const char longer[] = "0123456789abcdefghij";
    field_list list = {0};
    fold_list folds = {0};
    strbuf b = STRBUF_INIT;
    char text[13] = "x01234567....";
    fresh_for(13);
    uint32_t sum = logged_crc(1, 8);
    uint32_t stored = put(TANDEM_CONCAT, 32,
                          put(TANDEM_CONCAT, 16, put(TANDEM_INPUT, 8, 0, 12, 0, 0),
                              put(TANDEM_INPUT, 8, 0, 11, 0, 0), 0, 0),
                          put(TANDEM_CONCAT, 16, put(TANDEM_INPUT, 8, 0, 10, 0, 0),
                              put(TANDEM_INPUT, 8, 0, 9, 0, 0), 0, 0),
                          0, 0);
    branch(TANDEM_EQ, sum, stored, 3, false);
    infer(text, 13, 0, &folds, &list);
    CHECK(list.n == 1 && folds.n == 1);
    CHECK(list.n && list.at[0].kind == FIELD_SUM && list.at[0].from == 1 && list.at[0].to == 9);
    CHECK(list.n && list.at[0].at == 9 && list.at[0].form == FIELD_LITTLE && list.at[0].fold == 1);
    for (size_t n = 2; n <= 20 && folds.n; n++) {
        uint64_t got = 0;
        CHECK(fold_run(folds.at[0], (const uint8_t *)longer, n, &got) && got == crc(longer, n));
    }
    set(&b, text, 13);
    field_edit e = nothing;
    e.at = 4;
    e.n = 3;
    e.bytes = "abc";
    fields_edit(&list, &b, &e);
    CHECK(fields_sum(&list, &folds, &b));
    uint32_t wanted = crc(b.text + 1, 11), found;
    memcpy(&found, b.text + 12, 4);
    CHECK(b.n == 16 && found == wanted);
    strbuf_free(&b);
    vec_free(&list);
    fold_list_free(&folds);
}

/* Two sums that depend on each other. */
TEST(a_checksum_with_two_states)
{
    field_list list = {0};
    fold_list folds = {0};
    fresh_for(9);
    uint32_t a = constant(32, 1), b = constant(32, 0), prime = constant(32, 251);
    for (uint32_t i = 0; i < 7; i++) {
        a = binary(TANDEM_UREM, binary(TANDEM_ADD, a, byte_at(i)), prime);
        b = binary(TANDEM_UREM, binary(TANDEM_ADD, b, a), prime);
    }
    uint32_t sum = binary(TANDEM_OR, binary(TANDEM_SHL, b, constant(32, 8)), a);
    branch(TANDEM_EQ, sum, big16(7), 3, false);
    infer("abcdefg..", 9, 0, &folds, &list);
    CHECK(list.n == 1 && list.at[0].fold == 1 && list.at[0].form == FIELD_BIG);
    static const uint8_t more[] = {200, 1, 250, 33, 77, 90, 255, 3, 4, 5};
    uint32_t x = 1, y = 0;
    for (size_t i = 0; i < sizeof more; i++) {
        x = (x + more[i]) % 251;
        y = (y + x) % 251;
    }
    uint64_t got = 0;
    CHECK(folds.n == 1 && fold_run(folds.at[0], more, sizeof more, &got) && got == (y << 8 | x));
    vec_free(&list);
    fold_list_free(&folds);
}

/* Characters and magic numbers are no fields. */
TEST(texts_have_no_fields)
{
    field_list list = {0};
    fold_list folds = {0};
    fresh_for(6);
    for (uint32_t i = 0; i < 6; i++)
        branch(TANDEM_EQ, byte_at(i), constant(32, (uint64_t)"magic\n"[i]), i, true);
    infer("magic\n", 6, 0, &folds, &list);
    CHECK(!list.n && !folds.n);
    vec_free(&list);
    fold_list_free(&folds);
    free(shared);
    shared = NULL;
}
