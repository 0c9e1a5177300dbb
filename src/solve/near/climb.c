#include "solve/near/climb.h"

#include "solve/near/climb_number.h"
#include "solve/near/transplant_words.h"

typedef struct climber {
    question *q;
    transplant_words words; /* that may be copied */
    rng random;
    uint8_t *here; /* values of the places */
    uint64_t distance;
} climber;

static uint8_t *at(climber *c, size_t i)
{
    return &c->q->values[i];
}

static void go_back(climber *c)
{
    memcpy(c->q->values, c->here, c->q->places.n);
}

/* Another value for a byte: near, or of a kind that programs ask for. */
static uint8_t other(climber *c, uint8_t old)
{
    static const char *const kinds[] = {"0123456789", "abcdefghijklmnopqrstuvwxyz",
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ", " .,:;-+/=_%@#\n\t"};
    switch (rng_below(&c->random, 8)) {
    case 0:
    case 1:
        return (uint8_t)(old + 1 + rng_below(&c->random, 3));
    case 2:
    case 3:
        return (uint8_t)(old - 1 - rng_below(&c->random, 3));
    case 4:
        return (uint8_t)(old ^ 1u << rng_below(&c->random, 8));
    case 5:
        return (uint8_t)rng_next(&c->random);
    case 6:
        return rng_one_in(&c->random, 4) ? 0 : (uint8_t)(old + 16 - rng_below(&c->random, 32));
    default: {
        const char *kind = kinds[rng_below(&c->random, 4)];
        return (uint8_t)kind[rng_below(&c->random, strlen(kind))];
    }
    }
}

/* Moves what stands behind position `i` by one, most often only as far as some other position: what
 * is behind that stays where it is. */
static void shift(climber *c, size_t i, bool left)
{
    size_t end = c->q->places.n;
    if (!rng_one_in(&c->random, 4))
        end = i + 1 + rng_below(&c->random, end - i);
    if (left)
        memmove(at(c, i), at(c, i + 1), end - i - 1);
    else
        memmove(at(c, i + 1), at(c, i), end - i - 1);
}

/* Nothing from here on: strings get shorter. */
static void cut(climber *c, size_t i)
{
    for (; i < c->q->places.n; i++)
        *at(c, i) = 0;
}

/* The word where a text begins, most often, or somewhere in it; what follows stays or is ended. */
static void copy(climber *c, size_t i)
{
    const question *q = c->q;
    const transplant_word *w = &c->words.at[rng_below(&c->random, c->words.n)];
    while (i && question_joined(q, i - 1) && !rng_one_in(&c->random, 8))
        i--;
    size_t k = 0;
    for (; k < w->n && i + k < q->places.n && (!k || question_joined(q, i + k - 1)); k++)
        *at(c, i + k) = w->bytes[k];
    if (i + k < q->places.n && (!k || question_joined(q, i + k - 1)) && rng_one_in(&c->random, 2))
        *at(c, i + k) = 0;
}

static void change(climber *c)
{
    size_t n = c->q->places.n, i = rng_below(&c->random, n);
    uint64_t kind = rng_below(&c->random, 30);
    if (kind >= 24 && c->words.n) {
        copy(c, i);
    } else if (kind >= 20) {
        climb_number(c->q, &c->random, i);
    } else if (kind == 19) {
        cut(c, i);
    } else if (kind == 0) {
        shift(c, i, true);
    } else if (kind == 1) {
        shift(c, i, false);
        *at(c, i) = other(c, *at(c, i));
    } else if (kind == 2) {
        *at(c, i) = *at(c, rng_below(&c->random, n));
    } else {
        *at(c, i) = other(c, *at(c, i));
        if (kind < 6 && i + 1 < n)
            *at(c, i + 1) = other(c, *at(c, i + 1));
    }
}

/* One round; true: found. */
static bool look_around(climber *c)
{
    question *q = c->q;
    vec_clear(&q->offered);
    for (size_t k = 0; k < q->limits->climb_neighbours; k++) {
        go_back(c);
        change(c);
        while (rng_one_in(&c->random, 4))
            change(c);
        vec_append(&q->offered, q->values, q->places.n);
    }
    go_back(c);
    return question_judge(q);
}

/* From the start, perhaps cut short, or from one of the elites. */
static void begin_again(climber *c, const uint8_t *start)
{
    question *q = c->q;
    size_t n = q->places.n, left = rng_below(&c->random, 2 * n);
    bool elite = q->elites.n && rng_one_in(&c->random, 2);
    c->distance = UINT64_MAX;
    q->numeric = !q->numeric;
    if (elite) {
        memcpy(c->here, q->elites.at[rng_below(&c->random, q->elites.n)].values, n);
        return;
    }
    memcpy(c->here, start, n);
    for (size_t i = left; i < n; i++)
        c->here[i] = 0;
}

bool climb(question *q, uint64_t seed, uint64_t budget)
{
    size_t n = q->places.n;
    if (!n || !q->program)
        return false;
    climber c = {.q = q, .here = base_alloc(n), .distance = UINT64_MAX};
    uint8_t *start = base_alloc(n);
    uint64_t limit = q->executions + budget, patience = q->limits->climb_patience;
    uint32_t stuck = 0;
    bool found = false;
    rng_seed(&c.random, seed);
    transplant_words_find(&c.words, q);
    q->numeric = true;
    for (size_t i = 0; i < n; i++)
        start[i] = c.here[i] = *at(&c, i);
    while (!found && q->executions < limit && !question_expired(q)) {
        found = look_around(&c);
        if (found)
            break;
        bool better = q->best < c.distance;
        stuck = better ? 0 : stuck + 1;
        if (better || stuck > patience) {
            memcpy(c.here, q->offered.at + q->best_row * n, n);
            c.distance = q->best;
        }
        if (stuck > patience * 4) {
            begin_again(&c, start);
            stuck = 0;
        }
    }
    vec_clear(&q->offered);
    q->numeric = false;
    if (!found)
        for (size_t i = 0; i < n; i++)
            *at(&c, i) = start[i];
    vec_free(&c.words);
    free(c.here);
    free(start);
    return found;
}
