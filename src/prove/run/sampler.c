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

static word any_of_type(fuzzer *f, const word *frame, size_t at)
{
    return f->real[at] ? any_real(f, frame[at], f->real[at]) : any_number(f);
}

static void change(fuzzer *f, word *frame, size_t at)
{
    if (f->real[at]) {
        frame[at] = any_real(f, frame[at], f->real[at]);
        return;
    }
    if (f->is_truth[at]) {
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
        frame[at] = f->is_truth[other] || f->real[other]
                        ? any_number(f)
                        : frame[other] + (word)rng_below(&f->rng, 3) - 1;
        break;
    default:
        frame[at] = any_number(f);
    }
    if (frame[at] > INT64_C(1) << 40 || frame[at] < -(INT64_C(1) << 40))
        frame[at] = any_number(f);
}

void sample_inputs(fuzzer *f, word *frame)
{
    if (f->odds && !rng_one_in(&f->rng, f->odds))
        return;
    for (size_t i = f->n_variables; i < f->n_frame; i++)
        frame[i] = f->is_truth[i]                          ? (word)(rng_next(&f->rng) & 1)
                   : !f->real[i] && rng_one_in(&f->rng, 2) ? (word)(rng_next(&f->rng) & 1)
                                                           : any_of_type(f, frame, i);
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
        if (fresh && !f->is_truth[at])
            frame[at] = any_of_type(f, frame, at);
        if (!fresh || f->is_truth[at] || rng_one_in(&f->rng, 4))
            change(f, frame, at);
    }
}

/* ---- Mending --------------------------------------------------------------------------------- */

/* Changes one variable so that the conjunct holds, if it is linear in that. */
static bool solve_for(fuzzer *f, word *frame, const conjunct *c, size_t at)
{
    word old = frame[at], r0, r1, slope, moved;
    steps_look(f->steps, frame);
    if (f->is_truth[at] || !conjunct_residual(f->v, f->steps, c, &r0))
        return false;
    if (!r0)
        return true;
    frame[at] = old + 1;
    steps_look(f->steps, frame);
    bool good = r0 != INT64_MIN && conjunct_residual(f->v, f->steps, c, &r1) &&
                !__builtin_sub_overflow(r1, r0, &slope) && slope && r0 % slope == 0 &&
                !__builtin_sub_overflow(old, r0 / slope, &moved);
    frame[at] = good ? moved : old;
    if (!good)
        return false;
    steps_look(f->steps, frame);
    good = conjunct_residual(f->v, f->steps, c, &r0) && !r0;
    if (!good)
        frame[at] = old;
    return good;
}

static const conjunct *first_false(fuzzer *f, uint32_t cut, const word *frame)
{
    steps_look(f->steps, frame);
    if (!f->chosen) {
        const conjunct *c = NULL;
        return sketch_holds(f->sketch, cut, &c) == TRUTH_FALSE ? c : NULL;
    }
    for (size_t i = 0; i < f->universe.n; i++)
        if (f->chosen[i] && f->universe.at[i].cut == cut &&
            conjunct_holds(f->v, f->steps, &f->universe.at[i]) == TRUTH_FALSE)
            return &f->universe.at[i];
    return NULL;
}

static void mend(fuzzer *f, uint32_t cut, word *frame)
{
    for (uint64_t round = 0; round < f->config->limits->mend_rounds; round++) {
        const conjunct *c = first_false(f, cut, frame);
        if (!c || c->kind == CONJUNCT_CLAUSE || c->kind == CONJUNCT_NEVER || !f->v->n_plain)
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
        changes = f->n_variables;
        break;
    case 1: /* as it is */
        changes = 0;
        break;
    case 2: { /* a mixture of two */
        const word *other = pool_pick(f, p);
        for (size_t i = 0; i < f->n_variables; i++)
            if (rng_next(&f->rng) & 1)
                frame[i] = other[i];
        changes = 0;
        break;
    }
    default:
        changes = 1 + rng_below(&f->rng, 3);
    }
    for (size_t k = 0; k < changes; k++)
        change(f, frame, changes == f->n_variables ? k : rng_below(&f->rng, f->n_variables));
    mend(f, cut, frame);
}

truth fuzzer_inside(fuzzer *f, uint32_t cut, const word *frame)
{
    steps_look(f->steps, frame);
    if (!f->chosen)
        return sketch_holds(f->sketch, cut, NULL);
    truth all = TRUTH_TRUE;
    for (size_t i = 0; i < f->universe.n; i++) {
        if (!f->chosen[i] || f->universe.at[i].cut != cut)
            continue;
        truth one = conjunct_holds(f->v, f->steps, &f->universe.at[i]);
        if (one == TRUTH_FALSE)
            return one;
        all = one == TRUTH_NO_VALUE ? one : all;
    }
    return all;
}
