/* race_synthetic [--crimes N] [--seeds N] [--steps N] [--seed N] [--only KIND] [--verbose]
 * [--bandit] [--prune bandit|all|none]: races against synthetic solvers whose culprits are drawn at
 * random: how often they are named, and how the bandit's margins compare with those of the
 * baselines at the same number of inputs.
 *
 * N crimes are drawn for each theory, kind and cost; each is raced once for every seed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "synthetic.h"

enum { ALGORITHMS = 4, MARGINS = 3 };

typedef struct setting {
    uint64_t crimes, seeds, steps, seed;
    const char *only; /* a kind; NULL: all */
    bool verbose, bandit;
    race_prune prune;
} setting;

/* Races as short as those on real solvers: so many time-outs. */
#define SHORT (16 * SYNTHETIC_TIMEOUT)

typedef struct kind {
    const char *name;
    crime_kind kind;
    double cost, noise, luck, failing;
    double seconds; /* of a race; 0: it ends by steps */
} kind;

static const kind kinds[] = {
    {"one", CRIME_ONE, 2.2, 0, 0, 0, 0},
    {"one, noise", CRIME_ONE, 2.2, 0.2, 0, 0, 0},
    {"one, weak", CRIME_ONE, 0.4, 0.1, 0, 0, 0},
    {"together", CRIME_TOGETHER, 2.2, 0.1, 0, 0, 0},
    {"together, weak", CRIME_TOGETHER, 0.4, 0.1, 0, 0, 0},
    {"below", CRIME_BELOW, 2.2, 0.1, 0, 0, 0},
    {"below, weak", CRIME_BELOW, 0.4, 0.1, 0, 0, 0},
    {"easy", CRIME_BELOW, 0.4, 0.1, 0.1, 0, SHORT},
    {"easy, failing", CRIME_BELOW, 0.4, 0.1, 0.05, 0.5, SHORT},
    {"rare", CRIME_BELOW, 0.4, 0.1, 0.01, 0.1, SHORT},
    {"rare, failing", CRIME_BELOW, 0.4, 0.1, 0.02, 0.5, SHORT},
};
static const char *const theories[] = {"FP16", "FP64", "BV", "Strings", "Int,Arrays"};
enum { KINDS = sizeof kinds / sizeof *kinds, THEORIES = sizeof theories / sizeof *theories };

/* Sums over races. */
typedef struct tally {
    uint64_t races, convicted;
    /* Of the best input, of the best ten, of the best so far at all steps. */
    double sum[ALGORITHMS][MARGINS], squares[ALGORITHMS][MARGINS];
    double limit[ALGORITHMS]; /* steps until an input is at the limit */
} tally;

static void add(tally *t, const tally *more)
{
    t->races += more->races;
    t->convicted += more->convicted;
    for (int a = 0; a < ALGORITHMS; a++) {
        for (int k = 0; k < MARGINS; k++) {
            t->sum[a][k] += more->sum[a][k];
            t->squares[a][k] += more->squares[a][k];
        }
        t->limit[a] += more->limit[a];
    }
}

static void race_once(const setting *set, const crime *c, double seconds, uint64_t seed, tally *t)
{
    synthetic_budget budget = {seconds > 0 ? UINT64_MAX : set->steps, seconds, set->prune};
    for (int a = 0; a < (set->bandit ? 1 : ALGORITHMS); a++) {
        synthetic_result r;
        if (!synthetic_race(c, (race_algorithm)a, seed, &budget, &r))
            exit(1);
        double margins[MARGINS] = {r.best, r.best_ten, r.on_the_way};
        for (int k = 0; k < MARGINS; k++) {
            t->sum[a][k] += margins[k];
            t->squares[a][k] += margins[k] * margins[k];
        }
        t->limit[a] += (double)(r.limit < set->steps ? r.limit : set->steps);
        if (a)
            continue;
        bool good = synthetic_convicted(c, &r);
        t->races++;
        t->convicted += good;
        if (set->verbose && !good)
            printf("  missed: %s %s %s seed %lu: ranks %zd %zd, best %.2f, limit %ld\n", c->theory,
                   c->first, c->second ? c->second : "-", (unsigned long)seed, (ssize_t)r.first,
                   (ssize_t)r.second, r.best, (long)r.limit);
    }
}

static void print_rows(const setting *set, const char *theory, const char *name, const tally *t)
{
    double n = (double)t->races;
    printf("%-11s %-15s culprits named in %lu of %lu races\n", theory, name,
           (unsigned long)t->convicted, (unsigned long)t->races);
    for (int a = 0; a < (set->bandit ? 1 : ALGORITHMS); a++) {
        printf("    %-9s", race_algorithm_name((race_algorithm)a));
        for (int k = 0; k < MARGINS; k++) {
            double mean = t->sum[a][k] / n, spread = t->squares[a][k] / n - mean * mean;
            printf("  %6.2f ± %.2f", mean, spread > 0 ? sqrt(spread / n) : 0);
        }
        printf("  %6.0f\n", t->limit[a] / n);
    }
    fflush(stdout);
}

static void try_kind(const setting *set, const char *theory, const kind *k, rng *r, tally *t)
{
    grammar *g = synthetic_grammar(theory);
    for (uint64_t i = 0; i < set->crimes; i++) {
        crime c = {.theory = theory,
                   .kind = k->kind,
                   .cost = k->cost,
                   .noise = k->noise,
                   .luck = k->luck,
                   .failing = k->failing};
        while (!synthetic_draw(g, r, &c))
            ;
        tally one = {0};
        for (uint64_t seed = 0; seed < set->seeds; seed++)
            race_once(set, &c, k->seconds, seed, &one);
        if (set->verbose) {
            char name[100];
            snprintf(name, sizeof name, "%s %s", c.first, c.second ? c.second : "");
            print_rows(set, theory, name, &one);
        }
        add(t, &one);
    }
    synthetic_grammar_free(g);
}

static uint64_t number(int argc, char **argv, int i)
{
    char *end = NULL;
    uint64_t n = i + 1 < argc ? strtoull(argv[i + 1], &end, 10) : 0;
    if (!end || *end) {
        fprintf(stderr, "race_synthetic: %s wants a number\n", argv[i]);
        exit(2);
    }
    return n;
}

static void read_setting(int argc, char **argv, setting *set)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--crimes"))
            set->crimes = number(argc, argv, i), i++;
        else if (!strcmp(argv[i], "--seeds"))
            set->seeds = number(argc, argv, i), i++;
        else if (!strcmp(argv[i], "--steps"))
            set->steps = number(argc, argv, i), i++;
        else if (!strcmp(argv[i], "--seed"))
            set->seed = number(argc, argv, i), i++;
        else if (!strcmp(argv[i], "--only") && i + 1 < argc)
            set->only = argv[++i];
        else if (!strcmp(argv[i], "--prune") && i + 1 < argc &&
                 race_prune_read(argv[i + 1], &set->prune))
            i++;
        else if (!strcmp(argv[i], "--verbose"))
            set->verbose = true;
        else if (!strcmp(argv[i], "--bandit"))
            set->bandit = true;
        else {
            fprintf(stderr, "race_synthetic: what is %s?\n", argv[i]);
            exit(2);
        }
    }
}

int main(int argc, char **argv)
{
    setting set = {.crimes = 4, .seeds = 5, .steps = 300, .seed = 1};
    read_setting(argc, argv, &set);
    printf("Margins (± standard error): of the best input, of the best ten, of the best so far "
           "over all "
           "%lu steps;\nsteps until an input is at the limit. Largest margin: %.1f.\n",
           (unsigned long)set.steps, 2 * SYNTHETIC_TIMEOUT);
    tally all[KINDS] = {0}, total = {0};
    rng r;
    rng_seed(&r, set.seed);
    for (int t = 0; t < THEORIES; t++)
        for (int k = 0; k < KINDS; k++) {
            if (set.only && strcmp(set.only, kinds[k].name))
                continue;
            tally here = {0};
            try_kind(&set, theories[t], &kinds[k], &r, &here);
            if (set.verbose)
                print_rows(&set, theories[t], kinds[k].name, &here);
            add(&all[k], &here);
            add(&total, &here);
        }
    for (int k = 0; k < KINDS; k++)
        if (all[k].races)
            print_rows(&set, "all", kinds[k].name, &all[k]);
    print_rows(&set, "all", "all", &total);
    return 0;
}
