/* Logs as terms: the conditions of logs written by hand, hostile logs, and questions about them. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "explore/question/flip.h"
#include "made_log.h"
#include "test.h"

static uint32_t raw(const void *bytes, size_t n)
{
    memcpy(shared->log + shared->n_records, bytes, n);
    uint32_t records = (uint32_t)((n + 15) / 16);
    shared->n_records += records;
    return records;
}

static void with_argument(explore_test *t, const char *text)
{
    explore_test_init(t);
    explore_test_add_arg(t, text, strlen(text));
    shared->inputs[0] = (tandem_input){.kind = TANDEM_ARG, .index = 1, .bytes = 8};
    shared->n_inputs = 1;
}

/* Asks for the first alternative of the last condition; the argument that answers it. `limits` may be NULL. */
static flip_answer flip_last_within(const explore_test *test, const explore_limits *limits,
                                    explore_test *answer)
{
    trace_bank tb;
    explore_trace t;
    flip_result r;
    char *error;
    trace_bank_init(&tb);
    trace_read(&t, &tb, shared, ROOM, test);
    CHECK_MSG(!t.refused.n, "%s", t.refused.text);
    CHECK(!t.n_mismatched && t.conditions.n);
    explore_recall *recall = recall_open(&t, NULL, NULL);
    flipper *f = flip_new(&tb, &(flip_config){.limits = limits}, &error);
    CHECK_MSG(f, "%s", error);
    flip_begin(f, &t, recall);
    flip_try(f, (uint32_t)t.conditions.n - 1, 0, false, &r);
    explore_test_init(answer);
    if (r.answer == FLIP_SAT)
        trace_make_test(&t, test, r.values, answer);
    flip_end(f);
    flip_free(f);
    recall_close(recall);
    trace_free(&t);
    trace_bank_free(&tb);
    return r.answer;
}

static flip_answer flip_last(const explore_test *test, explore_test *answer)
{
    return flip_last_within(test, NULL, answer);
}

static void check_argument(explore_test *test, const char *wanted)
{
    explore_test answer;
    flip_answer how = flip_last(test, &answer);
    CHECK(how == FLIP_SAT);
    CHECK_STR(answer.args.at[0].text, wanted);
    explore_test_free(&answer);
    explore_test_free(test);
}

TEST(a_branch_on_a_byte)
{
    explore_test t;
    fresh();
    with_argument(&t, "ab");
    uint32_t x = put(TANDEM_INPUT, 8, 0, 1, 0, 0);
    uint32_t same = put(TANDEM_EQ, 1, x, constant(8, 'z'), 0, 0);
    put(TANDEM_BRANCH, 1, same, 7, 0, 0);
    check_argument(&t, "az");
}

TEST(earlier_conditions_are_kept)
{
    explore_test t;
    fresh();
    with_argument(&t, "ab");
    uint32_t x = put(TANDEM_INPUT, 8, 0, 0, 0, 0), y = put(TANDEM_INPUT, 8, 0, 1, 0, 0);
    uint32_t low = put(TANDEM_ULT, 1, x, y, 0, 0);
    put(TANDEM_BRANCH, 1, low, 1, 0, 1);
    uint32_t next = put(TANDEM_ADD, 8, x, constant(8, 2), 0, 0);
    put(TANDEM_BRANCH, 1, put(TANDEM_EQ, 1, y, next, 0, 0), 2, 0, 0);
    uint32_t big = put(TANDEM_EQ, 1, x, constant(8, 'm'), 0, 0);
    put(TANDEM_BRANCH, 1, big, 3, 0, 0);
    explore_test answer;
    CHECK(flip_last(&t, &answer) == FLIP_SAT);
    const char *text = answer.args.at[0].text;
    CHECK(text[0] == 'm' && (uint8_t)text[1] > 'm' && text[1] != 'o');
    explore_test_free(&answer);
    explore_test_free(&t);
}

TEST(a_branch_that_cannot_be_taken)
{
    explore_test t, answer;
    fresh();
    with_argument(&t, "a");
    uint32_t wide = put(TANDEM_ZEXT, 32, put(TANDEM_INPUT, 8, 0, 0, 0, 0), 0, 0, 0);
    put(TANDEM_BRANCH, 1, put(TANDEM_ULT, 1, wide, constant(32, 300), 0, 0), 1, 0, 1);
    CHECK(flip_last(&t, &answer) == FLIP_UNSAT);
    explore_test_free(&t);
}

TEST(cases_of_a_switch)
{
    explore_test t;
    fresh();
    with_argument(&t, "q");
    put(TANDEM_SWITCH, 8, put(TANDEM_INPUT, 8, 0, 0, 0, 0), 9, 2, 0);
    put(TANDEM_CASE, 8, 'k', 0, 0, 0);
    put(TANDEM_CASE, 8, 'q', 0, 0, 1);
    check_argument(&t, "k");
}

TEST(a_table_at_a_symbolic_address)
{
    explore_test t;
    static const uint8_t bytes[] = "nothing here but one Y and more";
    fresh();
    with_argument(&t, "\1");
    uint32_t data = put(TANDEM_TABLE_DATA, 0, 0x1000, 0, sizeof bytes, 0);
    raw(bytes, sizeof bytes);
    uint32_t wide = put(TANDEM_ZEXT, 64, put(TANDEM_INPUT, 8, 0, 0, 0, 0), 0, 0, 0);
    uint32_t address = put(TANDEM_ADD, 64, wide, constant(64, 0x1000), 0, 0);
    uint32_t load = put(TANDEM_TABLE, 8, address, data, 0, 0);
    put(TANDEM_BRANCH, 1, put(TANDEM_EQ, 1, load, constant(8, 'Y'), 0, 0), 1, 0, 0);
    check_argument(&t, "\25"); /* the Y stands at 21 */
}

/* fmod has no operator: it is a box that is computed here. */
TEST(remainders_of_floats)
{
    explore_test t, answer;
    fresh();
    with_argument(&t, "\1");
    uint32_t x = put(TANDEM_FROM_UINT, 64, put(TANDEM_INPUT, 8, 0, 0, 0, 0), 8, 0, 0);
    uint32_t seven = constant(64, 0x401c000000000000), five = constant(64, 0x4014000000000000);
    uint32_t rest = put(TANDEM_FREM, 64, x, seven, 0, 0);
    put(TANDEM_BRANCH, 1, put(TANDEM_FOEQ, 1, rest, five, 0, 0), 1, 0, 0);
    CHECK(flip_last(&t, &answer) == FLIP_SAT);
    CHECK((uint8_t)answer.args.at[0].text[0] % 7 == 5);
    explore_test_free(&answer);
    explore_test_free(&t);
}

/* A number of eight bits made of up to `depth` operators, and what it is for the argument. */
static uint32_t random_byte(rng *r, const uint8_t *argument, int depth, uint8_t *value)
{
    static const uint32_t ops[] = {TANDEM_ADD, TANDEM_SUB, TANDEM_MUL,
                                   TANDEM_AND, TANDEM_OR,  TANDEM_XOR};
    uint8_t a, b;
    if (!depth || rng_one_in(r, 4)) {
        uint32_t at = (uint32_t)rng_below(r, 3);
        *value = rng_one_in(r, 3) ? (uint8_t)rng_next(r) : argument[at];
        return *value == argument[at] ? put(TANDEM_INPUT, 8, 0, at, 0, 0) : constant(8, *value);
    }
    uint32_t op = ops[rng_below(r, sizeof ops / sizeof *ops)];
    uint32_t x = random_byte(r, argument, depth - 1, &a),
             y = random_byte(r, argument, depth - 1, &b);
    *value = (uint8_t)(op == TANDEM_ADD   ? a + b
                       : op == TANDEM_SUB ? a - b
                       : op == TANDEM_MUL ? a * b
                       : op == TANDEM_AND ? a & b
                       : op == TANDEM_OR  ? a | b
                                          : a ^ b);
    return put(op, 8, x, y, 0, 0);
}

static void random_branch(rng *r, const uint8_t *argument, uint32_t site)
{
    static const uint32_t ops[] = {TANDEM_EQ, TANDEM_NE, TANDEM_ULT, TANDEM_ULE};
    uint8_t a, b;
    uint32_t op = ops[rng_below(r, sizeof ops / sizeof *ops)];
    uint32_t x = random_byte(r, argument, 2, &a), y = random_byte(r, argument, 1, &b);
    bool truth = op == TANDEM_EQ    ? a == b
                 : op == TANDEM_NE  ? a != b
                 : op == TANDEM_ULT ? a < b
                                    : a <= b;
    put(TANDEM_BRANCH, 1, put(op, 1, x, y, 0, 0), site, 0, truth);
}

TEST(few_bytes_are_decided_as_by_smt)
{
    explore_limits few = explore_limits_default, smt = few;
    few.few_points = 1 << 16;
    smt.few_points = 0;
    rng r;
    rng_seed(&r, 11);
    int sat = 0, unsat = 0;
    for (uint64_t i = test_count(200); i > 0; i--) {
        uint8_t argument[4] = {(uint8_t)(1 + rng_below(&r, 255)), (uint8_t)(1 + rng_below(&r, 255)),
                               (uint8_t)(1 + rng_below(&r, 255)), 0};
        explore_test t, a, b;
        fresh();
        with_argument(&t, (const char *)argument);
        put(TANDEM_BRANCH, 1,
            put(TANDEM_EQ, 1, put(TANDEM_INPUT, 8, 0, 0, 0, 0), constant(8, 0), 0, 0), 9, 0, 0);
        for (uint32_t n = 1 + (uint32_t)rng_below(&r, 6); n; n--)
            random_branch(&r, argument, n);
        flip_answer by_trying = flip_last_within(&t, &few, &a),
                    by_smt = flip_last_within(&t, &smt, &b);
        CHECK(by_trying == by_smt);
        sat += by_trying == FLIP_SAT;
        unsat += by_trying == FLIP_UNSAT;
        explore_test_free(&a);
        explore_test_free(&b);
        explore_test_free(&t);
    }
    CHECK(sat && unsat);
}

TEST(what_did_not_happen_is_no_condition)
{
    explore_test t;
    trace_bank tb;
    explore_trace trace;
    fresh();
    with_argument(&t, "a");
    uint32_t same = put(TANDEM_EQ, 1, put(TANDEM_INPUT, 8, 0, 0, 0, 0), constant(8, 'b'), 0, 0);
    put(TANDEM_BRANCH, 1, same, 1, 0, 1);
    trace_bank_init(&tb);
    trace_read(&trace, &tb, shared, ROOM, &t);
    CHECK(trace.n_mismatched == 1 && !trace.conditions.n);
    trace_free(&trace);
    trace_bank_free(&tb);
    explore_test_free(&t);
}

/* Valid operators with wild operands, and wild bytes: refused or read, and never more than that. */
TEST(hostile_logs)
{
    rng r;
    explore_test t;
    rng_seed(&r, 5);
    for (uint64_t round = 0; round < test_count(2000); round++) {
        trace_bank tb;
        explore_trace trace;
        fresh();
        with_argument(&t, "abc");
        shared->n_functions = 2;
        uint32_t n = 1 + (uint32_t)rng_below(&r, 60);
        for (uint32_t i = 0; i < n; i++) {
            bool wild = rng_one_in(&r, 40);
            static const uint16_t widths[] = {1, 8, 32, 64, 8, 8};
            uint32_t limit = shared->n_records + (wild ? 100000 : 0);
            put((uint32_t)rng_below(&r, wild ? 256 : TANDEM_OP_COUNT),
                wild ? (uint32_t)rng_next(&r) : widths[rng_below(&r, 6)],
                (uint32_t)rng_below(&r, limit), (uint32_t)rng_below(&r, limit),
                (uint32_t)rng_below(&r, wild ? UINT32_MAX : 6), (uint32_t)rng_below(&r, 2));
            if (rng_one_in(&r, 2))
                put(TANDEM_INPUT, 8, 0, (uint32_t)rng_below(&r, 8), 0, 0);
        }
        if (rng_one_in(&r, 4))
            shared->n_records = (uint32_t)rng_next(&r);
        if (rng_one_in(&r, 8))
            shared->n_inputs = (uint32_t)rng_next(&r);
        trace_bank_init(&tb);
        trace_read(&trace, &tb, shared, ROOM, &t);
        trace_free(&trace);
        trace_bank_free(&tb);
        explore_test_free(&t);
    }
    free(shared);
    shared = NULL;
}
