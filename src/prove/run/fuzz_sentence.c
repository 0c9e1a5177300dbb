/* A sentence of a user's grammar for each loop: conjuncts are not chosen one by one, but together.
 * Each counterexample is kept; the next sentences are the first that agree with all of them: the
 * state is outside, or what comes after it is inside. */
#include <stdlib.h>

#include "prove/run/fuzz_impl.h"

enum { MAX_NODES = 1 << 20 }; /* of one search for sentences */

/* A counterexample: the words are those of its states. */
typedef struct example {
    uint32_t cut, after_cut;
    bool fault;
    size_t state, after; /* where they are in `words` */
} example;

typedef struct table {
    fuzzer *f;
    size_t n_sentences, n_cuts;
    uint32_t *places; /* of each cut point and condition: its conjunct in the universe */
    uint32_t *chosen; /* of each cut point */
    word_vec words;
    VEC(example) examples;
    uint64_t nodes;
} table;

enum { GONE = UINT32_MAX };

static uint32_t *place(const table *t, uint32_t cut, uint32_t condition)
{
    return &t->places[cut * t->f->v->conditions.n + condition];
}

static void find_places(table *t)
{
    const vocabulary *v = t->f->v;
    for (uint32_t cut = 0; cut < t->n_cuts; cut++)
        for (uint32_t i = 0; i < v->conditions.n; i++) {
            conjunct wanted = conjunct_of_condition(v, cut, i);
            *place(t, cut, i) = GONE;
            for (uint32_t k = 0; k < t->f->universe.n; k++) {
                const conjunct *c = &t->f->universe.at[k];
                if (c->cut == cut && c->kind == wanted.kind && c->i == wanted.i && c->k == wanted.k)
                    *place(t, cut, i) = k;
            }
        }
}

/* All of its conjuncts are still there. */
static bool is_left(const table *t, uint32_t cut, uint32_t sentence)
{
    const vec_u32 *s = &t->f->v->sentences.at[sentence];
    for (size_t i = 0; i < s->n; i++)
        if (*place(t, cut, s->at[i]) == GONE)
            return false;
    return true;
}

static truth holds(const table *t, uint32_t cut, uint32_t sentence, const word *frame)
{
    const vec_u32 *s = &t->f->v->sentences.at[sentence];
    truth all = TRUTH_TRUE;
    reading_words_look(&t->f->reading, frame);
    for (size_t i = 0; i < s->n && all != TRUTH_FALSE; i++) {
        conjunct c = conjunct_of_condition(t->f->v, cut, s->at[i]);
        truth one = conjunct_holds(&t->f->reading.base, &c);
        all = one == TRUTH_TRUE ? all : one;
    }
    return all;
}

/* Sentences of the cut points up to `cut` do not agree with an example that is about these only. */
static bool contradicts(const table *t, uint32_t cut)
{
    for (size_t i = 0; i < t->examples.n; i++) {
        const example *e = &t->examples.at[i];
        uint32_t last = e->fault || e->cut > e->after_cut ? e->cut : e->after_cut;
        if (last != cut)
            continue;
        bool inside =
            !e->cut || holds(t, e->cut, t->chosen[e->cut], t->words.at + e->state) == TRUTH_TRUE;
        if (inside && (e->fault || holds(t, e->after_cut, t->chosen[e->after_cut],
                                         t->words.at + e->after) == TRUTH_FALSE))
            return true;
    }
    return false;
}

static bool search(table *t, uint32_t cut)
{
    if (cut == t->n_cuts)
        return true;
    if (!portrait_begun(t->f->portraits[cut]))
        return search(t, cut + 1);
    for (uint32_t i = 0; i < t->n_sentences; i++) {
        t->chosen[cut] = i;
        if (t->nodes++ > MAX_NODES)
            return false;
        if (is_left(t, cut, i) && !contradicts(t, cut) && search(t, cut + 1))
            return true;
    }
    return false;
}

static void choose_conjuncts(table *t)
{
    fuzzer *f = t->f;
    for (size_t i = 0; i < f->universe.n; i++)
        f->chosen[i] = f->universe.at[i].kind == CONJUNCT_NEVER;
    for (uint32_t cut = 1; cut < t->n_cuts; cut++) {
        const vec_u32 *s = &f->v->sentences.at[t->chosen[cut]];
        for (size_t i = 0; portrait_begun(f->portraits[cut]) && i < s->n; i++)
            f->chosen[*place(t, cut, s->at[i])] = true;
    }
}

static void keep(table *t, const breach *b)
{
    size_t n = t->f->n_frame;
    example e = {.cut = b->cut, .after_cut = b->after_cut, .fault = b->fault, .state = t->words.n};
    vec_append(&t->words, b->state, n);
    e.after = t->words.n;
    if (!b->fault)
        vec_append(&t->words, b->after, n);
    vec_push(&t->examples, e);
    t->f->report->counterexamples++;
    pool_add(t->f, &t->f->pools[b->cut], b->state);
}

fuzz_teach_outcome sentences_grow(chooser *c, uint64_t wanted, uint64_t *tried)
{
    fuzzer *f = c->f;
    size_t n_cuts = f->v->system->cuts.n;
    table t = {.f = f, .n_sentences = f->v->sentences.n, .n_cuts = n_cuts};
    t.places = base_alloc_zero(n_cuts * f->v->conditions.n + 1, sizeof *t.places);
    t.chosen = base_alloc_zero(n_cuts, sizeof *t.chosen);
    find_places(&t);
    fuzz_teach_outcome outcome = FUZZ_TOO_WEAK;
    while (t.examples.n < f->config->limits->sentences && !f->expired) {
        t.nodes = 0;
        if (!search(&t, 1))
            break;
        choose_conjuncts(&t);
        if (!chooser_breaks(c, wanted, tried)) {
            outcome = FUZZ_HOLDS;
            break;
        }
        keep(&t, &c->last);
    }
    free(t.places);
    free(t.chosen);
    vec_free(&t.words);
    vec_free(&t.examples);
    return f->expired ? FUZZ_NO_ANSWER : outcome;
}
