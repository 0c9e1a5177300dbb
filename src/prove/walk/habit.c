#include "prove/walk/habit.h"

static uint64_t mask(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

/* Any bits as a number of the type. */
static uint64_t fit(const habit_type *t, uint64_t n)
{
    if (t->width <= 1)
        return n & 1;
    n &= mask(t->width);
    if (t->bits || t->is_unsigned || t->width >= 64)
        return n;
    return n >> (t->width - 1) & 1 ? n | ~mask(t->width) : n;
}

static uint64_t largest(const habit_type *t)
{
    return t->is_unsigned ? mask(t->width) : mask(t->width) >> 1;
}

/* As bits of the width. */
static uint64_t least(const habit_type *t)
{
    return t->is_unsigned ? 0 : ~(mask(t->width) >> 1);
}

static uint64_t extreme(const habit_type *t, rng *random)
{
    uint64_t near = rng_below(random, 3);
    switch (rng_below(random, 3)) {
    case 0:
        return largest(t) - near;
    case 1:
        return least(t) + near;
    default:
        return (UINT64_C(1) << rng_below(random, t->width)) + near - 1;
    }
}

static uint64_t of_text(const number_vec *text, rng *random)
{
    return text->n ? (uint64_t)text->at[rng_below(random, text->n)] : rng_below(random, 2);
}

static uint64_t any(const habit_type *t, const number_vec *text, rng *random)
{
    uint64_t bits = rng_next(random);
    switch (rng_below(random, 8)) {
    case 0:
        return bits;
    case 1:
        return extreme(t, random);
    case 2: /* any magnitude */
        return bits >> rng_below(random, 64);
    case 3:
        return bits % 200 - 100;
    case 4:
    case 5:
        return of_text(text, random);
    default:
        return bits % 12 - 2;
    }
}

void habit_draw(habit *h, const habit_type *type, uint64_t walk, const number_vec *text,
                rng *random)
{
    const uint64_t first[HABIT_FIXED] = {0, 1, largest(type), least(type), UINT64_MAX};
    *h = (habit){.kind = (habit_kind)rng_below(random, HABIT_ANY + 1)};
    h->number = any(type, text, random);
    h->other = rng_one_in(random, 2) ? !h->number : any(type, text, random);
    h->odds = UINT64_C(2) << rng_below(random, 13);
    if (walk < HABIT_FIXED) {
        h->kind = HABIT_ONE;
        h->number = first[walk];
    }
}

uint64_t habit_word(const habit *h, const habit_type *type, const number_vec *text, rng *random)
{
    switch (h->kind) {
    case HABIT_ONE:
        return fit(type, h->number);
    case HABIT_MOSTLY:
        return fit(type, rng_one_in(random, h->odds) ? h->other : h->number);
    case HABIT_SMALL:
        return fit(type, rng_next(random) % 12 - 2);
    case HABIT_TEXT:
        return fit(type, of_text(text, random));
    default:
        return fit(type, any(type, text, random));
    }
}
