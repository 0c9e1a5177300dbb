/* Boxes from a provider, their memory, tables of calls, and answers near a known point. */
#include <string.h>

#include "box/words.h"
#include "solve/closed/tables.h"
#include "solve/near/bytes.h"
#include "solve/near/climb.h"
#include "solve/near/rows.h"
#include "solve/near/transplant.h"
#include "term/eval/eval.h"
#include "test.h"

enum { BYTES = 8 };

/* One call gives the sum of two bytes and their exclusive or; it has no value at 255, 255. Another
 * compares eight bytes with a text, as strcmp does. */
typedef struct stand {
    term_bank *b;
    box_set *boxes;
    box_provider provider;
    decl_id sum, mix, compare;
    uint64_t exchanges, calls;
} stand;

static const char TEXT[BYTES] = "tandem";

static void call(void *context, uint32_t group, const uint64_t *rows, size_t n, uint64_t *outputs,
                 box_status *states)
{
    stand *s = context;
    s->exchanges++;
    s->calls += n;
    for (size_t i = 0; i < n; i++) {
        if (group) {
            char text[BYTES + 1] = {0};
            for (int k = 0; k < BYTES; k++)
                text[k] = (char)rows[i * BYTES + (size_t)k];
            outputs[i] = (uint32_t)strcmp(text, TEXT);
            continue;
        }
        uint64_t x = rows[2 * i], y = rows[2 * i + 1];
        states[i] = x == 255 && y == 255 ? BOX_CRASHED : BOX_OK;
        outputs[2 * i] = (x + y) & 255;
        outputs[2 * i + 1] = x ^ y;
    }
}

static decl_id bind(stand *s, const char *name, uint32_t arity, uint32_t width, box_declaration how)
{
    sort_id domain[BYTES];
    for (uint32_t i = 0; i < arity; i++)
        domain[i] = sort_bv(s->b, 8);
    char *error = NULL;
    how.decl = decl_new(s->b, symbol_make(s->b, name), domain, arity, sort_bv(s->b, width));
    how.provider = &s->provider;
    CHECK(boxes_bind(s->boxes, &how, &error));
    return how.decl;
}

static void set_up(stand *s)
{
    box_cell cells[2 * BYTES];
    for (uint32_t i = 0; i < BYTES; i++) {
        cells[i] = (box_cell){.address = 0x1000 + i, .argument = i};
        cells[BYTES + i] = (box_cell){
            .address = 0x2000 + i, .argument = BOX_CELL_FIXED, .value = (uint8_t)TEXT[i]};
    }
    *s = (stand){.b = bank_new(true)};
    s->provider = (box_provider){.scope = BOX_SCOPE_PLACE, .call = call, .context = s};
    s->boxes = boxes_new(s->b, &(box_config){0});
    s->sum = bind(s, "sum", 2, 8, (box_declaration){.reply = 0, .replies = 2});
    s->mix = bind(s, "mix", 2, 8, (box_declaration){.reply = 1, .replies = 2});
    s->compare = bind(
        s, "compare", BYTES, 32,
        (box_declaration){
            .group = 1, .replies = 1, .cells = cells, .n_cells = sizeof cells / sizeof *cells});
}

static void tear_down(stand *s)
{
    boxes_free(s->boxes);
    bank_free(s->b);
}

TEST(one_call_gives_all_results_of_a_group_once)
{
    stand s;
    set_up(&s);
    uint64_t args[] = {200, 100}, result;
    box_status status;
    CHECK(boxes_takes_words(s.boxes, s.sum) &&
          boxes_group(s.boxes, s.sum) == boxes_group(s.boxes, s.mix));
    CHECK(!boxes_known_words(s.boxes, s.sum, args, &result, &status) && status == BOX_UNAVAILABLE);
    CHECK(boxes_call_words(s.boxes, s.sum, args, &result, &status) && result == 44);
    CHECK(boxes_call_words(s.boxes, s.mix, args, &result, &status) && result == (200 ^ 100));
    CHECK(s.calls == 1 && boxes_call_count(s.boxes) == 1);
    value_id values[] = {value_bv_u64(s.b, 8, 200), value_bv_u64(s.b, 8, 100)};
    CHECK(boxes_call(s.boxes, s.sum, values, 2, &status) == value_bv_u64(s.b, 8, 44));
    CHECK(boxes_known(s.boxes, s.mix, values, 2, NULL) == value_bv_u64(s.b, 8, 200 ^ 100));
    CHECK(s.calls == 1);
    CHECK(boxes_scope(s.boxes, &s.sum, 1) == BOX_SCOPE_PLACE);
    tear_down(&s);
}

TEST(calls_without_value_are_remembered_as_such)
{
    stand s;
    set_up(&s);
    uint64_t args[] = {255, 255}, result;
    box_status status;
    for (int i = 0; i < 3; i++)
        CHECK(!boxes_call_words(s.boxes, s.sum, args, &result, &status) && status == BOX_CRASHED);
    CHECK(s.calls == 1);
    value_id values[] = {value_bv_u64(s.b, 8, 255), value_bv_u64(s.b, 8, 255)};
    CHECK(boxes_evaluate(s.boxes, s.sum, values, 2) == EVAL_NO_VALUE);
    tear_down(&s);
}

TEST(collected_calls_are_made_together)
{
    stand s;
    set_up(&s);
    uint64_t result;
    box_status status;
    boxes_collect(s.boxes, true);
    for (uint64_t i = 0; i < 50; i++)
        CHECK(!boxes_call_words(s.boxes, s.sum, (uint64_t[]){i, i % 5}, &result, &status));
    boxes_collect(s.boxes, false);
    CHECK(s.calls == 0 && boxes_flush(s.boxes) && s.exchanges == 1 && s.calls == 50);
    CHECK(!boxes_flush(s.boxes));
    for (uint64_t i = 0; i < 50; i++)
        CHECK(boxes_known_words(s.boxes, s.sum, (uint64_t[]){i, i % 5}, &result, &status) &&
              result == ((i + i % 5) & 255));
    uint64_t outputs[] = {7, 9};
    boxes_remember_words(s.boxes, s.sum, (uint64_t[]){90, 90}, outputs);
    CHECK(boxes_call_words(s.boxes, s.mix, (uint64_t[]){90, 90}, &result, &status) && result == 9);
    CHECK(s.calls == 50);
    tear_down(&s);
}

static term_id byte(stand *s, const char *name)
{
    return term_app(s->b, decl_constant(s->b, symbol_make(s->b, name), sort_bv(s->b, 8)), NULL, 0);
}

/* A call is the same as its table, at all values of what it depends on. */
TEST(tables_by_the_constants_behind_arguments)
{
    stand s;
    set_up(&s);
    term_id x = byte(&s, "x"),
            args[] = {term_make2(s.b, OP_BVMUL, x, x), term_const(s.b, value_bv_u64(s.b, 8, 3))};
    term_id inner = term_app(s.b, s.sum, args, 2);
    term_id outer = term_app(s.b, s.mix, (term_id[]){inner, x}, 2), table;
    table_config few = {.points = 255}, all = {.points = 256, .total = true};
    CHECK(table_of_call(s.b, s.boxes, &few, outer, &table) == TABLE_NONE);
    CHECK(table_of_call(s.b, s.boxes, &all, outer, &table) == TABLE_MADE);
    for (uint64_t v = 0; v < 256; v++) {
        term_model *m = model_new(s.b);
        model_set_value(m, term_decl(s.b, x), value_bv_u64(s.b, 8, v));
        evaluator *e = eval_new(m, &(eval_config){0});
        CHECK(eval_term(e, table) == value_bv_u64(s.b, 8, ((v * v + 3) & 255) ^ v));
        eval_free(e);
        model_free(m);
    }
    tear_down(&s);
}

TEST(tables_leave_out_calls_without_value)
{
    stand s;
    set_up(&s);
    term_id x = byte(&s, "x"), table;
    term_id call_at = term_app(s.b, s.sum, (term_id[]){x, x}, 2);
    table_config total = {.points = 256, .total = true}, partial = {.points = 256};
    CHECK(table_of_call(s.b, s.boxes, &total, call_at, &table) == TABLE_CALLED && !table);
    CHECK(table_of_call(s.b, s.boxes, &partial, call_at, &table) == TABLE_MADE);
    tear_down(&s);
}

/* compare(b0 … b7) = 0, from zeros. */
static void ask_for_text(stand *s, question *q)
{
    term_id bytes[BYTES];
    question_init(q, s->b, s->boxes, NULL);
    for (int i = 0; i < BYTES; i++) {
        char name[] = {'b', (char)('0' + i), 0};
        bytes[i] = byte(s, name);
        question_add_input(q, term_decl(s->b, bytes[i]), 0, i > 0);
    }
    question_add(q, term_eq(s->b, term_app(s->b, s->compare, bytes, BYTES),
                            term_const(s->b, value_bv_u64(s->b, 32, 0))));
    question_close(q);
    CHECK(question_compile(q));
}

TEST(texts_are_copied_from_where_a_call_sees_them)
{
    stand s;
    question q;
    set_up(&s);
    ask_for_text(&s, &q);
    CHECK(!question_try(&q) && rows_try(&q, NULL));
    CHECK(!strcmp((char *)q.values, TEXT) && question_confirm(&q));
    question_restart(&q);
    CHECK(!question_try(&q) && transplant(&q, 1000) && question_confirm(&q));
    CHECK(!strcmp((char *)q.values, TEXT));
    question_free(&q);
    tear_down(&s);
}

TEST(the_climber_answers_or_puts_everything_back)
{
    stand s;
    question q;
    set_up(&s);
    ask_for_text(&s, &q);
    q.values[3] = 7;
    CHECK(!climb(&q, 1, 0) && q.values[3] == 7);
    CHECK(climb(&q, 1, 20000) && question_confirm(&q));
    question_free(&q);
    tear_down(&s);
}

/* Inputs of several bytes: words and places are two sides of one thing. */
TEST(words_and_places)
{
    term_bank *b = bank_new(true);
    decl_id wide = decl_constant(b, symbol_make(b, "w"), sort_bv(b, 32));
    decl_id flag = decl_constant(b, symbol_make(b, "f"), SORT_ID_BOOL);
    question q;
    question_init(&q, b, NULL, NULL);
    question_add_input(&q, wide, 0x44332211, false);
    question_add_input(&q, flag, 1, false);
    question_add(
        &q, term_eq(b, term_app(b, wide, NULL, 0), term_const(b, value_bv_u64(b, 32, 0x44332299))));
    question_close(&q);
    CHECK(q.places.n == 4 && q.values[0] == 0x11 && q.values[3] == 0x44);
    CHECK(question_joined(&q, 0) && question_word(&q, 1) == 1);
    CHECK(bytes_try(&q, 1) && question_word(&q, 0) == 0x44332299);
    question_free(&q);
    bank_free(b);
}
