/* A few conjuncts that suffice: begun with none, each counterexample asks for one more that
 * excludes it. What is chosen is easier to refute than all of them together, since fewer states are
 * outside. */
#include <stdlib.h>

#include "prove/run/fuzz_impl.h"

/* ---- Looking for a counterexample ------------------------------------------------------------ */

/* Up to K steps from f->frame, which is inside; the first one with the inputs that are in it. */
static bool explore(chooser *c, uint32_t cut)
{
    fuzzer *f = c->f;
    breach *b = &c->last;
    for (unsigned k = 0; k < f->config->k && !fuzzer_expired(f); k++) {
        if (k)
            sample_inputs(f, f->frame);
        memcpy(b->state, f->frame, f->n_frame * sizeof *f->frame);
        b->cut = cut;
        machine_result kind = machine_take(f->machine, f->frame, &cut);
        b->fault = kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        if (b->fault)
            return true;
        if (kind != MACHINE_STEP)
            return false;
        truth inside = fuzzer_inside(f, cut, f->frame);
        if (inside == TRUTH_FALSE) {
            b->after_cut = cut;
            memcpy(b->after, f->frame, f->n_frame * sizeof *f->frame);
            return true;
        }
        if (inside == TRUTH_NO_VALUE)
            return false;
    }
    return false;
}

static bool explore_hints(chooser *c)
{
    fuzzer *f = c->f;
    for (size_t i = 0; i < f->config->n_hints; i++) {
        const word *hint = f->config->hints + i * (f->n_frame + 1);
        uint32_t cut = (uint32_t)hint[0], after = cut;
        memcpy(f->frame, hint + 1, f->n_frame * sizeof *hint);
        if (fuzzer_inside(f, cut, f->frame) != TRUTH_TRUE)
            continue;
        memcpy(c->last.state, f->frame, f->n_frame * sizeof *f->frame);
        c->last.cut = cut;
        machine_result kind = machine_take(f->machine, f->frame, &after);
        c->last.fault = kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        c->last.after_cut = after;
        memcpy(c->last.after, f->frame, f->n_frame * sizeof *f->frame);
        if (c->last.fault ||
            (kind == MACHINE_STEP && fuzzer_inside(f, after, f->frame) == TRUTH_FALSE))
            return true;
    }
    return false;
}

static bool replay_broken(chooser *c)
{
    fuzzer *f = c->f;
    for (size_t i = 0; i < c->n_broken; i++) {
        const word *at = c->broken.at + i * (f->n_frame + 1);
        memcpy(f->frame, at + 1, f->n_frame * sizeof *at);
        if (fuzzer_inside(f, (uint32_t)at[0], f->frame) == TRUTH_TRUE &&
            explore(c, (uint32_t)at[0]))
            return true;
    }
    return false;
}

/* One state in eight comes from the entry, by one step. */
static bool propose(chooser *c, uint32_t *cut)
{
    fuzzer *f = c->f;
    *cut = (uint32_t)rng_below(&f->rng, f->v->system->cuts.n);
    if (*cut) {
        sample_state(f, *cut, f->frame);
        sample_inputs(f, f->frame);
    } else {
        sample_start(f, f->frame);
    }
    return fuzzer_inside(f, *cut, f->frame) == TRUTH_TRUE;
}

bool chooser_breaks(chooser *c, uint64_t wanted, uint64_t *tried)
{
    fuzzer *f = c->f;
    uint64_t effort = f->config->effort ? f->config->effort : 1, states = 0;
    c->last.found = explore_hints(c) || replay_broken(c);
    for (uint64_t tries = 0;
         !c->last.found && states < wanted * effort &&
         tries < wanted * effort * f->config->limits->state_tries && !fuzzer_expired(f);
         tries++) {
        uint32_t cut;
        if (!propose(c, &cut))
            continue;
        states++;
        if (cut && rng_one_in(&f->rng, 8))
            pool_add(f, &f->pools[cut], f->frame);
        c->last.found = explore(c, cut);
    }
    if (tried)
        *tried += states;
    return c->last.found;
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static size_t excluded(chooser *c, const conjunct *one)
{
    fuzzer *f = c->f;
    size_t n = 0, kept = f->config->limits->breaks_kept;
    size_t from = c->n_broken > kept ? c->n_broken - kept : 0;
    for (size_t i = from; i < c->n_broken; i++) {
        const word *at = c->broken.at + i * (f->n_frame + 1);
        if ((uint32_t)at[0] != one->cut)
            continue;
        reading_words_look(&f->reading, at + 1);
        n += conjunct_holds(&f->reading.base, one) == TRUTH_FALSE;
    }
    return n;
}

/* The best conjunct that excludes the last counterexample; universe.n: there is none. */
static size_t best_exclusion(chooser *c)
{
    fuzzer *f = c->f;
    size_t best = f->universe.n;
    double best_score = -1e9;
    for (size_t i = 0; i < f->universe.n; i++) {
        const conjunct *one = &f->universe.at[i];
        if (one->cut != c->last.cut || f->chosen[i])
            continue;
        reading_words_look(&f->reading, c->last.state);
        if (conjunct_holds(&f->reading.base, one) != TRUTH_FALSE)
            continue;
        double score = (double)excluded(c, one) - 1.5 * conjunct_cost(f->v, one);
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return best;
}

static void remember(chooser *c)
{
    word cut = c->last.cut;
    vec_push(&c->broken, cut);
    vec_append(&c->broken, c->last.state, c->f->n_frame);
    c->n_broken++;
    pool_add(c->f, &c->f->pools[c->last.cut], c->last.state);
    c->f->report->counterexamples++;
}

/* FUZZ_HOLDS: no counterexample any more. FUZZ_NO_ANSWER: the portrait itself has changed. */
static fuzz_teach_outcome grow(chooser *c, uint64_t wanted, uint64_t *tried)
{
    fuzzer *f = c->f;
    size_t chosen = 0;
    while (chooser_breaks(c, wanted, tried)) {
        size_t best = f->config->fixed ? f->universe.n : best_exclusion(c);
        if (best < f->universe.n && ++chosen <= f->config->limits->chosen) {
            remember(c);
            f->chosen[best] = true;
            continue;
        }
        if (c->last.fault || f->config->fixed)
            return FUZZ_TOO_WEAK;
        if (!c->last.cut) /* only runs say what is reached */
            pool_add(f, &f->reached[0], c->last.state);
        fuzzer_show(f, c->last.after_cut, c->last.after);
        pool_add(f, &f->pools[c->last.after_cut], c->last.after);
        f->report->counterexamples++;
        return FUZZ_NO_ANSWER;
    }
    return f->expired ? FUZZ_NO_ANSWER : FUZZ_HOLDS;
}

/* Those that are not needed after all; dear ones first. */
static void shrink(chooser *c)
{
    fuzzer *f = c->f;
    for (unsigned cost = 200; cost-- > 0;)
        for (size_t i = f->universe.n; i-- > 0 && !f->expired;) {
            if (!f->chosen[i] || conjunct_cost(f->v, &f->universe.at[i]) != cost)
                continue;
            f->chosen[i] = false;
            if (chooser_breaks(c, f->config->limits->removal_states, NULL)) {
                f->chosen[i] = true;
                remember(c);
            }
        }
}

static void make_universe(fuzzer *f)
{
    fuzzer_unchoose(f);
    for (uint32_t cut = 1; cut < f->v->system->cuts.n; cut++) {
        const conjunct_vec *all = portrait_conjuncts(f->portraits[cut]);
        for (size_t i = 0; i < all->n; i++) {
            conjunct copy = conjunct_copy(f->v, &all->at[i]);
            vec_push(&f->universe, copy);
        }
    }
    f->chosen = base_alloc_zero(f->universe.n + 1, sizeof *f->chosen);
}

void fuzzer_unchoose(fuzzer *f)
{
    conjuncts_clear(&f->universe);
    free(f->chosen);
    f->chosen = NULL;
}

static void report_breach(fuzzer *f, const breach *b)
{
    f->report->cut = b->cut;
    f->report->n_words = f->n_frame;
    memcpy(f->report->words, b->state, f->n_frame * sizeof *b->state);
}

fuzz_teach_outcome fuzzer_choose(fuzzer *f)
{
    chooser c = {.f = f};
    c.last.state = base_alloc_zero(f->n_frame + 1, sizeof *c.last.state);
    c.last.after = base_alloc_zero(f->n_frame + 1, sizeof *c.last.after);
    if (!f->config->fixed)
        make_universe(f);
    fuzz_teach_outcome (*growth)(chooser *, uint64_t, uint64_t *) =
        f->v->sentences.n ? sentences_grow : grow;
    fuzz_teach_outcome outcome = growth(&c, f->config->limits->choice_states, NULL);
    if (outcome == FUZZ_HOLDS && !f->config->fixed && !f->v->sentences.n)
        shrink(&c);
    if (outcome == FUZZ_HOLDS && !f->expired) {
        rng_seed(&f->rng, f->config->seed ^ UINT64_C(0x9e3779b97f4a7c15));
        f->report->states = 0;
        outcome = growth(&c, f->config->limits->final_states, &f->report->states);
    }
    if (outcome == FUZZ_TOO_WEAK && f->config->fixed)
        report_breach(f, &c.last);
    free(c.last.state);
    free(c.last.after);
    vec_free(&c.broken);
    return f->expired ? FUZZ_NO_ANSWER : outcome;
}
