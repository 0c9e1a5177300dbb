#include <string.h>

#include "assertions.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/rng.h"
#include "fuzz/search/search.h"
#include "fuzz/search/tried.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct solved {
    fuzz_outcome outcome;
    uint64_t executions;
    bool confirmed;
} solved;

static bool every_function_is_a_box(void *context, decl_id d)
{
    (void)context, (void)d;
    return true;
}

static bool product(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    (void)context, (void)box;
    *result = (uint32_t)(args[0] * args[1]);
    return true;
}

static value_id product_value(void *context, decl_id d, const value_id *args, uint32_t n)
{
    uint64_t x, y;
    term_bank *b = context;
    (void)d, (void)n;
    value_small_bits(b, args[0], &x);
    value_small_bits(b, args[1], &y);
    return value_bv_u64(b, 32, x * y);
}

static solved solve_until(const char *text, uint64_t budget, double deadline)
{
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    solved result = {0};
    const char *reason = NULL;
    read_assertions(b, text, &assertions);
    fuzz_compile_config config = {.is_box = every_function_is_a_box};
    fuzz_bytecode *p = fuzz_compile(b, assertions.at, assertions.n, &config, &reason);
    CHECK_MSG(p, "%s", reason);
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = product;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config search = {
        .seed = 1, .executions = budget, .exhaustive = 1 << 16, .deadline = deadline};
    result.outcome = fuzz_search(b, p, &m, &search, shared);
    result.executions = shared->executions;
    if (result.outcome == FUZZ_FOUND) { /* the independent judge */
        term_model *model = model_new(b);
        for (size_t i = 0; i < p->inputs.n; i++)
            model_set_value(model, p->inputs.at[i].decl,
                            value_of_word(b, p->inputs.at[i].sort, shared->words[i]));
        eval_config judge = {.call = product_value, .call_context = b};
        evaluator *e = eval_new(model, &judge);
        result.confirmed = true;
        for (size_t i = 0; i < assertions.n; i++)
            result.confirmed &= value_is_true(eval_term(e, assertions.at[i]));
        eval_free(e);
        model_free(model);
    }
    fuzz_machine_free(&m);
    free(shared);
    fuzz_bytecode_free(p);
    vec_free(&assertions);
    bank_free(b);
    return result;
}

static solved solve(const char *text, uint64_t budget)
{
    return solve_until(text, budget, 0);
}

#define FINDS(text)                                                                          \
    do {                                                                                     \
        solved found_ = solve(text, 2000000);                                                \
        CHECK_MSG(found_.outcome == FUZZ_FOUND && found_.confirmed, "outcome %d after %llu", \
                  found_.outcome, (unsigned long long)found_.executions);                    \
    } while (0)

TEST(inverts_arithmetic)
{
    FINDS("(declare-const x (_ BitVec 32))(assert (= (bvmul x #x00000007) #x12345678))");
    FINDS(
        "(declare-const x (_ BitVec 64))"
        "(assert (= (bvxor (bvadd x #x0123456789abcdef) #xffffffffffffffff) #xdeadbeefcafebabe))");
    FINDS("(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))"
          "(assert (= (concat x y) #xcafef00d))");
    FINDS("(declare-const x Int)(assert (= (+ (* 7 x) 3) 703))(assert (> x 50))");
}

TEST(finds_floats)
{
    FINDS("(declare-const x (_ FloatingPoint 8 24))(declare-const y (_ FloatingPoint 8 24))"
          "(assert (fp.lt x y))(assert (fp.isNegative x))"
          "(assert (fp.gt (fp.add RNE x y) ((_ to_fp 8 24) RNE 3.5)))");
    FINDS("(declare-const x (_ FloatingPoint 11 53))"
          "(assert (fp.eq (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.25)))");
}

TEST(solves_the_motivating_example)
{
    FINDS("(declare-fun f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))"
          "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
          "(declare-const z (_ BitVec 32))"
          "(assert (= z (f x y)))(assert (bvugt x y))"
          "(assert (bvult #x000000ff z))(assert (bvult z #x00010000))");
}

TEST(exhausts_small_spaces)
{
    solved none = solve("(declare-const x (_ BitVec 8))(assert (= (bvmul x #x02) #x03))", 1000000);
    CHECK(none.outcome == FUZZ_EXHAUSTED && none.executions == 256);
}

TEST(ends_when_time_is_over)
{
    /* That was long ago on any clock, and without it this would go on for years. */
    solved none =
        solve_until("(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))"
                    "(assert (= (bvmul x #x0000000000000002) (bvor y #x0000000000000001)))",
                    UINT64_MAX, 1e-3);
    CHECK(none.outcome == FUZZ_STOPPED);
    none = solve_until("(declare-const x (_ BitVec 8))(assert (= (bvmul x #x02) #x03))", 0, 1e-3);
    CHECK(none.outcome == FUZZ_STOPPED);
}

TEST(undefined_values_do_not_satisfy)
{
    solved none = solve("(declare-const x Int)(assert (= x 0))"
                        "(assert (= (div 5 x) (div 5 x)))",
                        20000);
    CHECK(none.outcome == FUZZ_EXHAUSTED);
    FINDS("(declare-const x Int)(assert (= x 0))"
          "(assert (= (ite (= x 0) 1 (div 5 x)) 1))");
}

/* ---- New inputs ------------------------------------------------------------------------------ */

/* A box that counts its calls and those with arguments that it has not had; its replies are odd. */
typedef struct counter {
    uint64_t calls, distinct;
    map seen;
} counter;

static bool counting(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    counter *c = context;
    (void)box;
    uint64_t *at = map_insert(&c->seen, args[0] << 16 ^ args[1], NULL);
    c->calls++;
    c->distinct += !*at;
    *at = 1;
    *result = (uint32_t)((args[0] ^ args[1] << 7) * UINT64_C(2654435761)) | 1;
    return true;
}

static counter count_inputs(const char *text, uint64_t budget, uint64_t tried)
{
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    const char *reason;
    counter c = {0};
    read_assertions(b, text, &assertions);
    fuzz_compile_config config = {.is_box = every_function_is_a_box};
    fuzz_bytecode *p = fuzz_compile(b, assertions.at, assertions.n, &config, &reason);
    fuzz_limits limits = fuzz_limits_default;
    limits.search_tried = tried;
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = counting;
    m.context = &c;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config search = {.seed = 3, .executions = budget, .limits = &limits};
    CHECK(fuzz_search(b, p, &m, &search, shared) == FUZZ_BUDGET);
    CHECK(m.call == counting && m.context == &c);
    map_free(&c.seen);
    fuzz_machine_free(&m);
    free(shared);
    fuzz_bytecode_free(p);
    vec_free(&assertions);
    bank_free(b);
    return c;
}

TEST(no_input_twice_where_there_are_many)
{
    static const char text[] =
        "(declare-fun f ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32))"
        "(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))(declare-const z (_ BitVec "
        "32))"
        "(assert (= z (f x y)))(assert (= ((_ extract 1 0) z) #b10))(assert (bvult y x))";
    counter few = count_inputs(text, 4000, 100000), many = count_inputs(text, 60000, 1000);
    CHECK(few.distinct * 100 >= few.calls * 98);
    CHECK_MSG(many.distinct * 10 >= many.calls * 9, "%llu of %llu",
              (unsigned long long)many.distinct, (unsigned long long)many.calls);
    CHECK(many.calls > 20000);
}

TEST(tried_inputs)
{
    fuzz_tried t;
    rng r;
    rng_seed(&r, 1);
    uint64_t hashes[3000], fresh = 0;
    tried_init(&t, 2, 3000);
    for (int i = 0; i < 3000; i++)
        fresh += tried_add(&t, hashes[i] = rng_next(&r));
    CHECK(fresh >= 2998); /* equal hashes are rare */
    fresh = 0;
    for (int i = 0; i < 3000; i++)
        fresh += tried_add(&t, hashes[i]);
    CHECK(fresh <= 60);              /* few are forgotten before there are many */
    for (int i = 0; i < 100000; i++) /* then the latest */
        tried_add(&t, rng_next(&r));
    uint64_t last = rng_next(&r);
    tried_add(&t, last);
    CHECK(!tried_add(&t, last));
    tried_clear(&t);
    CHECK(tried_add(&t, last));
    /* neighbours of neighbours have sums of their own */
    tried_clear(&t);
    fresh = 0;
    for (uint64_t x = 0; x < 40; x++)
        for (uint64_t y = 0; y < 40; y++)
            fresh += tried_add(&t, tried_part(&t, 0, x) + tried_part(&t, 1, -y));
    CHECK(fresh >= 1598);
    tried_free(&t);
}
