/* Is the new build slower? Effects of run times whose truth is known. */
#include <math.h>

#include "base/rng.h"
#include "race/versions/effect.h"
#include "test.h"

/* Times around `scale` with a spread of factors, as solvers have them over their seeds. */
static double draw(rng *r, double scale)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += rng_unit(r);
    return scale * exp((sum - 6) * 0.4);
}

static void fill(effect_times *t, rng *r, size_t seeds, double old, double new)
{
    *t = (effect_times){0};
    for (size_t i = 0; i < seeds; i++) {
        vec_push(&t->old, draw(r, old));
        vec_push(&t->new, draw(r, new));
    }
}

static void drop(effect_times *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        vec_free(&all[i].old);
        vec_free(&all[i].new);
    }
}

TEST(a_build_that_takes_thrice_as_long_is_slower)
{
    rng r;
    rng_seed(&r, 7);
    effect_times inputs[8];
    effect each[8], all;
    for (int i = 0; i < 8; i++)
        fill(&inputs[i], &r, 10, 0.1, i == 3 ? 0.3 : 0.1);
    effect_of_each(inputs, 8, each);
    CHECK(each[3].verdict == EFFECT_SLOWER);
    CHECK(each[3].ratio > 2 && each[3].ratio < 4.5);
    CHECK(each[3].low > 1 && each[3].low < each[3].ratio && each[3].ratio < each[3].high);
    for (int i = 0; i < 8; i++)
        CHECK(i == 3 || each[i].verdict != EFFECT_SLOWER);
    effect_of_all(inputs, 8, &all);
    CHECK(all.verdict != EFFECT_SLOWER); /* one of eight is not all */
    drop(inputs, 8);
    for (int i = 0; i < 8; i++)
        fill(&inputs[i], &r, 10, 0.05 * (i + 1), 0.15 * (i + 1));
    effect_of_all(inputs, 8, &all);
    CHECK(all.verdict == EFFECT_SLOWER);
    CHECK(all.low > 2 && all.high < 4.5);
    drop(inputs, 8);
    for (int i = 0; i < 8; i++)
        fill(&inputs[i], &r, 10, 0.3, 0.1);
    effect_of_all(inputs, 8, &all);
    CHECK(all.verdict == EFFECT_FASTER);
    drop(inputs, 8);
}

TEST(little_is_too_early_and_the_same_is_no_difference)
{
    rng r;
    rng_seed(&r, 8);
    effect_times one;
    effect e;
    fill(&one, &r, 3, 0.1, 0.12);
    effect_of_each(&one, 1, &e);
    CHECK(e.verdict == EFFECT_TOO_EARLY);
    drop(&one, 1);
    fill(&one, &r, 200, 0.1, 0.1);
    effect_of_each(&one, 1, &e);
    CHECK(e.verdict == EFFECT_NONE);
    drop(&one, 1);
    effect_times same = {0};
    for (int i = 0; i < 5; i++) {
        vec_push(&same.old, 20.0); /* all at the limit */
        vec_push(&same.new, 20.0);
    }
    effect_of_each(&same, 1, &e);
    CHECK(e.ratio == 1 && e.p == 1);
    CHECK(e.verdict == EFFECT_NONE);
    drop(&same, 1);
}

/* Of builds that are the same, at most about one family of inputs in twenty is accused. */
TEST(the_same_build_is_seldom_accused)
{
    enum { FAMILIES = 60, INPUTS = 5, MOST = 8 };
    rng r;
    rng_seed(&r, 9);
    int accused = 0;
    for (int k = 0; k < FAMILIES; k++) {
        effect_times inputs[INPUTS];
        effect each[INPUTS];
        bool any = false;
        for (int i = 0; i < INPUTS; i++)
            fill(&inputs[i], &r, 8, 0.1, 0.1);
        effect_of_each(inputs, INPUTS, each);
        for (int i = 0; i < INPUTS; i++)
            any |= each[i].verdict == EFFECT_SLOWER || each[i].verdict == EFFECT_FASTER;
        accused += any;
        drop(inputs, INPUTS);
    }
    CHECK(accused <= MOST);
}
