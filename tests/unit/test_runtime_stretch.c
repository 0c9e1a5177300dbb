/* Stretches: steps as instrumented code writes them down, taken by the runtime. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "runtime/inline_kinds.h"
#include "runtime_run.h"
#include "test.h"

enum { INPUT = 0, CONSTANT = TANDEM_FIRST_CONSTANT, STEP = TANDEM_FIRST_STEP };

/* One input with an expression, two constants, steps. */
typedef struct written {
    uint64_t words[2 + 2 + 16];
    uint32_t steps;
} written;

static void note(written *w, uint64_t step)
{
    w->words[4 + w->steps++] = step;
}

/* All expressions are asked for: the first as the result. */
static void take(written *w, uint64_t v, tandem_expr e, tandem_expr *out)
{
    uint64_t given[2] = {v, e}, words[2 + 2 + 16];
    memcpy(words, w->words, sizeof words);
    words[0] = 1 | 2 << 8 | w->steps << 16;
    words[1] = 1;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->steps; i++) {
        uint32_t op = words[4 + i] & 0xff;
        out[i] = 0;
        if (op != TANDEM_STEP_BRANCH)
            words[4 + i] |= (uint64_t)++kept << 56;
    }
    tandem_expr more[16] = {0}, result = tandem_stretch(words, given, more, 100);
    for (uint32_t i = 0; i < w->steps; i++) {
        uint32_t place = tandem_step_kept(words[4 + i]);
        out[i] = place == 1 ? result : place ? more[place - 2] : 0;
    }
}

TEST(a_stretch_loads_computes_stores_and_branches)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[8] = {0};
    symbolic(in, 8);
    written w = {.words = {[2] = (uintptr_t)in, [3] = 7}};
    tandem_expr out[16];
    note(&w, tandem_step(TANDEM_STEP_LOAD, 16, CONSTANT, 0, 2));
    note(&w, tandem_step(TANDEM_STEP_UNARY, 16, STEP, 0, 32 | TANDEM_ZEXT << 8));
    note(&w, tandem_step(TANDEM_MUL, 32, STEP + 1, CONSTANT + 1, 0));
    note(&w, tandem_step(TANDEM_STEP_STORE, 32, INPUT, STEP + 2, 4));
    note(&w, tandem_step(TANDEM_EQ, 32, STEP + 2, CONSTANT + 1, 0));
    note(&w, tandem_step(TANDEM_STEP_BRANCH, 1, STEP + 4, 0, 5));
    take(&w, (uintptr_t)to, 0, out);
    CHECK(value_of(s, out[0], in) == 0x0201 && value_of(s, out[2], in) == 0x0201 * 7);
    const tandem_record *last = &s->log[s->n_records - 1];
    CHECK(last->op == TANDEM_BRANCH && last->b == 105 && !last->flag);
    memcpy(to, &(uint32_t){0x0201 * 7}, 4); /* as the program does next */
    CHECK(load(to, 4) == out[2] && !out[3]);
}

/* A load whose address is an input looks at all that it may point to. */
TEST(a_load_at_an_input_sees_the_stores_before_it)
{
    start(RECORDS);
    static uint8_t room[16384]; /* what is near the address is looked at, too */
    uint8_t in[8], *table = room + sizeof room / 2;
    uintptr_t address = (uintptr_t)table;
    memcpy(in, &address, sizeof in);
    symbolic(in, 8);
    written w = {.words = {[2] = (uintptr_t)(table + 4), [3] = 7}};
    tandem_expr out[16];
    note(&w, tandem_step(TANDEM_STEP_STORE, 8, CONSTANT, CONSTANT + 1, 1));
    note(&w, tandem_step(TANDEM_STEP_LOAD, 8, INPUT, 0, 1));
    take(&w, address, load(in, 8), out);
    CHECK(table[4] == 7 && !table[0]);
}

TEST(what_depends_on_nothing_has_no_expression)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8] = {0}, plain[8] = {9};
    symbolic(in, 8);
    uint32_t before = s->n_records;
    written w = {.words = {[2] = (uintptr_t)plain, [3] = 7}};
    tandem_expr out[16];
    note(&w, tandem_step(TANDEM_STEP_LOAD, 8, CONSTANT, 0, 1));
    note(&w, tandem_step(TANDEM_ADD, 8, STEP, CONSTANT + 1, 0));
    note(&w, tandem_step(TANDEM_STEP_BRANCH, 1, STEP + 1, 0, 5));
    take(&w, 0, 0, out);
    CHECK(!out[0] && !out[1] && !out[2] && s->n_records == before);
}

/* The truth that a branch has in the log is what the runtime has computed itself. */
static bool computes(uint64_t step, uint32_t width, uint64_t input, uint64_t other, uint64_t wanted)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8];
    memcpy(in, &input, 8);
    symbolic(in, 8);
    written w = {.words = {[2] = other, [3] = wanted}};
    tandem_expr out[16];
    uint32_t operand = (uint32_t)(step >> 8 & 0xff);
    note(&w, step);
    note(&w, tandem_step(TANDEM_EQ, width, STEP, CONSTANT + 1, 0));
    note(&w, tandem_step(TANDEM_STEP_BRANCH, 1, STEP + 1, 0, 0));
    tandem_expr e = load(in, 8);
    take(&w, input, operand == 64 ? e : tandem_part(e, 0, operand), out);
    const tandem_record *last = &s->log[s->n_records - 1];
    if (last->op != TANDEM_BRANCH)
        return false;
    bool negated = out[1] != last->a;
    return (last->flag != 0) != negated;
}

TEST(integers_are_what_the_machine_computes)
{
    rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < 2000; i++) {
        uint64_t a = rng_next(&r) >> rng_below(&r, 64), b = rng_next(&r) >> rng_below(&r, 64);
        int32_t sa = (int32_t)a, sb = (int32_t)b | 1, shift = (int32_t)(b & 31);
        uint32_t ua = (uint32_t)a, ub = (uint32_t)b | 1;
        int64_t quotient = (int64_t)sa / sb, rest = (int64_t)sa % sb;
#define STEP_OF(op) tandem_step(op, 32, INPUT, CONSTANT, 0)
        CHECK(computes(STEP_OF(TANDEM_ADD), 32, a, ub, ua + ub));
        CHECK(computes(STEP_OF(TANDEM_MUL), 32, a, ub, ua * ub));
        CHECK(computes(STEP_OF(TANDEM_UDIV), 32, a, ub, ua / ub));
        CHECK(computes(STEP_OF(TANDEM_UREM), 32, a, ub, ua % ub));
        CHECK(computes(STEP_OF(TANDEM_SDIV), 32, a, ub, (uint32_t)quotient));
        CHECK(computes(STEP_OF(TANDEM_SREM), 32, a, ub, (uint32_t)rest));
        CHECK(computes(STEP_OF(TANDEM_ASHR), 32, a, (uint32_t)shift, (uint32_t)(sa >> shift)));
        CHECK(computes(STEP_OF(TANDEM_SLT), 1, a, ub, sa < sb));
        CHECK(computes(tandem_step(TANDEM_STEP_UNARY, 8, INPUT, 0, 64 | TANDEM_SEXT << 8), 64, a, 0,
                       (uint64_t)(int64_t)(int8_t)a));
        CHECK(computes(tandem_step(TANDEM_STEP_PART, 64, INPUT, 0, 12 | 20 << 8), 20, a, 0,
                       a >> 12 & 0xfffff));
    }
}

static uint64_t bits(double d)
{
    uint64_t v;
    memcpy(&v, &d, 8);
    return v;
}

TEST(floating_point_is_what_the_machine_computes)
{
    rng r;
    rng_seed(&r, 12);
    for (int i = 0; i < 500; i++) {
        double a = ((double)rng_below(&r, 2000000) - 1e6) / 64,
               b = ((double)rng_below(&r, 20000) - 1e4) / 32 + 0.015625;
#define FLOAT_STEP(op) tandem_step(op, 64, INPUT, CONSTANT, 0)
        CHECK(computes(FLOAT_STEP(TANDEM_FADD), 64, bits(a), bits(b), bits(a + b)));
        CHECK(computes(FLOAT_STEP(TANDEM_FDIV), 64, bits(a), bits(b), bits(a / b)));
        CHECK(computes(FLOAT_STEP(TANDEM_FREM), 64, bits(a), bits(b), bits(fmod(a, b))));
        CHECK(computes(FLOAT_STEP(TANDEM_FOLT), 1, bits(a), bits(b), a < b));
        CHECK(computes(tandem_step(TANDEM_STEP_UNARY, 64, INPUT, 0, 64 | TANDEM_FSQRT << 8), 64,
                       bits(fabs(a)), 0, bits(sqrt(fabs(a)))));
        CHECK(computes(tandem_step(TANDEM_STEP_UNARY, 64, INPUT, 0, 32 | TANDEM_TO_SINT << 8), 32,
                       bits(a), 0, (uint32_t)(int32_t)a));
    }
}

TEST(overflow_of_signed_numbers_is_worth_a_question)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8] = {1, 0, 0, 0};
    symbolic(in, 8);
    written w = {.words = {[2] = 1000, [3] = 7}};
    tandem_expr out[16];
    note(&w, tandem_step(TANDEM_STEP_SIGNED, 32, INPUT, CONSTANT, TANDEM_ADD));
    take(&w, 1, load(in, 4), out);
    CHECK(value_of(s, out[0], in) == 1001);
    uint32_t wonders = 0;
    for (uint32_t i = 1; i < s->n_records; i++)
        wonders += s->log[i].op == TANDEM_ASSUME && s->log[i].c == 4;
    CHECK(wonders == 1);
    for (int i = 0; i < 1000; i++) /* few times in a run */
        take(&w, 1, load(in, 4), out);
    wonders = 0;
    for (uint32_t i = 1; i < s->n_records; i++)
        wonders += s->log[i].op == TANDEM_ASSUME && s->log[i].c == 4;
    CHECK(wonders < 100);
}
