/* Compiled programs against interpreted ones: the same registers, the same distances, the same
 * search. */
#include <stdlib.h>
#include <string.h>

#include "assertions.h"
#include "fuzz/words/runner.h"
#include "fuzz/search/search.h"
#include "fuzz_terms.h"

/* Bool constraints in which every term of the pool occurs. */
static void constraints_of(term_pool *pool, term_vec *constraints)
{
    for (size_t i = 0; i < pool->terms.n; i++) {
        term_id t = pool->terms.at[i];
        sort_id s = term_sort(pool->bank, t);
        if (s != SORT_ID_BOOL)
            t = term_eq(pool->bank, t, pool_pick(pool, s));
        const char *reason;
        fuzz_bytecode *alone = fuzz_compile(pool->bank, &t, 1, &POOL_COMPILE, &reason);
        if (alone) /* else a constant in it lies beyond int64_t */
            vec_push(constraints, t);
        fuzz_bytecode_free(alone);
    }
}

static void check_same(const fuzz_bytecode *p, const fuzz_machine *x, const fuzz_machine *y)
{
    CHECK(x->trapped == y->trapped);
    for (size_t i = 0; i < p->code.n; i++) {
        bool ux = x->trapped && x->undefined[i], uy = y->trapped && y->undefined[i];
        CHECK_MSG(ux == uy, "instruction %zu of operator %d: undefined %d, compiled %d", i,
                  p->code.at[i].op, ux, uy);
        CHECK_MSG(x->regs[i] == y->regs[i],
                  "instruction %zu of operator %d, width %d: %llx, compiled %llx", i,
                  p->code.at[i].op, p->code.at[i].width, (unsigned long long)x->regs[i],
                  (unsigned long long)y->regs[i]);
    }
}

static void check_program(term_bank *b, rng *r, const fuzz_bytecode *p)
{
    fuzz_distance gauge;
    fuzz_machine interpreted, compiled;
    fuzz_distance_init(&gauge, p);
    fuzz_jit *jit = fuzz_jit_new(p, &gauge);
    if (!jit)
        test_skip("no LLVM");
    fuzz_machine_init(&interpreted, p);
    fuzz_machine_init(&compiled, p);
    interpreted.call = compiled.call = pool_call;
    uint64_t *words = base_alloc_zero(p->inputs.n + 1, sizeof *words);
    for (int run = 0; run < 200; run++) {
        for (size_t i = 0; i < p->inputs.n; i++)
            if (!run || rng_one_in(r, 3))
                words[i] = pool_word(b, r, p->inputs.at[i].sort);
        fuzz_run(p, words, &interpreted);
        uint64_t distance = fuzz_distance_measure(&gauge, p, &interpreted);
        uint64_t other = fuzz_jit_run(jit, words, &compiled);
        check_same(p, &interpreted, &compiled);
        CHECK_MSG(distance == other, "distance %llu, compiled %llu", (unsigned long long)distance,
                  (unsigned long long)other);
        bool all = true;
        for (size_t i = 0; i < p->roots.n; i++)
            all &= fuzz_holds(p, &interpreted, i);
        CHECK(all == (distance == 0));
    }
    free(words);
    fuzz_machine_free(&interpreted);
    fuzz_machine_free(&compiled);
    fuzz_jit_free(jit);
    fuzz_distance_free(&gauge);
}

TEST(compiled_programs_compute_the_same)
{
    rng r;
    rng_seed(&r, 5);
    term_bank *b = bank_new(false);
    term_pool pool = {.bank = b, .r = &r};
    bank_marks mark = bank_mark(b);
    for (uint64_t round = test_count(120); round > 0; round--) {
        term_vec constraints = {0};
        const char *reason = NULL;
        pool_fill(&pool, 30);
        constraints_of(&pool, &constraints);
        size_t from = rng_below(&r, constraints.n), n = rng_below(&r, constraints.n - from) + 1;
        fuzz_bytecode *p = fuzz_compile(b, constraints.at + from, n, &POOL_COMPILE, &reason);
        CHECK_MSG(p, "%s", reason);
        check_program(b, &r, p);
        fuzz_bytecode_free(p);
        vec_free(&constraints);
        bank_release(b, &mark);
    }
    vec_free(&pool.terms);
    bank_free(b);
}

static fuzz_bytecode *compile_text(term_bank *b, const char *text)
{
    term_vec assertions = {0};
    const char *reason = NULL;
    read_assertions(b, text, &assertions);
    fuzz_bytecode *p = fuzz_compile(b, assertions.at, assertions.n, &POOL_COMPILE, &reason);
    CHECK_MSG(p, "%s", reason);
    vec_free(&assertions);
    return p;
}

/* Compiled from the first run, in the midst of things, or never: the same executions and inputs. */
static void check_search(const char *text, uint64_t budget)
{
    term_bank *b = bank_new(false);
    fuzz_bytecode *p = compile_text(b, text);
    fuzz_shared *first = NULL;
    const uint64_t hot[] = {UINT64_MAX, 1, 700};
    for (int i = 0; i < 3; i++) {
        fuzz_machine m;
        fuzz_machine_init(&m, p);
        m.call = pool_call;
        fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
        fuzz_search_config config = {.seed = 3, .executions = budget, .hot = hot[i]};
        fuzz_search(b, p, &m, &config, shared);
        if (first)
            CHECK_MSG(!memcmp(first, shared, fuzz_shared_size(p)),
                      "%llu executions, %llu when hot after %llu",
                      (unsigned long long)first->executions, (unsigned long long)shared->executions,
                      (unsigned long long)hot[i]);
        fuzz_machine_free(&m);
        if (first)
            free(shared);
        else
            first = shared;
    }
    free(first);
    fuzz_bytecode_free(p);
    bank_free(b);
}

TEST(compiled_searches_take_the_same_course)
{
    check_search("(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
                 "(assert (= (bvmul x y) #x12345679))(assert (bvugt x #x00001000))"
                 "(assert (bvult y x))(assert (= (bvurem x #x00000007) #x00000003))",
                 20000);
    check_search("(declare-fun f ((_ BitVec 32) Int) (_ BitVec 16))"
                 "(declare-const x (_ BitVec 32))(declare-const y Int)"
                 "(assert (= (f x y) #x1234))(assert (> (* y y) 1000))"
                 "(assert (or (< (div 1000 y) 3) (bvslt x #x00000000)))",
                 20000);
    check_search("(declare-const x (_ FloatingPoint 11 53))"
                 "(declare-const y (_ FloatingPoint 11 53))"
                 "(assert (fp.lt (fp.add RNE x y) (fp.mul RTP x y)))"
                 "(assert (fp.eq (fp.sub RNE x y) (fp.div RNE x y)))"
                 "(assert (not (fp.isZero x)))(assert (fp.gt y ((_ to_fp 11 53) RNE 1.5)))",
                 20000);
}
