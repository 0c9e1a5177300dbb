/* The mutation stage of a harness, or of a program that takes data: many runs in one process, batch after batch (target_loop.h). */
#include <string.h>

#include "base/clock.h"
#include "explore/mutate/mutate_impl.h"

enum { FIRST_BATCH = 256, LEAST_BATCH = 8 };
static const double BATCH_SECONDS = 0.01; /* about so long is one */

static void remember_words(explore_mutate *m)
{
    for (size_t i = 0; i < m->mutator.used.n; i++)
        vec_push(&m->used, m->mutator.used.at[i]);
    vec_push(&m->used_ends, (uint32_t)m->used.n);
    batch_fields fields = {.kept = (uint8_t)m->mutator.kept};
    if (m->mutator.kept == FIELDS_KEPT)
        fields_copy(&fields.list, &m->mutator.now);
    vec_push(&m->fields, fields);
}

static void forget_fields(explore_mutate *m)
{
    for (size_t i = 0; i < m->fields.n; i++)
        vec_free(&m->fields.at[i].list);
    vec_clear(&m->fields);
}

/* The words of variant `at` are the mutator's again, as if it were the last one. */
static void recall_words(explore_mutate *m, uint32_t at)
{
    uint32_t from = at ? m->used_ends.at[at - 1] : 0;
    vec_clear(&m->mutator.used);
    for (uint32_t i = from; i < m->used_ends.at[at]; i++)
        vec_push(&m->mutator.used, m->used.at[i]);
    m->mutator.kept = m->fields.at[at].kept;
    fields_copy(&m->mutator.now, &m->fields.at[at].list);
}

/* Makes a batch of up to `most` variants; how many there are. */
static uint32_t fill(explore_mutate *m, uint64_t most)
{
    uint32_t n = 0;
    bool room = true;
    vec_clear(&m->used);
    vec_clear(&m->used_ends);
    forget_fields(m);
    target_batch_clear(m->target);
    while (room && n < most && n < m->batch) {
        static const char zeros[64]; /* what is given where there is no input */
        explore_test t;
        mutate_next_test(m, &t);
        const strbuf *data = mutator_data(&m->mutator, &t, 0);
        room =
            target_batch_add(m->target, data ? data->text : zeros, data ? data->n : sizeof zeros);
        if (room) {
            remember_words(m);
            n++;
        }
        explore_test_free(&t);
    }
    return n;
}

/* The loop tells what these do not have. What a test that is not wanted has reached stays known to it:
 * it would be told again and again. */
static void tell_known(explore_mutate *m)
{
    tandem_batch *b = &target_shared(m->target)->batch;
    for (uint32_t i = 0; i < m->corpus.n_guards; i++)
        b->seen[i] |= m->corpus.seen[i];
}

static void take_hits(explore_mutate *m)
{
    tandem_batch *b = &target_shared(m->target)->batch;
    for (uint32_t i = 0; i < m->corpus.n_guards; i++) {
        uint32_t hits = m->corpus.hits[i] + b->hits[i];
        m->corpus.hits[i] = m->corpus.seen[i] ? hits < b->hits[i] ? UINT32_MAX : hits : 0;
        b->hits[i] = 0;
    }
}

/* The test with input `at` of the batch. */
static void make_test(explore_mutate *m, uint32_t at, explore_test *t)
{
    size_t n;
    const char *bytes = target_batch_input(m->target, at, &n);
    explore_test_init(t);
    if (m->mutator.max_bytes)
        explore_test_add_object(t, TEST_DATA, bytes, n);
    else if (m->mutator.shape.n_files)
        explore_test_add_file(t, "A", bytes, n);
    else
        explore_test_set_input(t, bytes, n);
}

static void take(stage_run *s, uint32_t at, const target_result *r)
{
    explore_test t;
    make_test(s->m, at, &t);
    recall_words(s->m, at);
    mutate_take_result(s, &t, r);
    tell_known(s->m);
    explore_test_free(&t);
}

/* One of those that brought nothing is handed on. */
static void sample(stage_run *s, uint32_t n)
{
    explore_test t;
    make_test(s->m, (uint32_t)rng_below(&s->m->mutator.random, n), &t);
    s->keep(s->context, &t, NULL, MUTATE_SAMPLE);
    explore_test_free(&t);
}

static void adapt(explore_mutate *m, double seconds)
{
    double wanted = seconds > 0 ? m->batch * BATCH_SECONDS / seconds : 2.0 * m->batch;
    m->batch = wanted < LEAST_BATCH           ? LEAST_BATCH
               : wanted > TANDEM_BATCH_INPUTS ? TANDEM_BATCH_INPUTS
                                              : (uint32_t)wanted;
}

bool mutate_loop(stage_run *s, double deadline, uint64_t max_runs, uint64_t *runs)
{
    explore_mutate *m = s->m;
    loop_event e = LOOP_DONE;
    double now = clock_wall();
    m->batch = m->batch ? m->batch : FIRST_BATCH;
    while (e == LOOP_DONE && (!deadline || now < deadline) && (!max_runs || *runs < max_runs) &&
           !(m->interrupt && *m->interrupt)) {
        target_result r;
        uint32_t at, n = fill(m, max_runs ? max_runs - *runs : UINT64_MAX);
        bool broke = false;
        while ((e = target_batch_run(m->target, mutate_run_seconds(m), &at, &r, &s->error)) ==
                   LOOP_NEWS ||
               e == LOOP_BROKE) {
            take(s, at, &r);
            broke |= e == LOOP_BROKE;
        }
        if (e == LOOP_DONE && n)
            sample(s, n);
        take_hits(m);
        *runs += n;
        m->looped += n;
        double then = clock_wall();
        if (!broke && n)
            mutate_note_seconds(m, (then - now) / n);
        if (deadline) /* else the seed alone decides */
            adapt(m, then - now);
        now = then;
    }
    return e == LOOP_DONE;
}

void mutate_loop_free(explore_mutate *m)
{
    vec_free(&m->used);
    vec_free(&m->used_ends);
    forget_fields(m);
    vec_free(&m->fields);
}
