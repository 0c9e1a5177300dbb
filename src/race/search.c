#include "race/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/mutate.h"

#define OTHERS_WEIGHT 1.0  /* evidence about what else changed, against the construct put in */
#define FRESH_WEIGHT 0.25  /* evidence from being part of a new random input */
#define VERDICT_WEIGHT 1.0 /* of an autopsy */
enum {
    DEFAULT_PATIENCE = 20,
    DEFAULT_KEEP = 20,
    POPULATION = 12,
    REFUSED_MOST = 3, /* errors in a row that switch a construct off */
    CHOICE_TRIES = 20,
    AUTOPSY_STEPS = 30
};

static const char *const algorithm_names[] = {"bandit", "random", "mutation", "genetic"};

const char *race_algorithm_name(race_algorithm a)
{
    return algorithm_names[a];
}

bool race_algorithm_read(const char *name, race_algorithm *a)
{
    for (size_t i = 0; i < sizeof algorithm_names / sizeof *algorithm_names; i++)
        if (!strcmp(algorithm_names[i], name)) {
            *a = (race_algorithm)i;
            return true;
        }
    return false;
}

/* An input that the search works on. */
typedef struct individual {
    formula formula;
    double score;
} individual;

typedef struct autopsy {
    bool open;
    vec_u32 suspects;     /* constructs of the body that could not be taken out yet */
    size_t groups, group; /* they are taken out in so many groups; whose turn it is */
    uint32_t steps;       /* that are left */
    double threshold;     /* as slow as before */
} autopsy;

typedef struct race_state {
    VEC(individual) population; /* one for the climbers */
    uint32_t idle;              /* steps since the last gain */
    bank_marks mark;            /* before any input was made */
    VEC(double) fresh;          /* scores of new random inputs, for their median */
    race_time *times;           /* of the last measurement */
    double *before, *after;     /* occurrences of constructs */
    autopsy autopsy;
    bool autopsied; /* what the search works on is what an autopsy left */
} race_state;

race *race_new(grammar *g, const race_config *config)
{
    race *r = base_alloc_zero(1, sizeof *r);
    r->config = *config;
    r->grammar = g;
    if (!r->config.patience)
        r->config.patience = DEFAULT_PATIENCE;
    if (!r->config.keep)
        r->config.keep = DEFAULT_KEEP;
    agent_kind kind = config->algorithm == RACE_BANDIT ? config->agent : AGENT_RANDOM;
    r->agent = agent_new(kind, g->constructs.n, config->decay > 0 ? config->decay : 1);
    for (size_t i = 0; i < g->constructs.n; i++)
        r->agent->arms[i].off = !g->constructs.at[i].on;
    vec_resize(&r->refused, g->constructs.n);
    rng_seed(&r->rng, config->seed);
    r->state = base_alloc_zero(1, sizeof *r->state);
    r->state->mark = bank_mark(g->bank);
    r->state->before = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->after = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->times = base_alloc_zero(config->rules.n_solvers, sizeof *r->state->times);
    return r;
}

static void free_input(race_input *input)
{
    free(input->text);
    free(input->times);
}

/* Forgets all inputs that the search works on, and their terms. */
static void clear_population(race *r)
{
    race_state *s = r->state;
    for (size_t i = 0; i < s->population.n; i++)
        formula_free(&s->population.at[i].formula);
    s->population.n = 0;
    bank_release(r->grammar->bank, &s->mark);
    s->idle = 0;
    s->autopsied = false;
}

void race_free(race *r)
{
    if (!r)
        return;
    clear_population(r);
    vec_free(&r->state->population);
    vec_free(&r->state->fresh);
    free(r->state->times);
    free(r->state->before);
    free(r->state->after);
    vec_free(&r->state->autopsy.suspects);
    free(r->state);
    for (size_t i = 0; i < r->best.n; i++)
        free_input(&r->best.at[i]);
    vec_free(&r->best);
    vec_free(&r->margins);
    vec_free(&r->refused);
    agent_free(r->agent);
    free(r);
}

double race_margin(const race *r, size_t n)
{
    n = n < r->best.n ? n : r->best.n;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += r->best.at[i].score;
    return n ? sum / (double)n : 0;
}

/* ---- Measuring ---------------------------------------------------------------------------------
 */

/* Inserts by score; an input that was kept before is not kept again. */
static void keep(race *r, const formula *f, double score)
{
    const race_rules *rules = &r->config.rules;
    if (r->best.n == r->config.keep && score <= vec_last(&r->best).score)
        return;
    strbuf text = STRBUF_INIT;
    formula_print(r->grammar->bank, f, DIALECT_STANDARD, NULL, NULL, &text);
    for (size_t i = 0; i < r->best.n; i++)
        if (!strcmp(r->best.at[i].text, text.text)) {
            strbuf_free(&text);
            return;
        }
    race_input input = {.text = strbuf_detach(&text),
                        .score = score,
                        .step = r->steps,
                        .saturated = race_saturated(rules, r->state->times)};
    size_t size = rules->n_solvers * sizeof *input.times;
    input.times = base_alloc(size);
    memcpy(input.times, r->state->times, size);
    if (r->best.n == r->config.keep) {
        free_input(&vec_last(&r->best));
        r->best.n--;
    }
    size_t at = r->best.n;
    vec_push(&r->best, input);
    for (; at && r->best.at[at - 1].score < score; at--)
        r->best.at[at] = r->best.at[at - 1];
    r->best.at[at] = input;
}

typedef enum outcome { MEASURED, INVALID, STOPPED } outcome;

static outcome measure(race *r, const formula *f, double *score)
{
    if (!r->config.measure(r->config.context, r->grammar->bank, f, r->state->times))
        return STOPPED;
    r->measured++;
    *score = race_score(&r->config.rules, r->state->times);
    if (isnan(*score)) {
        r->invalid++;
        return INVALID;
    }
    keep(r, f, *score);
    return MEASURED;
}

/* ---- Learning ----------------------------------------------------------------------------------
 */

static int compare_doubles(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static double median(const double *values, size_t n)
{
    double *sorted = base_alloc(n * sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_doubles);
    double m = sorted[n / 2];
    free(sorted);
    return m;
}

/* A new random input is evidence about everything in it: slower or faster than others of its kind?
 * Without this a construct that is in most random inputs could never be seen to make one slow. */
static void learn_fresh(race *r, const formula *f, double score)
{
    race_state *s = r->state;
    int against =
        s->fresh.n ? race_compare(&r->config.rules, score, median(s->fresh.at, s->fresh.n)) : 0;
    vec_push(&s->fresh, score);
    if (!against)
        return;
    grammar_count(r->grammar, f, s->before);
    for (size_t i = 0; i < r->agent->n; i++)
        if (s->before[i] > 0)
            agent_reward(r->agent, i, against > 0, FRESH_WEIGHT);
}

/* The construct that was put in answers for the change. So do, with less weight, all others that
 * there are more or fewer of now: what two constructs do together shows when one of them goes. */
static void learn_mutation(race *r, const formula *before, const formula *now, size_t arm,
                           int change)
{
    race_state *s = r->state;
    if (!change) {
        r->ties++;
        return;
    }
    agent_reward(r->agent, arm, change > 0, 1);
    grammar_count(r->grammar, before, s->before);
    grammar_count(r->grammar, now, s->after);
    double others = 0;
    for (size_t i = 0; i < r->agent->n; i++)
        others += i != arm && s->before[i] != s->after[i];
    for (size_t i = 0; i < r->agent->n; i++)
        if (i != arm && s->before[i] != s->after[i])
            agent_reward(r->agent, i, (s->after[i] > s->before[i]) == (change > 0),
                         OTHERS_WEIGHT / others);
}

/* Solvers that do not know a construct refuse every input that has it. */
static void learn_refusal(race *r, size_t arm, bool invalid)
{
    r->refused.at[arm] = invalid ? r->refused.at[arm] + 1 : 0;
    if (r->refused.at[arm] < REFUSED_MOST)
        return;
    grammar_disable(r->grammar, arm);
    r->agent->arms[arm].off = true;
}

/* ---- Steps -------------------------------------------------------------------------------------
 */

/* A new random input in an empty population. */
static outcome begin(race *r)
{
    formula f;
    double score;
    grammar_generate(r->grammar, &r->rng, &f);
    outcome o = measure(r, &f, &score);
    if (o != MEASURED) {
        formula_free(&f);
        return o;
    }
    if (r->config.algorithm == RACE_BANDIT)
        learn_fresh(r, &f, score);
    individual one = {f, score};
    vec_push(&r->state->population, one);
    return o;
}

/* Chooses a construct that fits somewhere and puts it in. */
static bool propose(race *r, const formula *from, formula *to, size_t *arm)
{
    for (int i = 0; i < CHOICE_TRIES; i++) {
        *arm = agent_choose(r->agent, &r->rng);
        if (*arm == SIZE_MAX)
            return false;
        if (mutate(r->grammar, &r->rng, from, *arm, to))
            return true;
    }
    return false;
}

static void restart(race *r)
{
    r->restarts++;
    r->state->autopsy.open = false;
    clear_population(r);
}

/* ---- Autopsies ---------------------------------------------------------------------------------
 *
 * An input that is given up tells more before it goes: which of its constructs can be taken out
 * while it stays slow? That is delta debugging over constructs. Those that can go are acquitted,
 * those that cannot are convicted, whatever else was in the input. */

static void begin_autopsy(race *r, double normal)
{
    autopsy *a = &r->state->autopsy;
    const individual *body = &r->state->population.at[0];
    *a = (autopsy){.suspects = a->suspects, .threshold = (body->score + normal) / 2};
    a->suspects.n = 0;
    grammar_count(r->grammar, &body->formula, r->state->before);
    for (size_t i = 0; i < r->agent->n; i++)
        if (r->state->before[i] > 0)
            vec_push(&a->suspects, (uint32_t)i);
    for (size_t i = a->suspects.n; i > 1;
         i--) { /* in any order: groups should not be those of ids */
        size_t k = rng_below(&r->rng, i);
        uint32_t other = a->suspects.at[k];
        a->suspects.at[k] = a->suspects.at[i - 1];
        a->suspects.at[i - 1] = other;
    }
    a->groups = 2;
    a->steps = AUTOPSY_STEPS;
    a->open = a->suspects.n > 0;
}

/* The suspects of the group whose turn it is; false: all groups had their turn. */
static bool next_group(autopsy *a, size_t *first, size_t *end)
{
    if (a->group >= a->groups)
        return false;
    *first = a->suspects.n * a->group / a->groups;
    *end = a->suspects.n * (a->group + 1) / a->groups;
    return true;
}

static void close_autopsy(race *r)
{
    autopsy *a = &r->state->autopsy;
    if (a->groups >= a->suspects.n && a->group >= a->groups) /* each alone was indispensable */
        for (size_t i = 0; i < a->suspects.n; i++)
            agent_reward(r->agent, a->suspects.at[i], true, VERDICT_WEIGHT);
    a->open = false;
}

/* They can go: acquitted, and out of the body. */
static void acquit(race *r, size_t first, size_t end, formula *without, double score)
{
    autopsy *a = &r->state->autopsy;
    individual *body = &r->state->population.at[0];
    for (size_t i = first; i < end; i++)
        agent_reward(r->agent, a->suspects.at[i], false, VERDICT_WEIGHT);
    memmove(&a->suspects.at[first], &a->suspects.at[end],
            (a->suspects.n - end) * sizeof *a->suspects.at);
    a->suspects.n -= end - first;
    a->groups = a->groups > 2 ? a->groups - 1 : 2;
    a->group = 0;
    formula_free(&body->formula);
    *body = (individual){*without, score};
}

static outcome examine(race *r)
{
    autopsy *a = &r->state->autopsy;
    size_t first = 0, end = 0;
    formula without;
    double score = 0;
    bool *out = base_alloc_zero(r->agent->n, sizeof *out);
    if (a->groups > a->suspects.n)
        a->groups = a->suspects.n;
    if (!next_group(a, &first, &end)) {
        if (a->groups >= a->suspects.n) {
            close_autopsy(r);
            free(out);
            return INVALID;
        }
        a->groups = a->groups * 2 < a->suspects.n ? a->groups * 2 : a->suspects.n;
        a->group = 0;
        next_group(a, &first, &end);
    }
    for (size_t i = first; i < end; i++)
        out[a->suspects.at[i]] = true;
    outcome o = INVALID;
    if (mutate_without(r->grammar, &r->rng, &r->state->population.at[0].formula, out, &without)) {
        o = measure(r, &without, &score);
        if (o == MEASURED && score >= a->threshold)
            acquit(r, first, end, &without, score);
        else
            formula_free(&without);
    }
    free(out);
    a->group += o != MEASURED || score < a->threshold;
    if (!--a->steps || !a->suspects.n)
        a->open = false;
    return o;
}

/* Is the input slow, compared with what random inputs take? */
static bool worth_an_autopsy(const race *r)
{
    const race_state *s = r->state;
    return r->config.algorithm == RACE_BANDIT && s->population.n && s->fresh.n && !s->autopsied &&
           race_compare(&r->config.rules, s->population.at[0].score,
                        median(s->fresh.at, s->fresh.n)) > 0;
}

/* After an autopsy: what is left is small and still slow, so that a little more of the same tells
 * those who do it from those who only let it happen. */
static void go_on(race *r, outcome o)
{
    if (o == MEASURED && race_saturated(&r->config.rules, r->state->times)) {
        restart(r);
        return;
    }
    r->state->idle = 0;
    r->state->autopsied = true;
}

/* Gives the input up: for an autopsy first, if it is worth one. */
static void give_up(race *r)
{
    if (!worth_an_autopsy(r)) {
        restart(r);
        return;
    }
    begin_autopsy(r, median(r->state->fresh.at, r->state->fresh.n));
}

/* Bandit and mutation: one input that changes when that is better. */
static outcome climb(race *r)
{
    race_state *s = r->state;
    if (!s->population.n)
        return begin(r);
    individual *now = &s->population.at[0];
    formula next;
    size_t arm;
    double score;
    if (!propose(r, &now->formula, &next, &arm)) {
        restart(r);
        return begin(r);
    }
    r->agent->arms[arm].pulls++;
    outcome o = measure(r, &next, &score);
    if (o == STOPPED) {
        formula_free(&next);
        return o;
    }
    learn_refusal(r, arm, o == INVALID);
    int change = o == MEASURED ? race_compare(&r->config.rules, score, now->score) : 0;
    if (o == MEASURED && r->config.algorithm == RACE_BANDIT)
        learn_mutation(r, &now->formula, &next, arm, change);
    s->idle = change > 0 ? 0 : s->idle + 1;
    if (o == MEASURED && change >= 0) { /* sideways, too: what helps only with others comes first */
        formula_free(&now->formula);
        *now = (individual){next, change > 0 ? score : fmax(score, now->score)};
    } else {
        formula_free(&next);
    }
    return o;
}

static size_t tournament(race *r)
{
    enum { ENTRANTS = 3 };
    size_t best = rng_below(&r->rng, r->state->population.n);
    for (int i = 1; i < ENTRANTS; i++) {
        size_t other = rng_below(&r->rng, r->state->population.n);
        if (r->state->population.at[other].score > r->state->population.at[best].score)
            best = other;
    }
    return best;
}

/* A child of two winners of tournaments takes the place of the worst, if it is better. */
static outcome breed(race *r)
{
    race_state *s = r->state;
    if (s->population.n < POPULATION)
        return begin(r);
    formula crossed, child;
    size_t arm;
    double score;
    mutate_cross(r->grammar, &r->rng, &s->population.at[tournament(r)].formula,
                 &s->population.at[tournament(r)].formula, &crossed);
    if (rng_one_in(&r->rng, 2) && propose(r, &crossed, &child, &arm))
        formula_free(&crossed);
    else
        child = crossed;
    outcome o = measure(r, &child, &score);
    size_t worst = 0;
    for (size_t i = 1; i < s->population.n; i++)
        if (s->population.at[i].score < s->population.at[worst].score)
            worst = i;
    if (o == MEASURED && score > s->population.at[worst].score) {
        formula_free(&s->population.at[worst].formula);
        s->population.at[worst] = (individual){child, score};
        s->idle = 0;
    } else {
        formula_free(&child);
        s->idle++;
    }
    return o;
}

/* Nothing to gain any more, or nothing gained for long. */
static bool exhausted(const race *r, outcome o)
{
    const race_state *s = r->state;
    if (o == MEASURED && race_saturated(&r->config.rules, s->times))
        return true;
    uint32_t patience = r->config.patience;
    if (r->config.algorithm == RACE_GENETIC)
        patience *= POPULATION;
    return s->idle >= patience;
}

bool race_step(race *r)
{
    outcome o = STOPPED;
    if (r->state->autopsy.open) {
        o = examine(r);
        if (!r->state->autopsy.open)
            go_on(r, o);
    } else
        switch (r->config.algorithm) {
        case RACE_BANDIT:
        case RACE_MUTATION:
            o = climb(r);
            break;
        case RACE_RANDOM:
            clear_population(r);
            o = begin(r);
            break;
        case RACE_GENETIC:
            o = breed(r);
            break;
        }
    if (o == STOPPED)
        return false;
    r->steps++;
    vec_push(&r->margins, r->best.n ? r->best.at[0].score : 0);
    if (r->config.algorithm != RACE_RANDOM && !r->state->autopsy.open && exhausted(r, o))
        give_up(r);
    return true;
}
