#include "synthetic.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"

#define REFERENCE_SECONDS 0.1
#define QUICK_SECONDS 0.05
#define NOISE_SEED 1000
enum { OFFENCES_MOST = 1000 };

typedef struct synthetic {
    const crime *crime;
    const grammar *grammar;
    size_t first, second;
    rng rng;
    double spent; /* seconds of the solvers */
} synthetic;

/* Occurrences of a construct in the tree below `root`; with `under`, only those below one of it. */
static size_t count_in(const synthetic *s, term_id root, size_t which, size_t under)
{
    const term_bank *b = s->grammar->bank;
    size_t found = 0;
    VEC(uint64_t) stack = {0}; /* the lowest bit: below `under` */
    vec_push(&stack, (uint64_t)root << 1);
    while (stack.n && found < OFFENCES_MOST) {
        uint64_t top = vec_pop(&stack);
        term_id t = (term_id)(top >> 1);
        size_t c = grammar_construct_of(s->grammar, t);
        found += c == which && (under == SIZE_MAX || top & 1);
        for (uint32_t i = 0; i < term_arity(b, t); i++)
            vec_push(&stack, (uint64_t)term_arg(b, t, i) << 1 | (top & 1) | (c == under));
    }
    vec_free(&stack);
    return found;
}

static size_t count_offences(const synthetic *s, const formula *f)
{
    size_t first = 0, second = 0;
    bool together = s->crime->kind == CRIME_TOGETHER;
    size_t under = s->crime->kind == CRIME_BELOW ? s->second : SIZE_MAX;
    for (size_t i = 0; i < f->assertions.n; i++) {
        first += count_in(s, f->assertions.at[i], s->first, under);
        if (together)
            second += count_in(s, f->assertions.at[i], s->second, SIZE_MAX);
    }
    return together && second < first ? second : first;
}

/* A property that a part of all inputs has, whatever they are made of: always the same ones. */
static bool happens(term_bank *b, const formula *f, uint64_t which, double part)
{
    enum { GRAIN = 1000000 };
    strbuf text = STRBUF_INIT;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    uint64_t hash = hash_mix(hash_bytes(text.text, text.n), which);
    strbuf_free(&text);
    return (double)(hash % GRAIN) < part * GRAIN;
}

static void run_solver(synthetic *s, double seconds, double limit, race_time *time)
{
    double t = seconds * (1 + s->crime->noise * (2 * rng_unit(&s->rng) - 1));
    *time = (race_time){t >= limit ? RUNNER_TIMEOUT : RUNNER_SAT, fmin(t, limit), 0};
    s->spent += time->seconds;
}

static bool measure(void *context, term_bank *b, const formula *f, const race_need *need,
                    race_time *times)
{
    static const race_rules rules = {.timeout = SYNTHETIC_TIMEOUT};
    synthetic *s = context;
    const crime *c = s->crime;
    double target = QUICK_SECONDS + c->cost * (double)count_offences(s, f), par2;
    double reference = REFERENCE_SECONDS, limit = SYNTHETIC_TIMEOUT;
    if (c->luck > 0 && happens(b, f, 1, c->luck))
        target = 2 * limit;
    if (c->failing > 0 && happens(b, f, 2, c->failing))
        reference = 2 * limit;
    times[0] = times[1] = (race_time){.verdict = RUNNER_UNKNOWN};
    if (need && need->references_first) {
        run_solver(s, reference, race_patience(&rules, need, 2 * limit), &times[1]);
        if (times[1].verdict == RUNNER_SAT)
            run_solver(s, target, limit, &times[0]);
        return true;
    }
    run_solver(s, target, limit, &times[0]);
    par2 = race_par2(&rules, &times[0], true);
    if (!need || par2 - need->quickest >= need->least)
        run_solver(s, reference, race_patience(&rules, need, par2), &times[1]);
    return true;
}

grammar *synthetic_grammar(const char *theory)
{
    char *error = NULL;
    grammar_config config = {.theories = theory, .variables = 2, .assertions = 5, .depth = 4};
    term_bank *b = bank_new(false);
    grammar *g = grammar_new(b, &config, &error);
    if (!g)
        bank_free(b);
    free(error);
    return g;
}

void synthetic_grammar_free(grammar *g)
{
    term_bank *b = g->bank;
    grammar_free(g);
    bank_free(b);
}

static void find_ranks(const synthetic *s, const race *r, synthetic_result *result)
{
    size_t *order = base_alloc(s->grammar->constructs.n * sizeof *order);
    agent_rank(r->agent, order);
    for (size_t i = 0; i < s->grammar->constructs.n; i++) {
        if (order[i] == s->first)
            result->first = i;
        if (order[i] == s->second)
            result->second = i;
    }
    free(order);
}

static void run(synthetic *s, race_algorithm algorithm, uint64_t seed,
                const synthetic_budget *budget, grammar *g, synthetic_result *result)
{
    race_config config = {.algorithm = algorithm,
                          .agent = AGENT_THOMPSON,
                          .decay = 1,
                          .prune = budget->prune,
                          .seed = seed,
                          .measurements = 1,
                          .measure = measure,
                          .context = s,
                          .rules = {.objective = RACE_TIME,
                                    .timeout = SYNTHETIC_TIMEOUT,
                                    .n_targets = 1,
                                    .n_solvers = 2,
                                    .tie_absolute = 0.05,
                                    .tie_relative = 0.1}};
    rng_seed(&s->rng, seed + NOISE_SEED);
    race *r = race_new(g, &config);
    *result = (synthetic_result){.first = SIZE_MAX, .second = SIZE_MAX, .limit = UINT64_MAX};
    while (r->steps < budget->steps && (budget->seconds <= 0 || s->spent < budget->seconds)) {
        race_step(r);
        if (result->limit == UINT64_MAX && r->best.n && r->best.at[0].saturated)
            result->limit = r->steps;
    }
    find_ranks(s, r, result);
    result->seconds = s->spent;
    result->best = race_margin(r, 1);
    result->best_ten = race_margin(r, 10);
    for (size_t i = 0; i < r->margins.n; i++)
        result->on_the_way += r->margins.at[i] / (double)r->margins.n;
    race_free(r);
}

bool synthetic_race(const crime *c, race_algorithm algorithm, uint64_t seed,
                    const synthetic_budget *budget, synthetic_result *result)
{
    grammar *g = synthetic_grammar(c->theory);
    if (!g)
        return false;
    synthetic s = {.crime = c, .grammar = g};
    s.first = grammar_find(g, c->first);
    s.second = c->second ? grammar_find(g, c->second) : SIZE_MAX;
    bool good = s.first != SIZE_MAX && (!c->second || s.second != SIZE_MAX);
    if (good)
        run(&s, algorithm, seed, budget, g, result);
    synthetic_grammar_free(g);
    return good;
}

bool synthetic_convicted(const crime *c, const synthetic_result *result)
{
    return c->kind == CRIME_TOGETHER ? result->first < 3 && result->second < 3 : !result->first;
}

static bool is_common(const grammar *g, rng *r, const crime *c, size_t first, size_t second)
{
    enum { INPUTS = 400, LEAST = 4 };
    synthetic s = {.crime = c, .grammar = g, .first = first, .second = second};
    int seen = 0;
    for (int i = 0; i < INPUTS && seen < LEAST; i++) {
        formula f;
        grammar_generate(g, r, &f);
        seen += count_offences(&s, &f) > 0;
        formula_free(&f);
    }
    return seen == LEAST;
}

bool synthetic_draw(const grammar *g, rng *r, crime *c)
{
    size_t first = rng_below(r, g->constructs.n), second = SIZE_MAX;
    if (c->kind != CRIME_ONE)
        second = rng_below(r, g->constructs.n);
    if (first == second || !g->constructs.at[first].on ||
        (second != SIZE_MAX && !g->constructs.at[second].on))
        return false;
    c->first = g->constructs.at[first].name;
    c->second = second != SIZE_MAX ? g->constructs.at[second].name : NULL;
    return is_common(g, r, c, first, second);
}
