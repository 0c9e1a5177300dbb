#include "prove/run/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "box/worker/invoke.h"
#include "prove/run/sitting.h"

typedef struct tuple {
    uint64_t args[SITTING_ARGS];
    uint64_t result;
    box_status status;
    bool known;
} tuple;

typedef struct tried_function {
    const box *box;
    tuple *tuples; /* owned */
    size_t result; /* in the results; SIZE_MAX: it is called only to be between others */
    unsigned trouble;
} tried_function;

typedef struct trial {
    const trial_config *config;
    const prove_limits *limits;
    size_t n_tuples; /* of arguments, for each function */
    sitting *sitting;
    VEC(tried_function) functions;
    trial_vec *results;
    rng random;
    double deadline;
    /* A batch: */
    VEC(sitting_call) calls;
    VEC(uint32_t) places; /* function * n_tuples + tuple */
    bool over;
} trial;

/* ---- Arguments ------------------------------------------------------------------------------- */

static uint64_t any_argument(trial *t, const box_parameter *p, size_t k)
{
    uint64_t random = rng_next(&t->random);
    int64_t n = (int64_t)random >> (random >> 58);
    if (k < 8)
        n = (int64_t)k;
    else if (k < t->n_tuples / 2 && t->config->n_numbers)
        n = t->config->numbers[random % t->config->n_numbers];
    else if (k % 2)
        n = (int64_t)(random % 41) - 20;
    unsigned bits = p->class == BOX_CLASS_BOOL ? 1 : p->size * 8;
    uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    uint64_t word = (uint64_t)n & mask;
    bool negative = p->class == BOX_CLASS_INT && p->is_signed && bits < 64 && word >> (bits - 1);
    if (p->class == BOX_CLASS_INT && !p->is_signed && bits == 64)
        word >>= 1; /* what has a number of its own as a word */
    return negative ? word | ~mask : word;
}

static void add_function(trial *t, const ir_opaque *o, bool judged)
{
    const box *x = boxes_find(t->config->boxes, o->decl);
    if (!x || !x->words || x->arity > SITTING_ARGS)
        return;
    tried_function f = {
        .box = x, .tuples = base_alloc_zero(t->n_tuples, sizeof *f.tuples), .result = SIZE_MAX};
    for (size_t k = 0; k < t->n_tuples; k++)
        for (uint32_t i = 0; i < x->arity && !o->nullary; i++)
            f.tuples[k].args[i] =
                any_argument(t, &x->parameters[i], i ? (k * 7 + i) % t->n_tuples : k);
    if (judged) {
        trial_of result = {.function = o};
        f.result = t->results->n;
        vec_push(t->results, result);
    }
    vec_push(&t->functions, f);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void judge(trial *t, const sitting_call *c, uint32_t place)
{
    tried_function *f = &t->functions.at[place / t->n_tuples];
    tuple *x = &f->tuples[place % t->n_tuples];
    if (c->status != BOX_OK && c->status != BOX_CRASHED)
        f->trouble++; /* it counts for nothing */
    if (f->result == SIZE_MAX || (c->status != BOX_OK && c->status != BOX_CRASHED))
        return;
    trial_of *r = &t->results->at[f->result];
    if (x->known && (c->status != x->status || (c->status == BOX_OK && c->result != x->result)) &&
        !r->differs) {
        r->differs = true;
        memcpy(r->args, c->args, sizeof r->args);
        r->results[0] = x->result;
        r->results[1] = c->result;
    }
    x->known = true;
    x->status = c->status;
    x->result = c->result;
    r->calls++;
}

static void flush(trial *t)
{
    if (t->calls.n && !t->over &&
        !sitting_make(t->sitting, t->calls.at, t->calls.n, t->deadline + 1))
        t->over = true;
    for (size_t i = 0; i < t->calls.n && !t->over; i++)
        judge(t, &t->calls.at[i], t->places.at[i]);
    vec_clear(&t->calls);
    vec_clear(&t->places);
    t->over |= clock_wall() > t->deadline;
}

static bool is_out(const trial *t, size_t function)
{
    return t->functions.at[function].trouble >= t->limits->trial_trouble;
}

static bool all_out(const trial *t)
{
    size_t f = 0;
    while (f < t->functions.n && is_out(t, f))
        f++;
    return f == t->functions.n;
}

static void add_call(trial *t, size_t function, size_t k)
{
    const tried_function *f = &t->functions.at[function];
    if (is_out(t, function) || t->over)
        return;
    sitting_call c = {.decl = f->box->decl};
    memcpy(c.args, f->tuples[k].args, sizeof c.args);
    vec_push(&t->calls, c);
    vec_push(&t->places, (uint32_t)(function * t->n_tuples + k));
    /* Small batches at first: a slow function shows soon. */
    if (t->calls.n >= (t->results->at[0].calls < 64 ? 16u : (unsigned)SITTING_CALLS))
        flush(t);
}

/* Functions and arguments at random, with the same call again at once now and then. */
static void mix(trial *t, uint64_t calls)
{
    size_t n = t->functions.n;
    for (uint64_t i = 0; i < calls * n && !t->over; i++) {
        size_t f = rng_below(&t->random, n), k = rng_below(&t->random, t->n_tuples);
        for (size_t again = rng_one_in(&t->random, 4) ? 3 : 1; again > 0; again--, i++)
            add_call(t, f, k);
        if (is_out(t, f) && all_out(t))
            break;
    }
    flush(t);
}

/* The same call on and on: a count of these is state, too. */
static void repeat(trial *t)
{
    for (size_t f = 0; f < t->functions.n; f++)
        for (uint64_t k = 0; k < t->limits->trial_repeated && t->functions.at[f].result != SIZE_MAX;
             k++)
            for (uint64_t i = 0; i < t->limits->trial_repetitions && !t->over && !is_out(t, f); i++)
                add_call(t, f, (k * 5 + 1) % t->n_tuples);
    flush(t);
}

/* All tuples in another order, first in a new process each. */
static void begin_anew(trial *t)
{
    sitting_renew(t->sitting);
    for (size_t f = t->functions.n; f-- > 0;)
        for (size_t k = t->n_tuples; k-- > 0;)
            add_call(t, f, k);
    flush(t);
    for (uint64_t i = 0; i < t->limits->trial_first && !t->over; i++)
        for (size_t f = 0; f < t->functions.n; f++) {
            sitting_renew(t->sitting);
            add_call(t, f, (i * 7 + 1) % t->n_tuples);
            flush(t);
        }
}

void trial_run(const ir_program *p, const bool *tried, const trial_config *config,
               trial_vec *results)
{
    trial t = {.config = config,
               .limits = config->limits,
               .n_tuples = config->limits->trial_tuples,
               .results = results};
    char *error = NULL;
    rng_seed(&t.random, config->seed);
    t.deadline = clock_wall() + t.limits->trial_guard;
    for (size_t i = 0; i < p->opaques.n; i++)
        if (tried[i])
            add_function(&t, &p->opaques.at[i], true);
    for (size_t i = 0; results->n && i < p->foreign.n; i++)
        add_function(&t, &p->foreign.at[i], false);
    if (results->n)
        t.sitting = sitting_new(config->boxes, config->call_seconds,
                                (uint32_t)t.limits->call_recoveries, &error);
    if (t.sitting) {
        mix(&t, t.limits->trial_calls / 2);
        begin_anew(&t);
        mix(&t, t.limits->trial_calls / 2);
        repeat(&t);
    }
    free(error);
    sitting_free(t.sitting);
    for (size_t i = 0; i < t.functions.n; i++)
        free(t.functions.at[i].tuples);
    vec_free(&t.functions);
    vec_free(&t.calls);
    vec_free(&t.places);
}
