/* What earlier answers say about a question: refutations against a plain test for subsets, and
 * values that are used again only where they satisfy the question. */
#include "explore/question/flip_cache.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

enum { TERMS = 12, ROUNDS = 2000, CORES = 40 };

static term_id named(term_bank *b, char name)
{
    char text[2] = {name, 0};
    return term_app(b, decl_constant(b, symbol_make(b, text), SORT_ID_BOOL), NULL, 0);
}

static bool subset(const term_vec *part, const term_vec *all)
{
    for (size_t i = 0; i < part->n; i++) {
        size_t k = 0;
        while (k < all->n && all->at[k] != part->at[i])
            k++;
        if (k == all->n)
            return false;
    }
    return true;
}

static void choose(rng *r, const term_id *from, uint64_t one_in, term_vec *to)
{
    vec_clear(to);
    for (size_t i = TERMS; i-- > 0;) /* not in order */
        if (rng_one_in(r, one_in))
            vec_push(to, from[i]);
    if (!to->n)
        vec_push(to, from[rng_below(r, TERMS)]);
}

TEST(refutes_what_contains_a_refuted_question)
{
    term_bank *b = bank_new(false);
    term_id terms[TERMS];
    term_vec cores[CORES] = {0};
    flip_cache *c = calloc(1, sizeof *c);
    question q = {.bank = b};
    rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < TERMS; i++)
        terms[i] = named(b, (char)('a' + i));
    uint64_t hits = 0;
    for (int round = 0; round < ROUNDS; round++) {
        bool wanted = false;
        choose(&r, terms, 2, &q.terms);
        for (uint64_t i = 0; i < c->n_cores; i++)
            wanted = wanted || subset(&cores[i], &q.terms);
        hits += wanted;
        CHECK(flip_cache_refutes(c, &q) == wanted);
        if (c->n_cores < CORES && rng_one_in(&r, 20)) {
            term_vec *core = &cores[c->n_cores];
            choose(&r, terms, 2, core);
            flip_cache_add_core(c, core->at, core->n);
        }
    }
    CHECK(hits > 100 && hits < ROUNDS - 100);
    flip_cache_clear(c);
    CHECK(!flip_cache_refutes(c, &q));
    for (int i = 0; i < CORES; i++)
        vec_free(&cores[i]);
    vec_free(&q.terms);
    free(c);
    bank_free(b);
}

/* A question about two bytes: the first is `first`. */
static void ask_for(term_bank *b, const decl_id *bytes, uint64_t first, question *q)
{
    question_init(q, b, NULL, NULL);
    question_add(
        q, term_eq(b, term_app(b, bytes[0], NULL, 0), term_const(b, value_bv_u64(b, 8, first))));
    for (int i = 0; i < 2; i++)
        question_add_input(q, bytes[i], 0, true);
    question_close(q);
}

TEST(uses_values_again)
{
    term_bank *b = bank_new(false);
    decl_id bytes[2];
    for (int i = 0; i < 2; i++)
        bytes[i] = decl_constant(b, symbol_make(b, i ? "y" : "x"), sort_bv(b, 8));
    flip_cache *c = calloc(1, sizeof *c);
    question q;
    ask_for(b, bytes, 77, &q);
    CHECK(!flip_cache_answers(c, &q));
    q.values[0] = 77;
    flip_cache_add_values(c, &q);
    question_free(&q);
    ask_for(b, bytes, 78, &q);
    CHECK(!flip_cache_answers(c, &q));
    CHECK(q.values[0] == 0); /* the run's own again */
    q.values[0] = 78;
    flip_cache_add_values(c, &q);
    question_free(&q);
    for (uint64_t wanted = 77; wanted <= 78; wanted++) {
        ask_for(b, bytes, wanted, &q);
        CHECK(flip_cache_answers(c, &q) && q.values[0] == wanted);
        question_free(&q);
    }
    flip_cache_clear(c);
    free(c);
    bank_free(b);
}
