#include "solve/closed/fuzz_step.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "box/words.h"
#include "box/worker/direct.h"
#include "box/worker/invoke.h"
#include "solve/closed/dictionary.h"
#include "solve/closed/search_worker.h"
#include "solve/closed/seed_pool.h"
#include "solve/closed/value_step.h"
#include "term/core/walk.h"

struct fuzz_stepper {
    term_bank *bank;
    box_set *boxes;
    fuzz_step_config config;
    seed_pool pool;
    uint64_t steps;
    char *trouble;
    external *external; /* NULL: neither another fuzzer nor a file */
};

fuzz_stepper *fuzz_stepper_new(term_bank *b, box_set *boxes, const fuzz_step_config *config)
{
    fuzz_stepper *s = base_alloc_zero(1, sizeof *s);
    s->bank = b;
    s->boxes = boxes;
    s->config = *config;
    s->config.limits = LIMITS_OR(config->limits, solve_limits_default);
    s->pool = (seed_pool){.bank = b, .rows = s->config.limits->pool_rows};
    if (config->external)
        s->external = external_new(b, boxes, config->external);
    return s;
}

void fuzz_stepper_free(fuzz_stepper *s)
{
    if (!s)
        return;
    seed_pool_free(&s->pool);
    free(s->trouble);
    external_free(s->external);
    free(s);
}

static bool is_box(void *context, decl_id d)
{
    const fuzz_stepper *s = context;
    const box *x = boxes_find(s->boxes, d);
    return x && x->kind == BOX_FUNCTION && x->words;
}

/* A box that is called from here: slow, but a program cannot be run in a worker. */
static bool is_callable_box(void *context, decl_id d)
{
    const fuzz_stepper *s = context;
    return boxes_takes_words(s->boxes, d);
}

static bool elsewhere(const fuzz_stepper *s)
{
    return s->external && s->config.external->fuzzer != EXTERNAL_NONE;
}

static bool is_direct_box(void *context, decl_id d)
{
    const fuzz_stepper *s = context;
    const box *x = boxes_find(s->boxes, d);
    return x && box_is_direct(x);
}

/* Where the search runs. */
typedef enum step_kind { STEP_WORDS, STEP_VALUES, STEP_HERE } step_kind;

/* The first form that the constraints have: words in a worker, values there, words with calls from
 * here. */
static fuzz_bytecode *compile(fuzz_stepper *s, const term_id *constraints, size_t n,
                              step_kind *kind, const char **reason)
{
    static bool (*const BOXES[])(void *, decl_id) = {is_box, is_direct_box, is_callable_box};
    fuzz_bytecode *p = NULL;
    for (*kind = STEP_WORDS;; ++*kind) {
        const char *why;
        fuzz_compile_config config = {BOXES[*kind], s, s->config.fuzz_limits, *kind == STEP_VALUES};
        p = fuzz_compile(s->bank, constraints, n, &config, &why);
        if (!p && *kind == STEP_VALUES) /* it declines least */
            *reason = why;
        if (p || *kind == STEP_HERE)
            return p;
    }
}

bool fuzz_step_accepts(fuzz_stepper *s, term_id constraint)
{
    if (elsewhere(s))
        return external_accepts(s->external, constraint);
    step_kind kind;
    const char *reason;
    fuzz_bytecode *p = compile(s, &constraint, 1, &kind, &reason);
    fuzz_bytecode_free(p);
    return p;
}

void fuzz_step_suggest(fuzz_stepper *s, const term_model *m)
{
    seed_pool_add_model(&s->pool, m);
}

static void run_isolated(fuzz_stepper *s, const search_run *run, fuzz_shared *shared,
                         fuzz_step_result *result)
{
    char *error = NULL;
    if (search_in_worker(s->bank, s->boxes, run, shared, &result->crashes, &error))
        return;
    free(s->trouble);
    result->trouble = s->trouble = error;
}

/* What a search in this process calls boxes with. */
typedef struct caller {
    const fuzz_stepper *s;
    const fuzz_bytecode *program;
    double deadline;
    const volatile sig_atomic_t *interrupt;
    volatile sig_atomic_t stop;
} caller;

static bool call_from_here(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    caller *x = context;
    box_status status;
    if ((x->deadline > 0 && clock_wall() >= x->deadline) || (x->interrupt && *x->interrupt))
        x->stop = 1;
    return !x->stop &&
           boxes_call_words(x->s->boxes, x->program->boxes.at[number], args, result, &status);
}

static void run_here(const fuzz_stepper *s, const search_run *run,
                     const volatile sig_atomic_t *interrupt, fuzz_shared *shared)
{
    fuzz_machine m;
    fuzz_search_config config = run->search;
    caller x = {.s = s, .program = run->program, .deadline = run->deadline, .interrupt = interrupt};
    config.stop = run->program->boxes.n ? &x.stop : interrupt;
    config.deadline = run->deadline;
    fuzz_machine_init(&m, run->program);
    m.call = call_from_here;
    m.context = &x;
    fuzz_search(s->bank, run->program, &m, &config, shared);
    fuzz_machine_free(&m);
}

/* Keeps the values for later, and gives those of a model. */
static void take_values(fuzz_stepper *s, const decl_id *decls, const value_id *values, size_t n,
                        bool is_model, term_model *found)
{
    map *row = s->config.no_pool ? NULL : seed_pool_add(&s->pool);
    for (size_t i = 0; i < n; i++) {
        if (row)
            map_put(row, decls[i], values[i]);
        if (is_model)
            model_set_value(found, decls[i], values[i]);
    }
}

/* All inputs are tried where that takes not much longer than the search was going to. */
static uint64_t try_all_limit(const solve_limits *l, uint64_t executions)
{
    bool most = !executions || executions > l->try_all_most / l->try_all_factor;
    return most ? l->try_all_most : executions * l->try_all_factor;
}

/* ---- Over machine words ---------------------------------------------------------------------- */

static void take_words(fuzz_stepper *s, const fuzz_bytecode *p, const uint64_t *words,
                       bool is_model, term_model *found)
{
    vec_u32 decls = {0}, values = {0};
    for (size_t i = 0; i < p->inputs.n; i++) {
        const fuzz_input *in = &p->inputs.at[i];
        bool is_word = fuzz_sort_is_word(p, in->sort);
        uint64_t word = is_word ? fuzz_fit_word(s->bank, in->sort, words[i]) : words[i];
        vec_push(&decls, in->decl);
        vec_push(&values, is_word ? value_of_word(s->bank, in->sort, word) : (value_id)word);
    }
    take_values(s, decls.at, values.at, values.n, is_model, found);
    vec_free(&decls);
    vec_free(&values);
}

static fuzz_step_result step_words(fuzz_stepper *s, const fuzz_bytecode *p, bool isolated,
                                   const fuzz_task *task, term_model *found)
{
    fuzz_step_result result = {.outcome = FUZZ_STOPPED};
    seed_words seeds = {0};
    size_t rows = seed_pool_words(&s->pool, s->boxes, p, &seeds);
    search_run run = {.program = p,
                      .search = {.seed = s->config.seed + s->steps++,
                                 .executions = task->executions,
                                 .exhaustive = try_all_limit(s->config.limits, task->executions),
                                 .seeds = seeds.at,
                                 .n_seeds = rows,
                                 .limits = s->config.fuzz_limits,
                                 .no_jit = s->config.no_jit},
                      .trail = task->trail,
                      .deadline = task->deadline};
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    if (p->boxes.n && isolated)
        run_isolated(s, &run, shared, &result);
    else
        run_here(s, &run, task->interrupt, shared);
    result.outcome = (fuzz_outcome)shared->outcome;
    result.executions = shared->executions;
    result.news = shared->news;
    if (shared->started || result.outcome == FUZZ_FOUND)
        take_words(s, p, shared->words, result.outcome == FUZZ_FOUND, found);
    free(shared);
    vec_free(&seeds);
    return result;
}

/* ---- Over values ----------------------------------------------------------------------------- */

static fuzz_step_result step_values(fuzz_stepper *s, const fuzz_bytecode *p, const fuzz_task *task,
                                    term_model *found)
{
    seed_words seeds = {0}, inputs = {0};
    vec_u32 words = {0};
    size_t rows = seed_pool_words(&s->pool, s->boxes, p, &seeds);
    vec_append(&words, s->config.words, s->config.n_words);
    dictionary_find(p, s->boxes, &words);
    value_step_config config = {
        .seed = s->config.seed + s->steps,
        .executions =
            task->trail ? task->executions : task->executions / s->config.limits->value_cost + 1,
        .deadline = task->deadline,
        .trail = task->trail,
        .placement = s->steps,
        .seeds = seeds.at,
        .n_seeds = rows,
        .limits = s->config.fuzz_limits,
        .words = words.at,
        .n_words = words.n};
    s->steps++;
    vec_resize(&inputs, p->inputs.n + 1);
    char *error = NULL;
    bool left = false;
    fuzz_step_result result = value_step(p, s->boxes, &config, inputs.at, &left, &error);
    if (error) {
        free(s->trouble);
        result.trouble = s->trouble = error;
    }
    if (left)
        take_words(s, p, inputs.at, result.outcome == FUZZ_FOUND, found);
    vec_free(&words);
    vec_free(&seeds);
    vec_free(&inputs);
    return result;
}

/* ---- By another fuzzer ----------------------------------------------------------------------- */

/* The same step by another fuzzer. Starting one takes long, so it gets more executions. */
static fuzz_step_result step_elsewhere(fuzz_stepper *s, external_task *what, term_model *found)
{
    fuzz_step_result result = {.outcome = FUZZ_STOPPED};
    seed_models seeds = {0};
    vec_u32 decls = {0};
    term_free_decls(s->bank, what->constraints, what->n, &decls);
    seed_pool_models(&s->pool, &decls, &seeds);
    what->seed = s->config.seed + s->steps++;
    what->executions *= s->config.limits->external_factor;
    what->seeds = (const term_model *const *)seeds.at;
    what->n_seeds = seeds.n;
    switch (external_fuzz(s->external, what, found, &result.executions)) {
    case EXTERNAL_FOUND:
        result.outcome = FUZZ_FOUND;
        if (!s->config.no_pool)
            fuzz_step_suggest(s, found);
        break;
    case EXTERNAL_BUDGET:
        result.outcome = FUZZ_BUDGET;
        break;
    case EXTERNAL_TROUBLE:
        result.trouble = external_message(s->external);
        break;
    case EXTERNAL_STOPPED:
        break;
    }
    for (size_t i = 0; i < seeds.n; i++)
        model_free(seeds.at[i]);
    vec_free(&seeds);
    vec_free(&decls);
    return result;
}

fuzz_step_result fuzz_step(fuzz_stepper *s, const fuzz_task *task, term_model *found)
{
    if (s->external)
        external_write(s->external, task->constraints, task->n);
    if (elsewhere(s))
        return step_elsewhere(s,
                              &(external_task){.constraints = task->constraints,
                                               .n = task->n,
                                               .executions = task->executions,
                                               .deadline = task->deadline,
                                               .interrupt = task->interrupt},
                              found);
    fuzz_step_result result = {.outcome = FUZZ_STOPPED};
    step_kind kind;
    fuzz_task own = *task;
    fuzz_bytecode *p = compile(s, task->constraints, task->n, &kind, &result.trouble);
    if (task->trail) /* each execution costs that of so many others */
        own.executions = own.executions / s->config.limits->trail_cost + 1;
    if (p && p->bank) {
        result = step_values(s, p, &own, found);
    } else if (p && kind == STEP_HERE) {
        own.executions = own.executions / s->config.limits->call_cost + 1;
        result = step_words(s, p, false, &own, found);
    } else if (p) {
        result = step_words(s, p, true, &own, found);
    }
    fuzz_bytecode_free(p);
    return result;
}
