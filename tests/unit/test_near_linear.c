/* Bit-vectors as integers: satisfiable where the bit-vectors are, and with their values. */
#include "base/rng.h"
#include "engine/engine.h"
#include "solve/near/linear.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct place {
    term_bank *b;
    box_set *boxes;
    engine *smt;
    decl_id decls[2];
    term_id bytes[2];
    rng random;
} place;

static void set_up(place *p, uint64_t seed)
{
    char *error = NULL;
    p->b = bank_new(true);
    p->boxes = boxes_new(p->b, &(box_config){0});
    p->smt =
        engine_new(p->b, &(engine_config){.command = ENGINE_LIBZ3, .want_models = true}, &error);
    CHECK_MSG(p->smt, "%s", error);
    for (int i = 0; i < 2; i++) {
        p->decls[i] = decl_constant(p->b, symbol_make(p->b, i ? "y" : "x"), sort_bv(p->b, 8));
        p->bytes[i] = term_app(p->b, p->decls[i], NULL, 0);
    }
    rng_seed(&p->random, seed);
}

static void tear_down(place *p)
{
    engine_free(p->smt);
    boxes_free(p->boxes);
    bank_free(p->b);
}

static void pose(place *p, question *q, const term_id *terms, size_t n)
{
    question_init(q, p->b, p->boxes, NULL);
    for (size_t i = 0; i < n; i++)
        question_add(q, terms[i]);
    for (int i = 0; i < 2; i++)
        question_add_input(q, p->decls[i], 0, false);
    question_close(q);
}

/* On sat the answer is in q->values. */
static engine_answer solve(place *p, question *q)
{
    term_vec terms = {0}, inputs = {0};
    value_id value;
    int64_t number;
    CHECK(linear_pose(q, &terms, &inputs));
    engine_push(p->smt);
    for (size_t i = 0; i < terms.n; i++)
        engine_assert(p->smt, terms.at[i]);
    engine_answer answer = engine_check(p->smt, NULL, 0, &(engine_limits){.rlimit = 100000});
    for (uint32_t i = 0; answer == ENGINE_SAT && i < inputs.n; i++)
        if (inputs.at[i] && engine_values(p->smt, &inputs.at[i], 1, &value) &&
            value_small_int(p->b, value, &number))
            question_set_word(q, i, (uint64_t)number);
    engine_pop(p->smt, 1);
    vec_free(&terms);
    vec_free(&inputs);
    return answer;
}

static term_id constant(place *p, uint32_t width)
{
    return term_const(p->b, value_bv_u64(p->b, width, rng_next(&p->random) & ((1u << width) - 1)));
}

static term_id grow(place *p, term_id t, bool keeps_sign)
{
    uint32_t by = 1 + (uint32_t)rng_below(&p->random, 5);
    return term_make(p->b, keeps_sign ? OP_SIGN_EXTEND : OP_ZERO_EXTEND, &by, 1, &t, 1);
}

/* A number of the same byte in some other way, 4 to 24 bits wide. */
static term_id made(place *p, term_id t)
{
    term_bank *b = p->b;
    uint32_t width = sort_bv_width(b, term_sort(b, t));
    uint32_t cut[] = {width - 1 - (uint32_t)rng_below(&p->random, 3),
                      (uint32_t)rng_below(&p->random, 2)};
    term_id by = term_const(b, value_bv_u64(b, width, 1 + rng_below(&p->random, 7)));
    switch (rng_below(&p->random, 11)) {
    case 0:
        return term_make2(b, OP_BVADD, t, constant(p, width));
    case 1:
        return term_make2(b, OP_BVMUL, t, constant(p, width));
    case 2:
        return term_make2(b, OP_BVSUB, constant(p, width), t);
    case 3:
        return width < 20 ? grow(p, t, rng_below(&p->random, 2)) : t;
    case 4:
        return width > 8 ? term_make(b, OP_EXTRACT, cut, 2, &t, 1) : t;
    case 5:
        return term_make2(b, rng_below(&p->random, 2) ? OP_BVUDIV : OP_BVUREM, t, by);
    case 6:
        return term_make2(b, rng_below(&p->random, 2) ? OP_BVSHL : OP_BVLSHR, t, by);
    case 7:
        return term_make2(b, (term_op[]){OP_BVAND, OP_BVOR, OP_BVXOR}[rng_below(&p->random, 3)], t,
                          term_const(b, value_bv_u64(b, width, rng_below(&p->random, 64))));
    case 8:
        return width < 20 ? term_make2(b, OP_CONCAT, t, constant(p, 4)) : t;
    case 9:
        return term_make1(b, rng_below(&p->random, 2) ? OP_BVNEG : OP_BVNOT, t);
    default:
        return term_make3(b, OP_ITE, term_make2(b, OP_BVSLT, t, constant(p, width)), t,
                          constant(p, width));
    }
}

TEST(integers_are_satisfiable_where_bits_are)
{
    place p;
    set_up(&p, 4);
    uint64_t yes = 0, no = 0;
    for (uint64_t round = 0; round < test_count(120); round++) {
        question q;
        term_id t = p.bytes[0];
        for (int i = 0; i < 5; i++)
            t = made(&p, t);
        uint32_t width = sort_bv_width(p.b, term_sort(p.b, t));
        term_id wanted =
            term_make2(p.b, rng_below(&p.random, 2) ? OP_EQ : OP_BVSLE, t, constant(&p, width));
        pose(&p, &q, &wanted, 1);
        engine_answer answer = solve(&p, &q);
        CHECK(answer != ENGINE_SAT || question_confirm(&q));
        for (uint64_t x = 0; x < 256 && answer == ENGINE_UNSAT; x++) {
            question_set_word(&q, 0, x);
            CHECK(!question_confirm(&q));
        }
        yes += answer == ENGINE_SAT;
        no += answer == ENGINE_UNSAT;
        question_free(&q);
    }
    CHECK(yes && no);
    tear_down(&p);
}

static term_id real(place *p, term_id byte)
{
    term_id args[] = {term_const(p->b, value_rm(p->b, RM_RNE)), byte};
    return term_make(p->b, OP_FP_FROM_UBV, (uint32_t[]){11, 53}, 2, args, 2);
}

static term_id quarters(place *p, int64_t n)
{
    term_id args[] = {term_const(p->b, value_rm(p->b, RM_RNE)),
                      term_const(p->b, value_real(p->b, n, 4))};
    value_id values[] = {term_value(p->b, args[0]), term_value(p->b, args[1])};
    eval_reason why;
    return term_const(p->b, eval_op(p->b, OP_FP_FROM_REAL, (uint32_t[]){11, 53}, 2,
                                    sort_fp(p->b, 11, 53), values, 2, &why));
}

/* Floats are reals: x / 4 + y is between two numbers, and as an integer a third. */
TEST(floats_as_reals)
{
    place p;
    question q;
    set_up(&p, 4);
    term_bank *b = p.b;
    term_id nearest = term_const(b, value_rm(b, RM_RNE)), cut = term_const(b, value_rm(b, RM_RTZ));
    term_id sum =
        term_make3(b, OP_FP_ADD, nearest,
                   term_make3(b, OP_FP_MUL, nearest, real(&p, p.bytes[0]), quarters(&p, 1)),
                   real(&p, p.bytes[1]));
    uint32_t width = 16;
    term_id whole = term_make(b, OP_FP_TO_SBV, &width, 1, (term_id[]){cut, sum}, 2);
    term_id wanted[] = {term_make2(b, OP_FP_LT, quarters(&p, 1130), sum),
                        term_not(b, term_make2(b, OP_FP_LEQ, quarters(&p, 1132), sum)),
                        term_eq(b, whole, term_const(b, value_bv_u64(b, 16, 282)))};
    pose(&p, &q, wanted, 3);
    CHECK(solve(&p, &q) == ENGINE_SAT && question_confirm(&q));
    question_free(&q);
    tear_down(&p);
}

/* a | b = 0 and a ^ b = 0 of whatever is linear. */
TEST(zero_of_what_is_not_linear)
{
    place p;
    question q;
    set_up(&p, 4);
    term_id five = term_const(p.b, value_bv_u64(p.b, 8, 5)),
            zero = term_const(p.b, value_bv_u64(p.b, 8, 0));
    term_id either = term_make2(p.b, OP_BVOR, term_make2(p.b, OP_BVXOR, p.bytes[0], p.bytes[1]),
                                term_make2(p.b, OP_BVSUB, p.bytes[0], five));
    term_id wanted = term_eq(p.b, either, zero);
    pose(&p, &q, &wanted, 1);
    CHECK(solve(&p, &q) == ENGINE_SAT && question_confirm(&q) && question_word(&q, 1) == 5);
    question_free(&q);
    tear_down(&p);
}

/* What the conditions leave makes a division by numbers with a sign one without: of a digit minus '0'. */
TEST(signs_that_cannot_be)
{
    place p;
    question q;
    set_up(&p, 4);
    term_bank *b = p.b;
    term_id ten = term_const(b, value_bv_u64(b, 8, 10)),
            zero = term_const(b, value_bv_u64(b, 8, '0'));
    term_id digit = term_make2(b, OP_BVSUB, p.bytes[0], zero);
    term_id number = term_make2(b, OP_BVADD, digit, p.bytes[1]);
    term_id wanted[] = {
        term_make2(b, OP_BVULE, zero, p.bytes[0]),
        term_make2(b, OP_BVULT, p.bytes[0], term_const(b, value_bv_u64(b, 8, 58))),
        term_make2(b, OP_BVULT, p.bytes[1], term_const(b, value_bv_u64(b, 8, 90))),
        term_eq(b, term_make2(b, OP_BVSREM, number, ten), term_const(b, value_bv_u64(b, 8, 7))),
        term_eq(b, term_make2(b, OP_BVSDIV, number, ten), term_const(b, value_bv_u64(b, 8, 9)))};
    pose(&p, &q, wanted, 5);
    CHECK(question_compile(&q) && solve(&p, &q) == ENGINE_SAT && question_confirm(&q));
    question_free(&q);
    tear_down(&p);
}

TEST(what_is_not_linear_is_refused)
{
    place p;
    set_up(&p, 4);
    term_id no[] = {term_make2(p.b, OP_BVMUL, p.bytes[0], p.bytes[1]),
                    term_make2(p.b, OP_BVXOR, p.bytes[0], p.bytes[1]),
                    term_make2(p.b, OP_BVSHL, p.bytes[0], p.bytes[1])};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        question q;
        term_vec terms = {0}, inputs = {0};
        term_id wanted = term_eq(p.b, no[i], constant(&p, 8));
        pose(&p, &q, &wanted, 1);
        CHECK(!linear_pose(&q, &terms, &inputs));
        vec_free(&terms);
        vec_free(&inputs);
        question_free(&q);
    }
    tear_down(&p);
}
