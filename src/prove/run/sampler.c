/* States for the fuzzing teacher: mutations of states that were seen, mended so that equations
 * hold. */
#include "prove/run/fuzz_impl.h"

void pool_add(fuzzer *f, state_pool *p, const word *frame)
{
    if (p->n < f->config->limits->pool) {
        vec_append(&p->frames, frame, f->n_frame);
        p->n++;
        return;
    }
    /* Old states go at random, so that rare ones of long ago have a chance to stay. */
    p->next = rng_below(&f->rng, f->config->limits->pool);
    memcpy(p->frames.at + p->next * f->n_frame, frame, f->n_frame * sizeof *frame);
}

static const word *pool_pick(fuzzer *f, const state_pool *p)
{
    return p->frames.at + rng_below(&f->rng, p->n) * f->n_frame;
}

static word any_number(fuzzer *f)
{
    const number_vec *dictionary = &f->v->thresholds;
    uint64_t random = rng_next(&f->rng);
    switch (rng_below(&f->rng, 12)) {
    case 10:
    case 11:
        if (f->v->constants.n)
            return f->v->constants.at[random % f->v->constants.n];
        return 0;
    case 0:
    case 1:
    case 2:
        return (word)(random % 9) - 2;
    case 3:
        return (word)(random % 41) - 20;
    case 4:
    case 5:
        if (dictionary->n)
            return dictionary->at[random % dictionary->n];
        return 0;
    case 6:
        return (word)(random % 1201) - 200;
    case 7: { /* any magnitude up to a million */
        word size = (word)(random >> 8 & ((UINT64_C(1) << (random % 21)) - 1));
        return random >> 63 ? -size : size;
    }
    case 8: { /* any magnitude of 32 bits */
        word size = (word)(random >> 8 & ((UINT64_C(1) << (random % 32)) - 1));
        return random >> 63 ? -size : size;
    }
    default:
        return (word)(random % 100);
    }
}

/* A float near the one that it was, or a small fraction of a number. */
static word any_real(fuzzer *f, word old, unsigned width)
{
    double d = (double)any_number(f) / (double)(UINT64_C(1) << rng_below(&f->rng, 8));
    float single;
    if (width == 32 && rng_one_in(&f->rng, 2)) {
        memcpy(&single, &old, sizeof single);
        d = rng_one_in(&f->rng, 2) ? (double)single : (double)single + d;
    } else if (width == 64 && rng_one_in(&f->rng, 2)) {
        memcpy(&d, &old, sizeof d);
        d = rng_one_in(&f->rng, 2) ? d : d + (double)any_number(f) / 16;
    }
    word bits = 0;
    single = (float)d;
    if (width == 32)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &d, sizeof d);
    return bits;
}

static bool is_real(const fuzzer *f, size_t at)
{
    return f->kinds[at] >= PLACE_FLOAT;
}

static word any_of_type(fuzzer *f, const word *frame, size_t at)
{
    return is_real(f, at) ? any_real(f, frame[at], f->kinds[at] == PLACE_FLOAT ? 32 : 64)
                          : any_number(f);
}

/* The k-th place that is part of the state. */
static size_t state_place(const fuzzer *f, size_t k)
{
    return k < f->layout->n_variables ? k : k - f->layout->n_variables + f->layout->n_plain;
}

/* Cells hold numbers of their types: nothing in the program says so. */
static void fit_cell(const fuzzer *f, word *frame, size_t at)
{
    const ir_type *type = frame_cell_type(f->layout, at);
    if (!type || f->kinds[at] != PLACE_NUMBER || type->width >= 64)
        return;
    unsigned unused = 64 - type->width;
    uint64_t bits = (uint64_t)frame[at] << unused;
    frame[at] = type->is_unsigned ? (word)(bits >> unused) : (word)bits >> unused;
}

static void change(fuzzer *f, word *frame, size_t at)
{
    if (is_real(f, at)) {
        frame[at] = any_of_type(f, frame, at);
        return;
    }
    if (f->kinds[at] == PLACE_TRUTH) {
        frame[at] = rng_next(&f->rng) & 1;
        return;
    }
    size_t other = rng_below(&f->rng, f->n_frame);
    switch (rng_below(&f->rng, 6)) {
    case 0:
        frame[at] += rng_next(&f->rng) & 1 ? 1 : -1;
        break;
    case 1:
        frame[at] += (word)rng_below(&f->rng, 21) - 10;
        break;
    case 2: /* near another number */
        frame[at] = f->kinds[other] != PLACE_NUMBER
                        ? any_number(f)
                        : frame[other] + (word)rng_below(&f->rng, 3) - 1;
        break;
    default:
        frame[at] = any_number(f);
    }
    if (frame[at] > INT64_C(1) << 40 || frame[at] < -(INT64_C(1) << 40))
        frame[at] = any_number(f);
    fit_cell(f, frame, at);
}

void sample_inputs(fuzzer *f, word *frame)
{
    if (f->odds && !rng_one_in(&f->rng, f->odds))
        return;
    for (size_t i = f->layout->n_variables; i < f->layout->n_plain; i++) {
        bool bit = f->kinds[i] == PLACE_TRUTH || (!is_real(f, i) && rng_one_in(&f->rng, 2));
        frame[i] = bit ? (word)(rng_next(&f->rng) & 1) : any_of_type(f, frame, i);
    }
}

void sample_start(fuzzer *f, word *frame)
{
    state_pool *starts = &f->reached[0];
    bool fresh = !starts->n || rng_one_in(&f->rng, 3);
    if (!fresh)
        memcpy(frame, pool_pick(f, starts), f->n_frame * sizeof *frame);
    size_t changes = fresh ? f->n_frame : rng_below(&f->rng, 4);
    for (size_t k = 0; k < changes; k++) {
        size_t at = fresh ? k : rng_below(&f->rng, f->n_frame);
        if (fresh && f->kinds[at] != PLACE_TRUTH)
            frame[at] = any_of_type(f, frame, at);
        fit_cell(f, frame, at);
        if (!fresh || f->kinds[at] == PLACE_TRUTH || rng_one_in(&f->rng, 4))
            change(f, frame, at);
    }
}

/* ---- Mending --------------------------------------------------------------------------------- */

/* Changes one variable so that the conjunct holds, if it is linear in that. */
static bool solve_for(fuzzer *f, word *frame, const conjunct *c, size_t at)
{
    word old = frame[at], r0, r1, slope, moved;
    reading_words_look(&f->reading, frame);
    if (f->kinds[at] != PLACE_NUMBER || !conjunct_residual(&f->reading.base, c, &r0))
        return false;
    if (!r0)
        return true;
    frame[at] = old + 1;
    reading_words_look(&f->reading, frame);
    bool good = r0 != INT64_MIN && conjunct_residual(&f->reading.base, c, &r1) &&
                !__builtin_sub_overflow(r1, r0, &slope) && slope && r0 % slope == 0 &&
                !__builtin_sub_overflow(old, r0 / slope, &moved);
    frame[at] = good ? moved : old;
    if (!good)
        return false;
    reading_words_look(&f->reading, frame);
    good = conjunct_residual(&f->reading.base, c, &r0) && !r0;
    if (!good)
        frame[at] = old;
    return good;
}

/* Whether the frame is in the candidate; *first is a conjunct that is false. */
static truth inside(fuzzer *f, uint32_t cut, const word *frame, const conjunct **first)
{
    reading_words_look(&f->reading, frame);
    if (!f->chosen)
        return portrait_holds(f->portraits[cut], &f->reading.base, first);
    truth all = TRUTH_TRUE;
    for (size_t i = 0; i < f->universe.n; i++) {
        if (!f->chosen[i] || f->universe.at[i].cut != cut)
            continue;
        truth one = conjunct_holds(&f->reading.base, &f->universe.at[i]);
        *first = &f->universe.at[i];
        if (one == TRUTH_FALSE)
            return one;
        all = one == TRUTH_NO_VALUE ? one : all;
    }
    return all;
}

static void mend(fuzzer *f, uint32_t cut, word *frame)
{
    for (uint64_t round = 0; round < f->config->limits->mend_rounds; round++) {
        const conjunct *c = NULL;
        if (inside(f, cut, frame, &c) != TRUTH_FALSE || c->kind == CONJUNCT_CLAUSE ||
            c->kind == CONJUNCT_NEVER || !f->v->n_plain)
            return;
        bool mended = false;
        size_t n = f->v->n_plain, start = rng_below(&f->rng, n);
        for (size_t k = 0; k < n && !mended; k++)
            mended = solve_for(f, frame, c, f->places[(start + k) % n]);
        if (!mended)
            return;
    }
}

void sample_state(fuzzer *f, uint32_t cut, word *frame)
{
    const state_pool *p =
        f->reached[cut].n && rng_one_in(&f->rng, 3) ? &f->reached[cut] : &f->pools[cut];
    if (!p->n)
        p = &f->reached[cut];
    if (p->n)
        memcpy(frame, pool_pick(f, p), f->n_frame * sizeof *frame);
    size_t changes;
    switch (p->n ? rng_below(&f->rng, 8) : 0) {
    case 0: /* all new */
        changes = f->n_state;
        break;
    case 1: /* as it is */
        changes = 0;
        break;
    case 2: { /* a mixture of two */
        const word *other = pool_pick(f, p);
        for (size_t k = 0; k < f->n_state; k++)
            if (rng_next(&f->rng) & 1)
                frame[state_place(f, k)] = other[state_place(f, k)];
        changes = 0;
        break;
    }
    default:
        changes = 1 + rng_below(&f->rng, 3);
    }
    for (size_t k = 0; k < changes; k++)
        change(f, frame,
               state_place(f, changes == f->n_state ? k : rng_below(&f->rng, f->n_state)));
    mend(f, cut, frame);
}

void fuzzer_show(fuzzer *f, uint32_t cut, const word *frame)
{
    reading_words_look(&f->reading, frame);
    portrait_show(f->portraits[cut], &f->reading.base, true);
}

truth fuzzer_inside(fuzzer *f, uint32_t cut, const word *frame)
{
    const conjunct *unused;
    return inside(f, cut, frame, &unused);
}
