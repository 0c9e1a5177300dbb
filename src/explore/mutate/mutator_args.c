/* Mutations of the argument list. */
#include <ctype.h>
#include <string.h>

#include "explore/mutate/mutator.h"

static size_t most_args(const mutator *m)
{
    size_t most = m->shape.max_args;
    return most < m->limits->variant_args ? most : m->limits->variant_args;
}

/* Puts an argument before number `at`; the text is taken. */
static void insert(mutator *m, explore_test *t, size_t at, strbuf *text)
{
    if (t->args.n >= most_args(m)) {
        strbuf_free(text);
        return;
    }
    strbuf none = STRBUF_INIT;
    vec_push(&t->args, none);
    memmove(t->args.at + at + 1, t->args.at + at, (t->args.n - 1 - at) * sizeof *t->args.at);
    t->args.at[at] = *text;
}

static void drop(explore_test *t, size_t at)
{
    strbuf_free(&t->args.at[at]);
    memmove(t->args.at + at, t->args.at + at + 1, (t->args.n - 1 - at) * sizeof *t->args.at);
    t->args.n--;
}

static size_t place(mutator *m, const explore_test *t)
{
    return rng_below(&m->random, t->args.n + 1);
}

/* An option and what it takes, if that is an argument of its own; both texts are taken. */
static void insert_two(mutator *m, explore_test *t, size_t at, strbuf *text, strbuf *next)
{
    insert(m, t, at, text);
    if (next->n) {
        next->text[--next->n] = '\0';
        insert(m, t, at < t->args.n ? at + 1 : t->args.n, next);
    } else {
        strbuf_free(next);
    }
}

void mutate_insert_option(mutator *m, explore_test *t)
{
    strbuf text = STRBUF_INIT, next = STRBUF_INIT;
    size_t at = place(m, t);
    if (!m->words.options.n)
        return;
    const dictionary_option *o = &m->words.options.at[rng_below(&m->random, m->words.options.n)];
    value_option(m, t, &text, o, &next);
    insert_two(m, t, at, &text, &next);
}

void mutate_insert_trial(mutator *m, explore_test *t, size_t at, option_trial trial)
{
    strbuf text = STRBUF_INIT, next = STRBUF_INIT;
    const char *word = m->words.values.words.at[trial.value];
    if (trial.option < m->words.options.n) {
        value_put(m, &text, &m->words.options.at[trial.option], word, &next);
    } else {
        strbuf_puts(&text, word);
        if (trial.option == TRIAL_WITH_ANOTHER)
            value_any(m, t, &next);
        if (next.n)
            strbuf_putc(&next, '\0');
    }
    insert_two(m, t, at, &text, &next);
}

static void insert_value(mutator *m, explore_test *t, bool file)
{
    strbuf text = STRBUF_INIT;
    if (file)
        value_file(m, t, &text);
    else
        value_any(m, t, &text);
    insert(m, t, file && !rng_one_in(&m->random, 4) ? t->args.n : place(m, t), &text);
}

/* Another value for an option that is there, or another argument. */
static void replace_value(mutator *m, explore_test *t, strbuf *arg)
{
    char *equals = strchr(arg->text, '=');
    size_t keep = 0;
    if (equals && !rng_one_in(&m->random, 8))
        keep = (size_t)(equals - arg->text) + 1;
    else if (arg->text[0] == '-' && arg->n > 2 && arg->text[1] != '-' && rng_one_in(&m->random, 2))
        keep = 2;
    strbuf text = STRBUF_INIT;
    bool longer = keep && m->words.values.words.n && rng_one_in(&m->random, 4);
    strbuf_add(&text, arg->text, longer ? arg->n : keep);
    if (longer) /* one more in its list */
        strbuf_printf(&text, ",%s", word_list_pick(&m->words.values, &m->random, NULL));
    else
        value_any(m, t, &text);
    strbuf_free(arg);
    *arg = text;
}

/* "-a" "-b" as "-ab": letters of options without an argument in one word. */
static void combine(mutator *m, explore_test *t)
{
    strbuf text = STRBUF_INIT;
    strbuf_putc(&text, '-');
    for (uint64_t n = 2 + rng_below(&m->random, 4), tries = 0; n && tries < 32; tries++) {
        if (!m->words.options.n)
            break;
        const dictionary_option *o =
            &m->words.options.at[rng_below(&m->random, m->words.options.n)];
        if (o->name || (o->argument != OPTION_ALONE && n > 1))
            continue;
        strbuf_putc(&text, o->letter);
        n--;
    }
    insert(m, t, place(m, t), &text);
}

static void splice(mutator *m, explore_test *t)
{
    const explore_test *o = m->other;
    if (!o || !o->args.n)
        return;
    size_t from = rng_below(&m->random, o->args.n), n = 1 + rng_below(&m->random, o->args.n - from);
    size_t at = place(m, t);
    if (rng_one_in(&m->random, 3)) /* their end instead of ours */
        while (t->args.n > at)
            drop(t, t->args.n - 1);
    for (size_t i = 0; i < n && at <= t->args.n; i++, at++) {
        strbuf text = STRBUF_INIT;
        strbuf_add(&text, o->args.at[from + i].text, o->args.at[from + i].n);
        insert(m, t, at, &text);
    }
}

static void swap(mutator *m, explore_test *t)
{
    size_t a = rng_below(&m->random, t->args.n), b = rng_below(&m->random, t->args.n);
    strbuf kept = t->args.at[a];
    t->args.at[a] = t->args.at[b];
    t->args.at[b] = kept;
}

static void duplicate(mutator *m, explore_test *t)
{
    const strbuf *arg = &t->args.at[rng_below(&m->random, t->args.n)];
    strbuf text = STRBUF_INIT;
    strbuf_add(&text, arg->text, arg->n);
    insert(m, t, place(m, t), &text);
}

/* An argument cannot hold a NUL; longer ones only waste time. */
static void trim(const mutator *m, strbuf *arg)
{
    size_t n = strlen(arg->text), most = m->limits->variant_arg_bytes;
    arg->n = n < most ? n : most;
    if (arg->capacity)
        arg->text[arg->n] = '\0';
}

static void insert_text(mutator *m, explore_test *t, const char *word)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, word);
    insert(m, t, place(m, t), &text);
}

/* What needs an argument that is there. */
static void change(mutator *m, explore_test *t, uint64_t kind)
{
    size_t at = rng_below(&m->random, t->args.n);
    if (kind < 3) {
        drop(t, at);
    } else if (kind < 4) {
        duplicate(m, t);
    } else if (kind < 5) {
        swap(m, t);
    } else if (kind < 11) {
        replace_value(m, t, &t->args.at[at]);
    } else {
        mutate_text(m, &t->args.at[at], m->limits->variant_arg_bytes);
        trim(m, &t->args.at[at]);
    }
}

void mutate_args(mutator *m, explore_test *t)
{
    uint64_t kind = rng_below(&m->random, 32);
    if (kind < 16 && t->args.n)
        change(m, t, kind);
    else if (kind < 22)
        mutate_insert_option(m, t);
    else if (kind < 24)
        insert_value(m, t, true);
    else if (kind < 27)
        insert_value(m, t, false);
    else if (kind < 28)
        combine(m, t);
    else if (kind < 29)
        insert_text(m, t, rng_one_in(&m->random, 2) ? "--" : "-");
    else
        splice(m, t);
    for (size_t i = 0; i < t->args.n; i++)
        trim(m, &t->args.at[i]);
}
