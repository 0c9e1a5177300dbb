#include "explore/mutate/mutator.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void mutator_init(mutator *m, const explore_shape *shape, uint64_t seed,
                  const explore_limits *limits)
{
    *m = (mutator){.limits = LIMITS_OR(limits, explore_limits_default), .shape = *shape};
    rng_seed(&m->random, seed);
    dictionary_init(&m->words);
    dictionary_limit(&m->words, m->limits);
}

void mutator_free(mutator *m)
{
    dictionary_free(&m->words);
    vec_free(&m->used);
    vec_free(&m->trials);
    vec_free(&m->now);
}

void mutator_praise(mutator *m)
{
    for (size_t i = 0; i < m->used.n; i++)
        word_list_praise(&m->words.words, m->used.at[i]);
}

/* ---- Variants -------------------------------------------------------------------------------- */

static void mutate_input(mutator *m, explore_test *t)
{
    size_t text = m->limits->variant_text;
    size_t most = m->shape.stdin_bytes > text ? m->shape.stdin_bytes : text;
    t->has_stdin = true;
    mutate_text(m, &t->input, most);
}

static bool takes_data(const mutator *m)
{
    const explore_shape *s = &m->shape;
    return m->max_bytes || (!s->max_args && !m->n_variables && (s->has_stdin || s->n_files));
}

strbuf *mutator_data(const mutator *m, const explore_test *t, uint64_t number)
{
    if (!takes_data(m))
        return NULL;
    if (m->max_bytes)
        return t->objects.n ? &t->objects.at[0].bytes : NULL;
    size_t files = m->shape.n_files < t->files.n ? m->shape.n_files : t->files.n;
    size_t all = files + (m->shape.has_stdin && t->has_stdin);
    if (!all)
        return NULL;
    size_t chosen = number % all;
    test_blob *f = chosen < files ? &t->files.at[chosen] : NULL;
    return !f ? (strbuf *)&t->input : S_ISDIR(f->mode) || S_ISLNK(f->mode) ? NULL : &f->bytes;
}

/* What a program finds in place of data, or beside it, is seldom of interest: no file, a folder, … */
enum { DATA_OF = 128 };

static size_t most_data(const mutator *m, const explore_test *t, const strbuf *data)
{
    uint32_t shape = data == &t->input ? m->shape.stdin_bytes : m->shape.file_bytes;
    size_t most = shape > m->limits->variant_text ? shape : m->limits->variant_text;
    return m->max_bytes ? m->max_bytes : most;
}

static bool step_data(mutator *m, explore_test *t)
{
    uint64_t number = rng_below(&m->random, DATA_OF);
    strbuf *data = m->max_bytes || number ? mutator_data(m, t, number) : NULL;
    if (!data)
        return false;
    mutate_data(m, data, m->other ? mutator_data(m, m->other, number) : NULL,
                most_data(m, t, data));
    return true;
}

/* Whether this variant keeps the fields right: by what that brought so far, and neither side less than its part. */
static bool choose_to_keep(mutator *m)
{
    enum { SCALE = 1024, PRIOR = 256 };
    double rate[FIELDS_KEPT + 1];
    for (int i = FIELDS_LEFT; i <= FIELDS_KEPT; i++)
        rate[i] = (1.0 + (double)m->counts[i].good) / (PRIOR + (double)m->counts[i].made);
    double share = rate[FIELDS_KEPT] / (rate[FIELDS_KEPT] + rate[FIELDS_LEFT]);
    double least = 1.0 / (double)m->limits->field_share_least;
    share = share < least ? least : share > 1 - least ? 1 - least : share;
    return (double)rng_below(&m->random, SCALE) < share * SCALE;
}

/* The data of the test with what its fields say kept right. */
static void vary_fields(mutator *m, strbuf *data, explore_test *t, uint64_t steps)
{
    const strbuf *other = m->other ? mutator_data(m, m->other, 0) : NULL;
    fields_copy(&m->now, m->fields);
    for (uint64_t i = 0; i < steps; i++)
        mutate_fields(m, data, other, most_data(m, t, data));
    fields_sum(&m->now, m->folds, data);
}

/* Which parts a program has, and how often each is chosen. */
static void step(mutator *m, explore_test *t)
{
    if (step_data(m, t))
        return;
    const explore_shape *s = &m->shape;
    unsigned args = s->max_args ? 10 : 0, input = s->has_stdin ? 3 : 0;
    unsigned files = s->n_files ? 4 : 0, env = m->n_variables              ? 6
                                               : s->max_args && s->n_files ? 1
                                                                           : 0;
    unsigned output = m->output && m->output->n ? 1 : 0, objects = t->objects.n ? 10 : 0;
    uint64_t kind = rng_below(&m->random, args + input + files + env + output + objects);
    if (kind < args)
        mutate_args(m, t);
    else if ((kind -= args) < input)
        mutate_input(m, t);
    else if ((kind -= input) < files)
        mutate_files(m, t);
    else if ((kind -= files) < env)
        mutate_env(m, t);
    else if ((kind -= env) < output)
        mutate_output(m, t);
    else if (objects)
        mutate_binary(m, &t->objects.at[rng_below(&m->random, t->objects.n)].bytes, 0, true);
}

void mutator_vary(mutator *m, explore_test *t)
{
    uint64_t steps = 1;
    vec_clear(&m->used);
    if (takes_data(m))
        while (steps < m->limits->data_steps && !rng_one_in(&m->random, 3))
            steps *= 2;
    else
        while (steps < m->limits->variant_steps && rng_one_in(&m->random, 2))
            steps++;
    strbuf *data = m->fields && m->fields->n ? mutator_data(m, t, 0) : NULL;
    m->kept = !data ? FIELDS_NONE : choose_to_keep(m) ? FIELDS_KEPT : FIELDS_LEFT;
    m->counts[m->kept].made++;
    vec_clear(&m->now);
    if (m->kept == FIELDS_KEPT)
        vary_fields(m, data, t, steps);
    for (uint64_t i = 0; i < steps && m->kept != FIELDS_KEPT; i++)
        step(m, t);
    while (t->args.n < m->shape.min_args) {
        strbuf value = STRBUF_INIT;
        value_any(m, t, &value);
        explore_test_add_arg(t, value.text, value.n);
        strbuf_free(&value);
    }
}

/* ---- Tests to begin with --------------------------------------------------------------------- */

enum { PLAIN_SEEDS = 8 };

/* A test without arguments, with the files that the command line asked for. */
static void base_test(mutator *m, uint64_t number, explore_test *t)
{
    strbuf text = STRBUF_INIT;
    for (uint32_t i = 0; i < m->shape.n_files && i < 26; i++) {
        strbuf_clear(&text);
        sample_text(number + i, &text);
        explore_test_add_file(t, (char[]){(char)('A' + i), 0}, text.text, text.n);
    }
    if (m->shape.has_stdin) {
        strbuf_clear(&text);
        sample_text(number, &text);
        explore_test_set_input(t, text.text, text.n);
    }
    strbuf_free(&text);
}

static void add_files(mutator *m, explore_test *t)
{
    for (uint32_t i = 0; i < m->shape.n_files && i < 2 && t->args.n < m->shape.max_args; i++)
        explore_test_add_arg(t, (char[]){(char)('A' + i), 0}, 1);
}

/* An option alone, with one operand, with two, and with values of several kinds. */
static void option_test(mutator *m, const dictionary_option *o, size_t way, explore_test *t)
{
    strbuf text = STRBUF_INIT, next = STRBUF_INIT;
    value_option(m, t, &text, o, &next);
    explore_test_add_arg(t, text.text, text.n);
    if (next.n && t->args.n < m->shape.max_args)
        explore_test_add_arg(t, next.text, next.n);
    if (way % 2)
        add_files(m, t);
    strbuf_free(&text);
    strbuf_free(&next);
}

size_t mutator_seeds(const mutator *m)
{
    size_t n = PLAIN_SEEDS;
    if (m->shape.max_args && m->shape.n_files)
        n += FILE_KINDS;
    if (m->shape.max_args)
        n += m->words.options.n * m->limits->option_tests;
    return n;
}

void mutator_seed_test(mutator *m, size_t i, explore_test *t)
{
    vec_clear(&m->used);
    base_test(m, i % 3 ? i : 0, t);
    if (i < PLAIN_SEEDS) {
        if (i % 2)
            add_files(m, t);
        for (size_t k = 4; k < i && t->args.n < m->shape.max_args; k++)
            explore_test_add_arg(t, "1", 1);
        return;
    }
    i -= PLAIN_SEEDS;
    if (m->shape.n_files) {
        if (i < FILE_KINDS) {
            file_of_kind(m, t, "F", (unsigned)i);
            explore_test_add_arg(t, "F", 1);
            return;
        }
        i -= FILE_KINDS;
    }
    size_t n = m->words.options.n;
    option_test(m, &m->words.options.at[i % n], i / n, t);
}

/* ---- Values of options ----------------------------------------------------------------------- */

/* It may take a file: those that are special somewhere. */
static void plan_places(mutator *m, uint32_t option)
{
    const char *place;
    for (size_t i = 0; (place = value_place(i)); i++) {
        word_list_add(&m->words.values, place, strlen(place));
        uint32_t word = word_list_find(&m->words.values, place, strlen(place));
        if (word != UINT32_MAX)
            vec_push(&m->trials, ((option_trial){option, word}));
    }
}

void mutator_plan_trials(mutator *m)
{
    if (!m->limits->option_values)
        return;
    for (uint32_t i = 0; i < m->words.options.n; i++) {
        const dictionary_option *o = &m->words.options.at[i];
        for (size_t k = 0; k < o->values.n; k++)
            vec_push(&m->trials, ((option_trial){i, o->values.at[k]}));
        if (o->told && o->argument != OPTION_ALONE)
            plan_places(m, i);
    }
    for (size_t i = 0; i < m->words.operands.n; i++) {
        vec_push(&m->trials, ((option_trial){TRIAL_ALONE, m->words.operands.at[i]}));
        vec_push(&m->trials, ((option_trial){TRIAL_WITH_ANOTHER, m->words.operands.at[i]}));
    }
    if (m->trials.n) /* there is a help text */
        plan_places(m, TRIAL_ALONE);
    for (size_t i = m->trials.n; i > 1; i--) {
        size_t other = rng_below(&m->random, i);
        option_trial kept = m->trials.at[i - 1];
        m->trials.at[i - 1] = m->trials.at[other];
        m->trials.at[other] = kept;
    }
    if (m->trials.n > m->limits->value_trials)
        m->trials.n = m->limits->value_trials;
}

bool mutator_has_trial(const mutator *m)
{
    return m->next_trial < 2 * m->trials.n;
}

void mutator_trial(mutator *m, const explore_test *within, explore_test *t)
{
    bool alone = m->next_trial < m->trials.n;
    option_trial trial = m->trials.at[m->next_trial++ % m->trials.n];
    size_t at = 0;
    if (!alone && within) {
        explore_test_copy(t, within);
        at = rng_below(&m->random, t->args.n + 1);
    } else {
        explore_test_init(t);
        base_test(m, rng_below(&m->random, 3), t);
        if (!alone)
            add_files(m, t);
    }
    mutate_insert_trial(m, t, at, trial);
}
