#include "race/versions/effect.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/rng.h"

enum { ROUNDS = 4000, SEED = 1 };
#define SURE 0.05

const char *effect_verdict_name(effect_verdict v)
{
    static const char *const names[] = {"slower", "faster", "no difference", "too early to say"};
    return names[v];
}

static void logarithms(const double *seconds, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = log(seconds[i]);
}

static double mean(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : 0;
}

/* The mean of n that are drawn with putting back. */
static double drawn_mean(const double *x, size_t n, rng *r)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[rng_below(r, n)];
    return n ? sum / (double)n : 0;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Both logarithms of one input; `all` has room for both, the old ones first. */
typedef struct logs {
    double *all;
    size_t n_old, n_new;
} logs;

static logs logs_of(const effect_times *t)
{
    logs l = {base_alloc((t->old.n + t->new.n + 1) * sizeof(double)), t->old.n, t->new.n};
    logarithms(t->old.at, t->old.n, l.all);
    logarithms(t->new.at, t->new.n, l.all + t->old.n);
    return l;
}

static double difference(const logs *l)
{
    return mean(l->all + l->n_old, l->n_new) - mean(l->all, l->n_old);
}

static double drawn_difference(const logs *l, rng *r)
{
    return drawn_mean(l->all + l->n_old, l->n_new, r) - drawn_mean(l->all, l->n_old, r);
}

static void shuffle(double *x, size_t n, rng *r)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = rng_below(r, i);
        double swap = x[i - 1];
        x[i - 1] = x[k];
        x[k] = swap;
    }
}

static void fill_interval(double *drawn, effect *out)
{
    qsort(drawn, ROUNDS, sizeof *drawn, by_size);
    out->low = exp(drawn[(size_t)(ROUNDS * 0.025)]);
    out->high = exp(drawn[(size_t)(ROUNDS * 0.975)]);
}

/* Differences as large by chance? Which run was whose is forgotten. */
static double permutation_test(logs *l, double seen, rng *r)
{
    size_t as_large = 1;
    for (int i = 1; i < ROUNDS; i++) {
        shuffle(l->all, l->n_old + l->n_new, r);
        as_large += fabs(difference(l)) >= fabs(seen) - 1e-12;
    }
    return (double)as_large / ROUNDS;
}

static effect_verdict judge(const effect *e)
{
    if (e->p < SURE && e->low > 1 && e->ratio > EFFECT_LEAST)
        return EFFECT_SLOWER;
    if (e->p < SURE && e->high < 1 && e->ratio < 1 / EFFECT_LEAST)
        return EFFECT_FASTER;
    return e->low > 1 / EFFECT_MATTERS && e->high < EFFECT_MATTERS ? EFFECT_NONE : EFFECT_TOO_EARLY;
}

static void measure_one(const effect_times *t, double *drawn, effect *out)
{
    rng r;
    rng_seed(&r, SEED);
    logs l = logs_of(t);
    double seen = difference(&l);
    for (int i = 0; i < ROUNDS; i++)
        drawn[i] = drawn_difference(&l, &r);
    fill_interval(drawn, out);
    out->old = exp(mean(l.all, l.n_old));
    out->new = exp(mean(l.all + l.n_old, l.n_new));
    out->ratio = exp(seen);
    out->p = permutation_test(&l, seen, &r);
    free(l.all);
}

typedef struct ranked {
    double p;
    size_t input;
} ranked;

static int by_p(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->p != y->p ? (x->p < y->p ? -1 : 1) : x->input < y->input ? -1 : 1;
}

/* Holm: the smallest times n, the next times n - 1, and none smaller than the one before. */
static void correct(effect *all, size_t n)
{
    ranked *order = base_alloc((n + 1) * sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = (ranked){all[i].p, i};
    qsort(order, n, sizeof *order, by_p);
    double least = 0;
    for (size_t i = 0; i < n; i++) {
        least = fmax(least, fmin(1, order[i].p * (double)(n - i)));
        all[order[i].input].p = least;
    }
    free(order);
}

void effect_of_each(const effect_times *inputs, size_t n, effect *out)
{
    double *drawn = base_alloc(ROUNDS * sizeof *drawn);
    for (size_t i = 0; i < n; i++)
        measure_one(&inputs[i], drawn, &out[i]);
    correct(out, n);
    for (size_t i = 0; i < n; i++)
        out[i].verdict = judge(&out[i]);
    free(drawn);
}

/* The sign of each input's difference is forgotten; of one input alone, which run was whose. */
static double sign_test(const double *seen, size_t n, rng *r)
{
    double real = fabs(mean(seen, n));
    size_t as_large = 1;
    for (int i = 1; i < ROUNDS; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += rng_one_in(r, 2) ? seen[k] : -seen[k];
        as_large += fabs(sum / (double)n) >= real - 1e-12;
    }
    return (double)as_large / ROUNDS;
}

void effect_of_all(const effect_times *inputs, size_t n, effect *out)
{
    if (n == 1) {
        effect_of_each(inputs, n, out);
        return;
    }
    rng r;
    rng_seed(&r, SEED);
    double *seen = base_alloc((n + 1) * sizeof *seen), *drawn = base_alloc(ROUNDS * sizeof *drawn);
    logs *all = base_alloc((n + 1) * sizeof *all);
    double old = 0;
    for (size_t i = 0; i < n; i++) {
        all[i] = logs_of(&inputs[i]);
        seen[i] = difference(&all[i]);
        old += mean(all[i].all, all[i].n_old) / (double)n;
    }
    for (int i = 0; i < ROUNDS; i++) {
        drawn[i] = 0;
        for (size_t k = 0; k < n; k++)
            drawn[i] += drawn_difference(&all[rng_below(&r, n)], &r) / (double)n;
    }
    *out = (effect){.old = exp(old),
                    .new = exp(old + mean(seen, n)),
                    .ratio = exp(mean(seen, n)),
                    .p = sign_test(seen, n, &r)};
    fill_interval(drawn, out);
    out->verdict = judge(out);
    for (size_t i = 0; i < n; i++)
        free(all[i].all);
    free(all);
    free(seen);
    free(drawn);
}
