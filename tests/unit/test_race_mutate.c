/* Changes of a race's inputs: what they promise about constructs, on random formulas. */
#include <stdlib.h>

#include "base/alloc.h"
#include "race/mutate.h"
#include "synthetic.h"
#include "test.h"

static const char *const theories[] = {"FP16", "BV", "Strings", "Int,Arrays", "BV,UF"};
enum { THEORIES = sizeof theories / sizeof *theories };

/* A random formula and what is needed to look at changes of it. */
typedef struct fixture {
    grammar *g;
    rng r;
    formula before, after;
    double *had, *has; /* constructs of both */
    bool *some, *all;  /* a few of its constructs, all of them */
} fixture;

static void set_up(fixture *f, const char *theory, uint64_t seed)
{
    *f = (fixture){.g = synthetic_grammar(theory)};
    CHECK(f->g);
    rng_seed(&f->r, seed);
    grammar_generate(f->g, &f->r, &f->before);
    size_t n = f->g->constructs.n;
    f->had = base_alloc_zero(n, sizeof *f->had);
    f->has = base_alloc_zero(n, sizeof *f->has);
    f->some = base_alloc_zero(n, sizeof *f->some);
    f->all = base_alloc_zero(n, sizeof *f->all);
    grammar_count(f->g, &f->before, f->had);
    for (size_t i = 0; i < n; i++) {
        f->all[i] = f->had[i] > 0;
        f->some[i] = f->all[i] && rng_one_in(&f->r, 3);
    }
}

static void tear_down(fixture *f)
{
    formula_free(&f->before);
    synthetic_grammar_free(f->g);
    free(f->had);
    free(f->has);
    free(f->some);
    free(f->all);
}

/* Counts what the change has led to; it must be a formula. */
static void look(fixture *f)
{
    CHECK(f->after.assertions.n > 0);
    for (size_t i = 0; i < f->after.assertions.n; i++)
        CHECK(term_sort(f->g->bank, f->after.assertions.at[i]) == SORT_ID_BOOL);
    grammar_count(f->g, &f->after, f->has);
}

TEST(what_is_taken_out_is_gone)
{
    uint64_t done = 0, rounds = test_count(60);
    for (uint64_t seed = 0; seed < rounds; seed++) {
        fixture f;
        set_up(&f, theories[seed % THEORIES], seed);
        if (mutate_without(f.g, &f.r, &f.before, f.some, f.all, &f.after)) {
            look(&f);
            for (size_t i = 0; i < f.g->constructs.n; i++)
                CHECK_MSG(!f.some[i] || !f.has[i], "%s is left", f.g->constructs.at[i].name);
            formula_free(&f.after);
            done++;
        }
        tear_down(&f);
    }
    CHECK_MSG(done * 10 >= rounds * 8, "%d of %d", (int)done, (int)rounds);
}

/* Taking one operator out keeps nearly everything below it. */
TEST(little_else_is_lost)
{
    double lost = 0, kept = 0;
    for (uint64_t seed = 0; seed < test_count(60); seed++) {
        fixture f;
        set_up(&f, theories[seed % THEORIES], seed);
        size_t which = rng_below(&f.r, f.g->constructs.n);
        for (size_t i = 0; i < f.g->constructs.n; i++)
            f.some[i] = i == which;
        if (f.had[which] > 0 && mutate_without(f.g, &f.r, &f.before, f.some, f.all, &f.after)) {
            look(&f);
            for (size_t i = 0; i < f.g->constructs.n; i++)
                if (i != which && f.had[i] > 0)
                    *(f.has[i] > 0 ? &kept : &lost) += 1;
            formula_free(&f.after);
        }
        tear_down(&f);
    }
    CHECK_MSG(kept >= 19 * lost, "%g kept, %g lost", kept, lost);
}

/* Nearly always: an operator on constants may become one. */
TEST(a_dose_is_more_of_one_and_no_less_of_what_is_precious)
{
    uint64_t done = 0, more = 0;
    for (uint64_t seed = 0; seed < test_count(100); seed++) {
        fixture f;
        set_up(&f, theories[seed % THEORIES], seed);
        size_t which = rng_below(&f.r, f.g->constructs.n);
        f.some[which] = true;
        if (f.g->constructs.at[which].on &&
            mutate_dose(f.g, &f.r, &f.before, which, f.some, &f.after)) {
            look(&f);
            more += f.has[which] > f.had[which];
            for (size_t i = 0; i < f.g->constructs.n; i++)
                CHECK_MSG(!f.some[i] || f.has[i] >= f.had[i], "%s", f.g->constructs.at[i].name);
            formula_free(&f.after);
            done++;
        }
        tear_down(&f);
    }
    CHECK_MSG(done && more * 10 >= done * 9, "%d of %d", (int)more, (int)done);
}

TEST(smaller_is_smaller)
{
    for (uint64_t seed = 0; seed < test_count(60); seed++) {
        fixture f;
        set_up(&f, theories[seed % THEORIES], seed);
        if (mutate_smaller(f.g, &f.r, &f.before, &f.after)) {
            look(&f);
            double had = 0, has = 0;
            for (size_t i = 0; i < f.g->constructs.n; i++) {
                had += f.had[i];
                has += f.has[i];
            }
            CHECK_MSG(has <= had, "%g after %g", has, had);
            formula_free(&f.after);
        }
        tear_down(&f);
    }
}

TEST(several_at_once)
{
    uint64_t done = 0;
    for (uint64_t seed = 0; seed < test_count(60); seed++) {
        fixture f;
        set_up(&f, theories[seed % THEORIES], seed);
        size_t which = rng_below(&f.r, f.g->constructs.n);
        if (f.g->constructs.at[which].on && mutate(f.g, &f.r, &f.before, which, 5, &f.after)) {
            look(&f);
            CHECK_MSG(f.has[which] > 0, "%s", f.g->constructs.at[which].name);
            formula_free(&f.after);
            done++;
        }
        tear_down(&f);
    }
    CHECK(done);
}
