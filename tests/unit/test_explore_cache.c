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
static void ask_for(explore_trace *t, uint64_t first, question *q)
{
    question_init(q, t, NULL);
    question_add(q, term_eq(t->bank, t->variables.at[0].term,
                            term_const(t->bank, value_bv_u64(t->bank, 8, first))));
    question_close(q);
}

TEST(uses_values_again)
{
    term_bank *b = bank_new(false);
    explore_trace t = {.bank = b, .words = 1};
    vec_resize(&t.sets, 2); /* the empty set comes first */
    t.sets.at[0] = t.sets.at[1] = 0;
    for (int i = 0; i < 2; i++) {
        char name[2] = {(char)('x' + i), 0};
        decl_id d = decl_constant(b, symbol_make(b, name), sort_bv(b, 8));
        trace_variable v = {.decl = d, .term = term_app(b, d, NULL, 0), .offset = (uint32_t)i};
        vec_push(&t.variables, v);
        map_put(&t.set_of_term, v.term, t.sets.n);
        vec_push(&t.sets, UINT64_C(1) << i);
        vec_push(&t.sets, 0); /* flags */
    }
    flip_cache *c = calloc(1, sizeof *c);
    question q;
    ask_for(&t, 77, &q);
    CHECK(!flip_cache_answers(c, &q));
    q.values[0] = 77;
    flip_cache_add_values(c, &q);
    question_free(&q);
    ask_for(&t, 78, &q);
    CHECK(!flip_cache_answers(c, &q));
    CHECK(q.values[0] == 0); /* the run's own again */
    q.values[0] = 78;
    flip_cache_add_values(c, &q);
    question_free(&q);
    for (uint64_t wanted = 77; wanted <= 78; wanted++) {
        ask_for(&t, wanted, &q);
        CHECK(flip_cache_answers(c, &q) && q.values[0] == wanted);
        question_free(&q);
    }
    flip_cache_clear(c);
    free(c);
    trace_free(&t);
    bank_free(b);
}
