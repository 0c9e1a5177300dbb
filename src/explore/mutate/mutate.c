#include "explore/mutate/mutate.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "explore/finding/findings.h"
#include "explore/mutate/mutate_impl.h"

/* ---- Runs ------------------------------------------------------------------------------------ */

/* What was compared in the run of `e`, each once, and where it stands in its data. */
static void learn_compares(explore_mutate *m, const tandem_shared *s, corpus_entry *e)
{
    uint32_t n = s->n_compares, room = sizeof s->compares / sizeof *s->compares;
    map known = {0};
    n = n < room ? n : room;
    for (uint32_t i = 0; i < n && e->pairs.n < m->limits->compared; i++) {
        compare_pair p = {s->compares[i].a, s->compares[i].b, (uint8_t)s->compares[i].bytes,
                          s->compares[i].is_constant};
        bool is_new;
        map_insert(&known, hash_mix(hash_mix(p.a, p.b), p.bytes) >> 1, &is_new);
        if (!is_new || (p.bytes != 1 && p.bytes != 2 && p.bytes != 4 && p.bytes != 8))
            continue;
        dictionary_add_compare(&m->mutator.words, p.a, p.b, p.bytes);
        vec_push(&e->pairs, p);
    }
    map_free(&known);
    const strbuf *data = mutator_data(&m->mutator, &e->test, 0);
    if (data)
        operands_find(&e->pairs, data, m->limits->operand_tries, &e->places);
    if (e->places.n)
        vec_push(&m->untried, e);
}

/* What the trace of the test said, or what became of the fields of the one it is a variant of. */
static void learn_fields(explore_mutate *m, const explore_test *t, corpus_entry *e)
{
    uint64_t key = explore_test_hash(t) >> 1, known = map_get(&m->described, key, 0);
    map_put(&m->entry_of, key, m->corpus.entries.n);
    m->mutator.counts[m->mutator.kept].good++;
    if (known)
        fields_copy(&e->fields, &m->descriptions.at[known - 1]);
    else if (m->mutator.kept == FIELDS_KEPT)
        fields_copy(&e->fields, &m->mutator.now);
}

void explore_mutate_describe(explore_mutate *m, const explore_test *t, const field_list *fields)
{
    uint64_t key = explore_test_hash(t) >> 1, entry = map_get(&m->entry_of, key, 0);
    bool is_new;
    uint64_t *place = map_insert(&m->described, key, &is_new);
    if (is_new) {
        vec_push(&m->descriptions, (field_list){0});
        *place = m->descriptions.n;
    }
    fields_copy(&m->descriptions.at[*place - 1], fields);
    if (entry)
        fields_copy(&m->corpus.entries.at[entry - 1]->fields, fields);
}

/* Runs it once more for what it prints. */
static void learn_output(explore_mutate *m, const explore_test *t, strbuf *output, size_t most)
{
    target_options o = {.keep_output = true, .seconds = m->run_seconds};
    target_result r;
    char *error;
    strbuf path = STRBUF_INIT;
    if (target_run(m->target, t, &o, &r, &error) && r.outcome == TARGET_EXITED) {
        strbuf_printf(&path, "%s/out", target_folder(m->target));
        file_read(path.text, output);
        if (!output->n) { /* some print their help there */
            memcpy(path.text + path.n - 3, "err", 3);
            file_read(path.text, output);
        }
        if (output->n > most)
            output->n = most;
    }
    free(error);
    strbuf_free(&path);
}

static uint64_t key_of(const strbuf *arg)
{
    uint64_t key = hash_bytes(arg->text, arg->n);
    return key == MAP_NO_KEY ? 0 : key;
}

/* Runs that hung are counted for each of their arguments, and then all runs with it: both halves of
 * one number. */
static void note_hang(explore_mutate *m, const explore_test *t, bool hung)
{
    for (size_t i = 0; i < t->args.n; i++) {
        uint64_t key = key_of(&t->args.at[i]), *count = map_find(&m->hangs, key);
        if (hung && !count)
            count = map_insert(&m->hangs, key, NULL);
        if (count)
            *count += 1 + (hung ? UINT64_C(1) << 32 : 0);
    }
}

/* An argument with which most runs hang is mostly left alone. */
static bool is_slow(explore_mutate *m, const explore_test *t)
{
    for (size_t i = 0; i < t->args.n; i++) {
        uint64_t count = map_get(&m->hangs, key_of(&t->args.at[i]), 0);
        uint64_t hung = count >> 32, runs = (uint32_t)count;
        if (hung >= m->limits->hangs && hung * 2 > runs && !rng_one_in(&m->mutator.random, 16))
            return true;
    }
    return false;
}

static uint64_t cost_of(const explore_mutate *m, const explore_test *t, const target_result *r)
{
    return (m->counted ? 0 : 100 * (uint64_t)r->user_ms) + explore_test_size(t) +
           20 * (t->args.n + t->files.n);
}

/* Whether it broke, and took other edges than those that broke before. */
static bool is_new_crash(explore_mutate *m, const target_result *r)
{
    if (r->outcome != TARGET_SIGNALED || !findings_is(r) ||
        m->broken.count >= m->limits->broken_kept)
        return false;
    uint64_t key = (uint64_t)r->status;
    for (uint32_t i = 0; i < r->n_guards; i++)
        if (r->coverage[i])
            key = hash_mix(key, i);
    bool is_new;
    map_insert(&m->broken, key >> 1, &is_new);
    return is_new;
}

void mutate_take_result(stage_run *s, const explore_test *t, const target_result *r)
{
    explore_mutate *m = s->m;
    if (r->outcome == TARGET_LOST)
        return;
    note_hang(m, t, r->outcome == TARGET_HUNG);
    bool broken = is_new_crash(m, r);
    size_t reached = m->corpus.reached.n;
    corpus_news news = corpus_note(&m->corpus, r->coverage);
    if (news == CORPUS_NOTHING && m->loops && m->n_progress < m->limits->progress_kept &&
        r->shared->batch.progress) {
        news = CORPUS_NEW_COUNT;
        m->n_progress++;
    }
    if (broken && news != CORPUS_NEW_EDGE)
        s->keep(s->context, t, r, MUTATE_BROKEN);
    if (r->outcome == TARGET_HUNG && news != CORPUS_NEW_EDGE)
        return;
    if (news == CORPUS_NOTHING) {
        if (m->n_old++ % m->limits->sampled == 0)
            s->keep(s->context, t, r, MUTATE_SAMPLE);
        return;
    }
    if (news == CORPUS_NEW_EDGE) {
        map_put(&m->known, explore_test_hash(t) >> 1, 1);
        if (!s->keep(s->context, t, r, MUTATE_NEW_EDGE)) {
            corpus_forget(&m->corpus, reached);
            return;
        }
        mutator_praise(&m->mutator);
    } else {
        s->keep(s->context, t, r, MUTATE_NEW_COUNT);
    }
    if (r->outcome == TARGET_HUNG)
        return;
    corpus_entry *e = corpus_add(&m->corpus, t, r->coverage, cost_of(m, t, r));
    learn_fields(m, t, e);
    learn_compares(m, r->shared, e);
    if (news == CORPUS_NEW_EDGE && !m->loops)
        learn_output(m, t, &e->output, m->limits->output_bytes);
}

double mutate_run_seconds(const explore_mutate *m)
{
    double most = m->usual * m->limits->variant_usual;
    if (m->counted || !m->usual)
        return m->run_seconds;
    most = most < m->limits->variant_least ? m->limits->variant_least : most;
    return most < m->run_seconds ? most : m->run_seconds;
}

void mutate_note_seconds(explore_mutate *m, double seconds)
{
    m->usual = m->usual ? 0.9 * m->usual + 0.1 * seconds : seconds;
}

/* False: the stage cannot go on. */
static bool run_test(stage_run *s, const explore_test *t)
{
    explore_mutate *m = s->m;
    target_options o = {.seconds = mutate_run_seconds(m)};
    target_result r;
    if (!target_run(m->target, t, &o, &r, &s->error)) {
        free(s->error); /* one test that cannot be set up is no reason to give up */
        s->error = NULL;
        return ++s->failed < m->limits->stage_failures;
    }
    s->failed = 0;
    if (r.outcome != TARGET_HUNG)
        mutate_note_seconds(m, (r.wall_ms + 0.5) / 1000);
    mutate_take_result(s, t, &r);
    return true;
}

/* ---- What is run next ------------------------------------------------------------------------ */

/* The latest test whose operands were not all tried: the next of them. */
static void try_operand(explore_mutate *m, explore_test *t)
{
    corpus_entry *e = m->untried.at[m->untried.n - 1];
    const operand_place *p = &e->places.at[e->tried++];
    explore_test_copy(t, &e->test);
    strbuf *data = mutator_data(&m->mutator, t, 0);
    if (data && p->at + p->n <= data->n)
        memcpy(data->text + p->at, p->bytes, p->n);
    if (e->tried == e->places.n)
        m->untried.n--;
}

void mutate_next_test(explore_mutate *m, explore_test *t)
{
    mutator *u = &m->mutator;
    vec_clear(&u->used);
    u->kept = FIELDS_NONE;
    u->fields = NULL;
    if (m->added.n) {
        *t = vec_pop(&m->added);
        return;
    }
    if (m->next_seed < m->n_seeds) {
        explore_test_init(t);
        mutator_seed_test(u, m->next_seed++, t);
        return;
    }
    if (mutator_has_trial(u) && rng_one_in(&u->random, m->limits->value_share)) {
        const corpus_entry *e =
            rng_one_in(&u->random, 2) ? corpus_choose(&m->corpus, &u->random) : NULL;
        mutator_trial(u, e ? &e->test : NULL, t);
        return;
    }
    if (m->untried.n && rng_one_in(&u->random, 2)) {
        try_operand(m, t);
        return;
    }
    if (!m->left || !m->chosen) {
        m->chosen = corpus_choose(&m->corpus, &u->random);
        m->left = (uint32_t)m->limits->variants;
    }
    m->left--;
    if (!m->chosen) {
        explore_test_init(t);
        mutator_vary(u, t);
        return;
    }
    explore_test_copy(t, &m->chosen->test);
    const corpus_entry *other = corpus_any(&m->corpus, &u->random);
    u->other = &other->test;
    u->output = &m->chosen->output;
    u->pairs = &m->chosen->pairs;
    u->fields = &m->chosen->fields;
    u->other_fields = &other->fields;
    mutator_vary(u, t);
}

enum { SKIPPED_COST = 16 }; /* variants that are not run count as one that is */

uint64_t explore_mutate_step(explore_mutate *m, double deadline, uint64_t max_runs,
                             mutate_keep keep, void *context)
{
    stage_run s = {.m = m, .keep = keep, .context = context};
    uint64_t runs = 0, skipped = 0;
    bool good = true;
    if (m->loops) {
        m->loops = mutate_loop(&s, deadline, max_runs, &runs) || (m->interrupt && *m->interrupt);
        free(s.error);
        return runs;
    }
    while (good && (!deadline || clock_wall() < deadline) &&
           (!max_runs || runs + skipped / SKIPPED_COST < max_runs) &&
           !(m->interrupt && *m->interrupt)) {
        explore_test t;
        mutate_next_test(m, &t);
        if (is_slow(m, &t)) {
            skipped++;
        } else {
            good = run_test(&s, &t);
            runs++;
        }
        explore_test_free(&t);
    }
    free(s.error);
    return runs;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* Words of the executable, and of the help text it prints. */
static void learn_words(explore_mutate *m, const mutate_config *config)
{
    dictionary *d = &m->mutator.words;
    if (!dictionary_add_bitcode(d, config->original ? config->original : config->program))
        dictionary_add_program(d, config->program);
    for (size_t i = 0; i < config->n_dictionaries; i++)
        dictionary_add_file(d, config->dictionaries[i]);
    if (!config->shape.max_args)
        return;
    explore_test help;
    strbuf text = STRBUF_INIT;
    explore_test_init(&help);
    explore_test_add_arg(&help, "--help", 6);
    learn_output(m, &help, &text, m->limits->help_bytes);
    dictionary_add_help(d, text.text, text.n);
    mutator_plan_trials(&m->mutator);
    explore_test_free(&help);
    strbuf_free(&text);
}

enum { DEFAULT_BYTES = 4096 };

explore_mutate *explore_mutate_new(const mutate_config *config, char **error)
{
    target_config target = {.path = config->program,
                            .jail = config->jail,
                            .given = config->given,
                            .late = !config->shape.max_args && !config->n_variables,
                            .interrupt = config->interrupt};
    explore_target *started = target_start(&target, error);
    if (!started)
        return NULL;
    explore_mutate *m = base_alloc_zero(1, sizeof *m);
    m->target = started;
    m->interrupt = config->interrupt;
    m->limits = LIMITS_OR(config->limits, explore_limits_default);
    double longest = m->limits->variant_seconds; /* more is in the way of others */
    m->counted = config->counted;
    m->run_seconds = config->run_seconds > 0 && (m->counted || config->run_seconds < longest)
                         ? config->run_seconds
                         : longest;
    corpus_init(&m->corpus, target_guards(started));
    m->corpus.candidates = m->limits->candidates;
    mutator_init(&m->mutator, &config->shape, config->seed, m->limits);
    learn_words(m, config);
    m->mutator.variables = config->variables;
    m->mutator.folds = config->folds;
    m->mutator.n_variables = config->n_variables;
    m->loops = target_is_harness(started);
    if (m->loops)
        m->mutator.max_bytes = config->max_bytes ? config->max_bytes : DEFAULT_BYTES;
    else
        m->n_seeds = mutator_seeds(&m->mutator);
    bool file = config->shape.n_files;
    if (!m->loops && config->shape.n_files + config->shape.has_stdin == 1 &&
        !config->shape.max_args && !config->n_variables)
        m->loops = target_loop_program(started, file);
    return m;
}

void explore_mutate_free(explore_mutate *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->added.n; i++)
        explore_test_free(&m->added.at[i]);
    vec_free(&m->added);
    vec_free(&m->untried);
    mutate_loop_free(m);
    for (size_t i = 0; i < m->descriptions.n; i++)
        vec_free(&m->descriptions.at[i]);
    vec_free(&m->descriptions);
    map_free(&m->entry_of);
    map_free(&m->described);
    corpus_free(&m->corpus);
    mutator_free(&m->mutator);
    map_free(&m->hangs);
    map_free(&m->broken);
    map_free(&m->known);
    target_free(m->target);
    free(m);
}

void explore_mutate_add(explore_mutate *m, const explore_test *t, uint32_t gain)
{
    (void)gain; /* found out by running it, in our own map */
    bool is_new;
    map_insert(&m->known, explore_test_hash(t) >> 1, &is_new);
    if (!is_new)
        return;
    explore_test copy;
    explore_test_copy(&copy, t);
    vec_push(&m->added, copy);
}

bool explore_mutate_loops(const explore_mutate *m, uint64_t *runs)
{
    *runs = m ? m->looped : 0;
    return m && m->loops;
}
