#include "fuzz/search/search.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "fuzz/values/language.h"
#include "fuzz/words/invert.h"
#include "fuzz/search/search_impl.h"

static void find_related(search *s)
{
    const fuzz_bytecode *p = s->p;
    vec_u32 stack = {0}, list = {0};
    uint8_t *visited = base_alloc(p->code.n);
    vec_resize(&list, p->box_args.n + 4);
    for (size_t k = 0; k < p->roots.n; k++) {
        memset(visited, 0, p->code.n);
        vec_push(&stack, p->roots.at[k]);
        while (stack.n) {
            uint32_t at = vec_pop(&stack);
            if (visited[at])
                continue;
            visited[at] = 1;
            if (p->code.at[at].op == FUZZ_INPUT)
                vec_push(&s->related[k], (uint32_t)p->code.at[at].imm);
            unsigned n = fuzz_operands(p, &p->code.at[at], list.at);
            for (unsigned i = 0; i < n; i++)
                vec_push(&stack, list.at[i]);
        }
    }
    free(visited);
    vec_free(&stack);
    vec_free(&list);
}

static bool call_and_observe(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    search *s = context;
    bool good;
    if (observe_known(s->seen, box, args, result, &good))
        return good;
    good = s->call(s->context, box, args, result);
    s->outcomes[box % SEARCH_OUTCOMES] |= UINT64_C(1) << (good ? hash_mix(*result, box) % 64 : 0);
    observe_call(s->seen, box, args, *result, good);
    return good;
}

static void prepare_values(search *s)
{
    const fuzz_search_config *c = s->config;
    languages_free(s->second.languages);
    languages_free(s->m->languages);
    s->m->languages = s->second.languages = languages_new(s->p->bank, s->limits);
    vwords_init(&s->values, s->p, &s->r, s->limits);
    for (size_t i = 0; i < c->n_dictionary; i++)
        vwords_add(&s->values, c->dictionary[i]);
    s->mark = bank_mark(s->p->bank);
}

static void prepare(search *s)
{
    const fuzz_bytecode *p = s->p;
    vec_u32 list = {0};
    vec_resize(&list, p->box_args.n + 4);
    s->depends = base_alloc_zero(p->code.n, 1);
    s->fits = base_alloc(p->code.n * sizeof *s->fits);
    for (size_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        unsigned n = fuzz_operands(p, insn, list.at);
        bool is_value = fuzz_is_value(p, (uint32_t)i);
        s->depends[i] = insn->op == FUZZ_INPUT;
        s->fits[i] = is_value ? (fuzz_fit){UINT64_MAX, UINT64_MAX, false}
                              : fuzz_fit_of(s->bank, p->sorts.at[i]);
        for (unsigned k = 0; k < n; k++)
            s->depends[i] |= s->depends[list.at[k]];
        if (insn->op == FUZZ_CONST && !is_value)
            vec_push(&s->words, insn->imm);
    }
    vec_free(&list);
    s->ranges = fuzz_ranges_new(s->bank, p, s->limits);
    search_find_snaps(s);
    s->n = p->inputs.n;
    s->now = base_alloc_zero(s->n, sizeof *s->now);
    s->trial = base_alloc_zero(s->n, sizeof *s->trial);
    s->related = base_alloc_zero(p->roots.n, sizeof *s->related);
    find_related(s);
    fuzz_runner_init(&s->runner, p, s->config->no_jit ? UINT64_MAX : s->config->hot, s->limits);
    s->runner.compiling = s->config->compiling;
    s->runner.context = s->config->context;
    s->seen = observe_new(p);
    fuzz_machine_init(&s->second, p);
    s->call = s->m->call;
    s->context = s->m->context;
    s->m->call = s->second.call = s->call ? call_and_observe : NULL;
    s->m->context = s->second.context = s;
    s->spare = &s->second;
    if (p->bank)
        prepare_values(s);
}

static void release(search *s)
{
    for (size_t i = 0; i < s->p->roots.n; i++)
        vec_free(&s->related[i]);
    free(s->related);
    free(s->depends);
    free(s->fits);
    free(s->ranges);
    sweep_domain_free(&s->domain);
    free(s->now);
    free(s->trial);
    vec_free(&s->words);
    vec_free(&s->wants);
    fuzz_runner_free(&s->runner);
    observe_free(s->seen);
    search_wander_free(s);
    vec_free(&s->changed);
    vec_free(&s->failing);
    if (s->p->bank) {
        vwords_free(&s->values);
        languages_forget(s->second.languages, s->mark.values);
        s->second.languages = NULL;
    }
    fuzz_machine *own = s->m == &s->second ? s->spare : s->m;
    own->call = s->call;
    own->context = s->context;
    own->base = NULL;
    fuzz_machine_free(&s->second);
}

static bool all_hold(const fuzz_bytecode *p, const fuzz_machine *m)
{
    for (size_t i = 0; i < p->roots.n; i++)
        if (!fuzz_holds(p, m, i))
            return false;
    return true;
}

/* 0 is for points where all constraints hold. */
static uint64_t held(const search *s, const fuzz_machine *m, uint64_t distance)
{
    return distance || all_hold(s->p, m) ? distance : 1;
}

static uint64_t evaluate(search *s, fuzz_machine *m, const uint64_t *inputs)
{
    s->shared->executions++; /* before the run: one that ends the worker counts, too */
    if (s->config->news)
        s->config->news->n = s->config->news->steps = 0;
    uint64_t distance = held(s, m, fuzz_runner_run(&s->runner, inputs, m));
    if (s->config->news) /* a step costs what an execution does, and more */
        s->shared->executions += s->config->news->steps;
    return distance;
}

static const fuzz_range *range_of(const search *s, size_t i)
{
    return &s->ranges[s->p->inputs.at[i].reg];
}

enum { CHOOSY = 1 << 24, FEW_OUTCOMES = 6 };

/* How many inputs there are to try; UINT64_MAX: that many, or more. */
static uint64_t input_count(const search *s)
{
    uint64_t count = 1;
    for (size_t i = 0; i < s->n; i++) {
        bool is_value = fuzz_is_value(s->p, s->p->inputs.at[i].reg);
        uint64_t size = is_value ? UINT64_MAX : fuzz_range_size(range_of(s, i));
        if (size == UINT64_MAX || __builtin_mul_overflow(count, size, &count))
            return UINT64_MAX;
    }
    return count;
}

/* The next inputs in the order of trying all; false after the last. */
static bool advance(const search *s, uint64_t *words)
{
    for (size_t i = 0; i < s->n; i++) {
        if (fuzz_range_next(range_of(s, i), &words[i]))
            return true;
        fuzz_range_first(range_of(s, i), &words[i]);
    }
    return false;
}

/* A worker that takes over from one that did not survive goes on behind the inputs that ended it.
 */
static bool first_inputs(search *s)
{
    if (s->shared->trying_all)
        return advance(s, s->shared->words);
    bool some = true;
    for (size_t i = 0; i < s->n; i++)
        some &= fuzz_range_first(range_of(s, i), &s->shared->words[i]);
    s->shared->trying_all = 1;
    return some;
}

bool search_is_over(search *s)
{
    enum { EXECUTIONS = 1024, DEAR = 32 }; /* between looks at the clock, and at the bank */
    if (s->config->stop && *s->config->stop)
        return true;
    if (s->shared->executions < s->next_look)
        return false;
    s->next_look = s->p->bank                ? s->shared->executions + DEAR
                   : s->config->deadline > 0 ? s->shared->executions + EXECUTIONS
                                             : UINT64_MAX;
    if (s->p->bank && !search_clean(s)) {
        s->full = true;
        return true;
    }
    return s->config->deadline > 0 && clock_wall() >= s->config->deadline;
}

static fuzz_outcome try_all(search *s)
{
    for (bool more = first_inputs(s); more; more = advance(s, s->shared->words)) {
        memcpy(s->now, s->shared->words, s->n * sizeof *s->now);
        s->shared->executions++;
        fuzz_runner_run(&s->runner, s->now, s->m);
        if (all_hold(s->p, s->m)) {
            s->shared->started = 1;
            return FUZZ_FOUND;
        }
        if (search_is_over(s))
            return FUZZ_STOPPED;
    }
    return FUZZ_EXHAUSTED;
}

static void find_failing(search *s)
{
    vec_clear(&s->failing);
    for (uint32_t i = 0; i < s->p->roots.n; i++)
        if (!fuzz_holds(s->p, s->m, i))
            vec_push(&s->failing, i);
}

void search_keep_trial(search *s, uint64_t distance)
{
    fuzz_machine *kept = s->spare;
    s->spare = s->m;
    s->m = kept;
    s->distance = distance;
    s->hash = s->trial_hash;
    for (size_t i = 0; i < s->changed.n; i++)
        s->now[s->changed.at[i]] = s->trial[s->changed.at[i]];
    find_failing(s);
    search_note_best(s);
}

void search_drop_trial(search *s)
{
    for (size_t i = 0; i < s->changed.n; i++)
        s->trial[s->changed.at[i]] = s->now[s->changed.at[i]];
}

/* Whether a constraint that holds now would not any more. */
static bool breaks(const search *s)
{
    for (size_t i = 0; i < s->p->roots.n; i++)
        if (fuzz_holds(s->p, s->m, i) && !fuzz_holds(s->p, s->spare, i))
            return true;
    return false;
}

/* Out of a place that no move leaves: what fails there counts double from now on. */
static void press(search *s)
{
    for (size_t i = 0; i < s->failing.n; i++)
        s->runner.gauge.weights[s->failing.at[i]] *= 2;
    s->pressure++;
    s->since_progress = 0;
    s->keeping = false;
    s->m->base = NULL; /* which has gone on */
    s->distance = held(s, s->m, fuzz_distance_measure(&s->runner.gauge, s->p, s->m));
}

void search_settle(search *s)
{
    memcpy(s->trial, s->now, s->n * sizeof *s->now);
    search_hash(s);
    s->m->base = NULL;
    s->distance = evaluate(s, s->m, s->now);
    s->since_progress = 0;
    find_failing(s);
    search_note_best(s);
}

static void begin(search *s)
{
    for (size_t i = 0; i < s->p->roots.n; i++)
        s->runner.gauge.weights[i] = 1;
    s->pressure = 0;
    search_start_point(s);
    s->keeping = rng_one_in(&s->r, 2);
    search_settle(s);
}

/* A trial that is new, if that is easy. */
static void propose(search *s)
{
    enum { NEAR = 2, ROUNDS = 6 };
    for (int round = 0; round < ROUNDS; round++) {
        vec_clear(&s->changed);
        s->trial_hash = s->hash;
        if (round < NEAR && s->config->news)
            search_vary(s);
        else if (round < NEAR)
            search_propose(s);
        else
            search_scatter(s);
        if (!s->choosy || tried_add(&s->tried, s->trial_hash))
            return;
        if (round + 1 < ROUNDS)
            search_drop_trial(s);
        s->since_progress++; /* the surroundings are known by now */
    }
}

uint64_t search_try(search *s)
{
    propose(s);
    s->spare->base = s->m;
    return evaluate(s, s->spare, s->trial);
}

static void step(search *s)
{
    uint64_t distance = search_try(s);
    s->since_progress = distance < s->distance ? 0 : s->since_progress + 1;
    bool better = distance <= s->distance && !(s->keeping && breaks(s));
    if (better || rng_one_in(&s->r, s->keeping || s->pressure ? 1000 : 100))
        search_keep_trial(s, distance);
    else
        search_drop_trial(s);
}

static fuzz_outcome climb(search *s)
{
    const uint64_t patience = s->limits->search_patience, pressure = s->limits->search_pressure;
    if (!s->n) /* nothing can be moved */
        return FUZZ_BUDGET;
    while (!search_is_over(s)) {
        begin(s);
        while (s->distance && (s->since_progress < patience || s->pressure < pressure)) {
            if (s->config->executions && s->shared->executions >= s->config->executions)
                return FUZZ_BUDGET;
            if (search_is_over(s))
                return s->full ? FUZZ_BUDGET : FUZZ_STOPPED;
            if (s->since_progress < patience)
                step(s);
            else
                press(s);
        }
        if (!s->distance) {
            search_note_best(s);
            return s->shared->started ? FUZZ_FOUND : FUZZ_BUDGET;
        }
    }
    return FUZZ_STOPPED;
}

fuzz_outcome fuzz_search(const term_bank *b, const fuzz_bytecode *p, fuzz_machine *m,
                         const fuzz_search_config *config, fuzz_shared *shared)
{
    search s = {.bank = b,
                .p = p,
                .m = m,
                .config = config,
                .limits = LIMITS_OR(config->limits, fuzz_limits_default),
                .shared = shared};
    /* a search that goes on after a crash must not repeat the moves that led to it */
    rng_seed(&s.r, config->seed + shared->executions);
    fenv_t before;
    fegetenv(&before);
    fesetenv(FE_DFL_ENV); /* machine code rounds as the machine does */
    prepare(&s);
    bool few = p->bank ? !s.n : input_count(&s) <= config->exhaustive;
    s.choosy = s.n && s.limits->search_tried && input_count(&s) >= CHOOSY;
    if (s.choosy)
        tried_init(&s.tried, s.n, s.limits->search_tried);
    fuzz_outcome outcome = few ? try_all(&s) : config->news ? search_wander(&s) : climb(&s);
    shared->outcome = outcome;
    for (size_t i = 0; i < p->boxes.n && i < SEARCH_OUTCOMES; i++)
        shared->flat |= __builtin_popcountll(s.outcomes[i]) <= FEW_OUTCOMES;
    tried_free(&s.tried);
    release(&s);
    fesetenv(&before);
    return outcome;
}
