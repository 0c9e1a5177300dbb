/* Questions with what is known of single bytes put in, and numbers in place of their digits. */
#include <string.h>

#include "base/rng.h"
#include "engine/engine.h"
#include "solve/values/numerals.h"
#include "solve/values/shape.h"
#include "test.h"

enum { MOST = 6 };

typedef struct place {
    term_bank *b;
    engine *smt;
    rng random;
    uint32_t n;
    decl_id decls[MOST];
    term_id bytes[MOST];
} place;

static void set_up(place *p, uint32_t n, uint64_t seed)
{
    char *error = NULL;
    *p = (place){.b = bank_new(true), .n = n};
    rng_seed(&p->random, seed);
    p->smt =
        engine_new(p->b, &(engine_config){.command = ENGINE_LIBZ3, .want_models = true}, &error);
    CHECK(p->smt);
    for (uint32_t i = 0; i < n; i++) {
        p->decls[i] = decl_constant(p->b, symbol_fresh(p->b, "byte"), sort_bv(p->b, 8));
        p->bytes[i] = term_app(p->b, p->decls[i], NULL, 0);
    }
}

static void tear_down(place *p)
{
    engine_free(p->smt);
    bank_free(p->b);
}

static void pose(place *p, question *q, const term_id *terms, size_t n)
{
    question_init(q, p->b, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        question_add(q, terms[i]);
    for (uint32_t i = 0; i < p->n; i++)
        question_add_input(q, p->decls[i], 'a', i);
    question_close(q);
}

static term_id number(place *p, uint32_t width, uint64_t n)
{
    return term_const(p->b, value_bv_u64(p->b, width, n));
}

static term_id any(place *p)
{
    return number(p, 8, rng_below(&p->random, 256));
}

/* A byte, made of one or of two others. */
static term_id made(place *p, term_id x, term_id y)
{
    static const term_op ops[] = {OP_BVADD,  OP_BVSUB,  OP_BVMUL,  OP_BVAND,  OP_BVXOR, OP_BVUDIV,
                                  OP_BVUREM, OP_BVSDIV, OP_BVSREM, OP_BVLSHR, OP_BVASHR};
    if (rng_one_in(&p->random, 4))
        return term_make3(p->b, OP_ITE, term_make2(p->b, OP_BVSLT, x, any(p)), x, y);
    return term_make2(p->b, ops[rng_below(&p->random, sizeof ops / sizeof *ops)], x, y);
}

static term_id truth(place *p, term_id x)
{
    static const term_op ops[] = {OP_BVULE, OP_BVSLT, OP_BVSGE, OP_BVULT};
    if (rng_one_in(&p->random, 4))
        return term_eq(p->b, x, any(p));
    return term_make2(p->b, ops[rng_below(&p->random, sizeof ops / sizeof *ops)], x, any(p));
}

/* Conditions about one byte, one that joins two of these, and one about both. */
static void random_terms(place *p, term_id *terms)
{
    term_id x = p->bytes[0], y = p->bytes[1];
    terms[0] = truth(p, made(p, x, any(p)));
    term_id pair[] = {truth(p, y), truth(p, made(p, y, any(p)))};
    terms[1] = term_and(p->b, pair, 2);
    terms[2] = truth(p, made(p, made(p, x, any(p)), made(p, y, any(p))));
}

static bool holds_at(question *q, uint32_t x, uint32_t y)
{
    q->values[0] = (uint8_t)x;
    q->values[1] = (uint8_t)y;
    return question_try(q);
}

/* With all values to begin with nothing is lost and nothing is new. */
TEST(equal_to_the_question)
{
    place p;
    uint64_t posed = 0, none = 0, less = 0;
    set_up(&p, 2, 7);
    for (uint64_t round = 0; round < 8 + test_count(52); round++) {
        question q, small;
        term_id terms[3];
        byte_set left[2];
        shape_log log = {{0}, {0}};
        random_terms(&p, terms);
        if (round % 4 == 1)
            terms[2] = term_not(p.b, terms[0]);
        pose(&p, &q, terms, 3);
        memset(left, 255, sizeof left);
        shape_state state = shape_pose(&q, left, &small, &log);
        CHECK(state != SHAPE_UNKNOWN);
        bool is_small = state == SHAPE_POSED && question_compile(&small);
        for (uint32_t point = 0; point < 65536; point++) {
            uint32_t x = point % 256, y = point / 256;
            bool inside = byte_set_has(&left[0], x) && byte_set_has(&left[1], y);
            CHECK(holds_at(&q, x, y) == (is_small && inside && holds_at(&small, x, y)));
        }
        CHECK(!is_small || log.origin.n == small.terms.n);
        posed += state == SHAPE_POSED;
        none += state == SHAPE_NONE;
        less += byte_set_size(&left[0]) < 256;
        question_free(&q);
        question_free(&small);
        shape_log_free(&log);
    }
    CHECK_MSG(posed && none && less, "%u %u %u", (unsigned)posed, (unsigned)none, (unsigned)less);
    tear_down(&p);
}

/* What strtol does with a byte: another digit, if it is one. */
static term_id read_on(place *p, term_id before, term_id byte)
{
    uint32_t extra = 56;
    term_id digit = term_make2(p->b, OP_BVSUB, byte, number(p, 8, '0'));
    term_id more = term_make2(p->b, OP_BVADD, term_make2(p->b, OP_BVMUL, before, number(p, 64, 10)),
                              term_make(p->b, OP_ZERO_EXTEND, &extra, 1, &digit, 1));
    return term_make3(p->b, OP_ITE, term_make2(p->b, OP_BVULT, digit, number(p, 8, 10)), more,
                      before);
}

static term_id read_text(place *p, uint32_t n)
{
    term_id value = number(p, 64, 0);
    for (uint32_t i = 0; i < n; i++)
        value = read_on(p, value, p->bytes[i]);
    return value;
}

static const byte_set DIGITS = {{UINT64_C(0x3ff) << '0'}};

TEST(a_number_is_one_unknown)
{
    place p;
    question q, small;
    numerals n;
    byte_set left[5];
    set_up(&p, 5, 1);
    for (int i = 0; i < 5; i++)
        left[i] = DIGITS;
    term_id wanted = term_eq(p.b, term_make2(p.b, OP_BVMUL, read_text(&p, 5), number(&p, 64, 3)),
                             number(&p, 64, 70371));
    pose(&p, &q, &wanted, 1);
    CHECK(shape_pose(&q, left, &small, NULL) == SHAPE_POSED);
    CHECK(numerals_pose(&small, left, &n) && n.all.n == 1 && n.terms.n == 2);
    engine_push(p.smt);
    for (size_t i = 0; i < n.terms.n; i++)
        engine_assert(p.smt, n.terms.at[i]);
    CHECK(engine_check(p.smt, NULL, 0, &(engine_limits){.rlimit = 1000000}) == ENGINE_SAT);
    numerals_take(&small, p.smt, &n);
    engine_pop(p.smt, 1);
    CHECK(!memcmp(small.values, "23457", 5));
    numerals_free(&n);
    question_free(&small);
    question_free(&q);
    tear_down(&p);
}

/* Digits that are asked for by themselves as well stay digits. */
TEST(no_number_where_digits_matter)
{
    place p;
    question q, small;
    numerals n;
    byte_set left[3];
    set_up(&p, 3, 1);
    for (int i = 0; i < 3; i++)
        left[i] = DIGITS;
    term_id sum = term_make2(p.b, OP_BVADD, p.bytes[0], p.bytes[2]);
    term_id wanted[] = {term_eq(p.b, sum, number(&p, 8, '1' + '2')),
                        term_make2(p.b, OP_BVULT, read_text(&p, 3), number(&p, 64, 300))};
    pose(&p, &q, wanted, 2);
    CHECK(shape_pose(&q, left, &small, NULL) == SHAPE_POSED);
    CHECK(!numerals_pose(&small, left, &n));
    numerals_free(&n);
    question_free(&small);
    question_free(&q);
    tear_down(&p);
}
