/* The phases of the fuzzing teacher: runs from the entry, weakening, and choosing. */
#include <stdlib.h>

#include "base/clock.h"
#include "prove/run/fuzz_impl.h"

enum { POLL_EVERY = 256 };

bool fuzzer_expired(fuzzer *f)
{
    if (++f->polls % POLL_EVERY == 0 && f->config->deadline && clock_wall() > f->config->deadline)
        f->expired = true;
    return f->expired;
}

static uint64_t effort(const fuzzer *f)
{
    return f->config->effort ? f->config->effort : 1;
}

/* ---- Runs from the entry --------------------------------------------------------------------- */

static void report_run(fuzzer *f)
{
    f->report->outcome = FUZZ_FAULT;
    f->report->n_words = f->trace.n;
    memcpy(f->report->words, f->trace.at, f->trace.n * sizeof *f->trace.at);
}

/* A state that a run came to. */
static void arrive(fuzzer *f, uint32_t cut, const word *frame)
{
    pool_add(f, &f->reached[cut], frame);
    if (!f->config->fixed && fuzzer_inside(f, cut, frame) == TRUTH_FALSE)
        fuzzer_show(f, cut, frame);
}

/* The first step; true when it leads to a cut point. */
static bool begin_run(fuzzer *f, uint32_t *cut, bool *fault)
{
    word *before = f->scratch;
    for (uint64_t i = 0; i < f->config->limits->start_tries && !fuzzer_expired(f); i++) {
        sample_start(f, f->frame);
        memcpy(before, f->frame, f->n_frame * sizeof *before);
        *cut = 0;
        machine_result kind = machine_take(f->machine, f->frame, cut);
        if (kind == MACHINE_END || kind == MACHINE_NO_VALUE)
            continue;
        pool_add(f, &f->reached[0], before);
        vec_clear(&f->trace);
        vec_append(&f->trace, before, f->n_frame);
        *fault = kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        return true;
    }
    return false;
}

/* True when it ends in a fault. A run that is longer than reports have room for ends before. */
static bool run_once(fuzzer *f, size_t limit, bool *started)
{
    uint32_t cut;
    bool fault = false;
    *started = begin_run(f, &cut, &fault);
    if (!*started || fault)
        return fault;
    arrive(f, cut, f->frame);
    for (size_t k = 1; k < limit && f->trace.n + f->n_frame <= REPORT_WORDS && !fuzzer_expired(f);
         k++) {
        sample_inputs(f, f->frame);
        vec_append(&f->trace, f->frame, f->n_frame);
        machine_result kind = machine_take(f->machine, f->frame, &cut);
        if (k > f->report->deepest)
            f->report->deepest = k;
        if (kind != MACHINE_STEP)
            return kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        arrive(f, cut, f->frame);
    }
    return false;
}

/* The only run that there is goes on for longer than others. FUZZ_NO_ANSWER: no fault was met. */
static fuzz_teach_outcome run_far(fuzzer *f)
{
    uint32_t cut;
    bool fault = false;
    if (!begin_run(f, &cut, &fault))
        return FUZZ_NO_START;
    const uint64_t most = f->config->limits->run_only * effort(f);
    for (uint64_t k = 1; !fault && k < most && !fuzzer_expired(f); k++) {
        if (f->trace.n + f->n_frame <= REPORT_WORDS)
            vec_append(&f->trace, f->frame, f->n_frame);
        machine_result kind = machine_take(f->machine, f->frame, &cut);
        f->report->deepest = k;
        fault = kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        if (kind != MACHINE_STEP && !fault)
            break;
    }
    if (!fault)
        return FUZZ_NO_ANSWER;
    if (f->report->deepest >= f->config->limits->run_told)
        return FUZZ_FAR;
    report_run(f);
    return FUZZ_FAULT;
}

/* Hints at the entry are states to begin with. */
static void take_starts(fuzzer *f)
{
    for (size_t i = 0; i < f->config->n_hints; i++) {
        const word *hint = f->config->hints + i * (f->n_frame + 1);
        if (!hint[0])
            pool_add(f, &f->reached[0], hint + 1);
    }
}

/* In every other run inputs keep their values for a while: loops that they end stay. */
static void draw_odds(fuzzer *f, uint64_t run)
{
    f->odds = run % 2 ? UINT64_C(2) << rng_below(&f->rng, 10) : 0;
}

/* FUZZ_NO_ANSWER: go on. */
static fuzz_teach_outcome reach(fuzzer *f)
{
    size_t failed = 0, good = 0;
    for (uint64_t i = 0; i < f->config->limits->run_count * effort(f) && !fuzzer_expired(f); i++) {
        bool started;
        draw_odds(f, i);
        bool fault =
            run_once(f, i % 10 == 9 ? f->config->limits->run_long : f->config->k + 1, &started);
        f->odds = 0;
        if (fault) {
            report_run(f);
            return FUZZ_FAULT;
        }
        good += started;
        failed += !started;
        if (!good && failed > f->config->limits->start_patience)
            return FUZZ_NO_START;
    }
    return good ? FUZZ_NO_ANSWER : FUZZ_NO_START;
}

/* ---- Weakening ------------------------------------------------------------------------------- */

/* Up to K steps from a state inside; what leads out weakens the portrait. True when a fault is
 * possible. */
static bool explore(fuzzer *f, uint32_t cut, bool *changed)
{
    for (unsigned k = 0; k < f->config->k && !fuzzer_expired(f); k++) {
        sample_inputs(f, f->frame);
        machine_result kind = machine_take(f->machine, f->frame, &cut);
        if (kind == MACHINE_FAULT || kind == MACHINE_CRASH)
            return true;
        if (kind != MACHINE_STEP)
            return false;
        truth inside = fuzzer_inside(f, cut, f->frame);
        if (inside == TRUTH_NO_VALUE)
            return false;
        if (inside == TRUTH_FALSE) {
            fuzzer_show(f, cut, f->frame);
            pool_add(f, &f->pools[cut], f->frame);
            *changed = true;
            f->expired |= ++f->report->counterexamples > f->config->limits->counterexamples;
            if (f->config->single)
                return false;
        }
    }
    return false;
}

static bool try_hints(fuzzer *f, bool *fault)
{
    bool changed = false;
    size_t size = f->n_frame + 1;
    for (size_t i = 0; i < f->config->n_hints && !*fault; i++) {
        const word *hint = f->config->hints + i * size;
        uint32_t cut = (uint32_t)hint[0];
        if (!cut)
            continue;
        memcpy(f->frame, hint + 1, f->n_frame * sizeof *hint);
        pool_add(f, &f->pools[cut], f->frame);
        if (fuzzer_inside(f, cut, f->frame) != TRUTH_TRUE)
            continue;
        /* The inputs of a hint belong to it. */
        machine_result kind = machine_take(f->machine, f->frame, &cut);
        *fault = kind == MACHINE_FAULT || kind == MACHINE_CRASH;
        if (kind == MACHINE_STEP && fuzzer_inside(f, cut, f->frame) == TRUTH_FALSE) {
            fuzzer_show(f, cut, f->frame);
            changed = true;
            if (f->config->single)
                return true;
        }
    }
    return changed;
}

/* A cut point other than the entry that has states. */
static uint32_t any_cut(fuzzer *f)
{
    size_t n = f->v->system->cuts.n;
    uint32_t cut = 1 + (uint32_t)rng_below(&f->rng, n - 1);
    for (size_t i = 0; i < n && !portrait_begun(f->portraits[cut]); i++)
        cut = cut + 1 < n ? cut + 1 : 1;
    return cut;
}

/* One check of the portraits: states until so many were quiet. True when it was left at its first
 * counterexample, which is what `single` wants; else it goes on with what that leaves. */
static bool check(fuzzer *f, bool *fault)
{
    uint64_t quiet = 0, tries = 0, wanted = f->config->limits->quiet_states * effort(f);
    while (try_hints(f, fault) && !*fault)
        if (f->config->single)
            return true;
    while (!*fault && quiet < wanted && tries < wanted * f->config->limits->state_tries &&
           !fuzzer_expired(f)) {
        uint32_t cut = any_cut(f);
        tries++;
        sample_state(f, cut, f->frame);
        if (fuzzer_inside(f, cut, f->frame) != TRUTH_TRUE)
            continue;
        bool changed = false;
        if (rng_one_in(&f->rng, 4))
            pool_add(f, &f->pools[cut], f->frame);
        *fault = explore(f, cut, &changed);
        quiet++;
        if (changed && f->config->single)
            return true;
        if (changed)
            quiet = tries = 0;
    }
    return false;
}

static fuzz_teach_outcome weaken(fuzzer *f)
{
    bool fault = false;
    for (uint64_t n = 1; check(f, &fault) && !fault && !f->expired; n++)
        rng_seed(&f->rng, f->config->seed + n); /* the next check is one of its own */
    return fault ? FUZZ_TOO_WEAK : FUZZ_NO_ANSWER;
}

/* ---- All together ---------------------------------------------------------------------------- */

static void report_choice(fuzzer *f)
{
    fuzz_report *r = f->report;
    size_t n = f->v->n_linear + 1;
    r->n_conjuncts = 0;
    r->n_words = 0;
    for (size_t i = 0; i < f->universe.n; i++) {
        if (!f->chosen[i] || r->n_conjuncts == MAX_REPORTED)
            continue;
        r->conjuncts[r->n_conjuncts++] = f->universe.at[i];
        if (f->universe.at[i].coefficients) {
            memcpy(r->words + r->n_words, f->universe.at[i].coefficients, n * sizeof(word));
            r->n_words += n;
        }
    }
}

/* The conditions themselves are what is asked about. */
static void take_fixed(fuzzer *f)
{
    for (uint32_t cut = 1; cut < f->v->system->cuts.n; cut++)
        for (uint32_t i = 0; i < f->v->conditions.n; i++) {
            conjunct c = conjunct_of_condition(f->v, cut, i);
            if (f->v->fixed_cuts.at[i] == cut)
                vec_push(&f->universe, c);
        }
    f->chosen = base_alloc_zero(f->universe.n + 1, sizeof *f->chosen);
    for (size_t i = 0; i < f->universe.n; i++)
        f->chosen[i] = true;
}

void fuzzer_run(fuzzer *f)
{
    fuzz_report *r = f->report;
    take_starts(f);
    r->outcome = f->config->only ? run_far(f) : FUZZ_NO_ANSWER;
    r->ran_far |= f->config->only && !f->expired;
    if (r->outcome == FUZZ_NO_ANSWER || r->outcome == FUZZ_NO_START)
        r->outcome = reach(f);
    if (r->outcome != FUZZ_NO_ANSWER || f->expired)
        return;
    if (f->config->fixed)
        take_fixed(f);
    for (uint64_t round = 0; round < f->config->limits->learn_rounds && !f->expired; round++) {
        if (!f->config->fixed && weaken(f) == FUZZ_TOO_WEAK) {
            r->outcome = FUZZ_TOO_WEAK;
            return;
        }
        r->outcome = f->expired ? FUZZ_NO_ANSWER : fuzzer_choose(f);
        if (r->outcome == FUZZ_HOLDS)
            report_choice(f);
        if (!f->config->fixed)
            fuzzer_unchoose(f);
        if (r->outcome != FUZZ_NO_ANSWER || f->config->fixed)
            return;
    }
}
