#include "explore/mutate/operands.h"

#include <string.h>

enum { PLACES_OF_ONE = 4 };

/* The low `n` bytes, as the machine has them or the other way around. */
static void write_number(uint64_t value, size_t n, bool swapped, char *to)
{
    for (size_t i = 0; i < n; i++)
        to[swapped ? n - 1 - i : i] = (char)(value >> (8 * i));
}

static bool fits(uint64_t value, size_t n)
{
    return n >= 8 || !(value >> (8 * n));
}

/* The places that have `have`, from `start` on and around; false: there are no more than `skip`. */
static bool find(const strbuf *b, const char *have, size_t n, size_t start, size_t skip, size_t *at)
{
    size_t places = b->n < n ? 0 : b->n - n + 1;
    for (size_t i = 0; i < places; i++) {
        *at = (start + i) % places;
        if (!memcmp(b->text + *at, have, n) && !skip--)
            return true;
    }
    return false;
}

static void find_one(uint64_t have, uint64_t want, size_t n, bool swapped, const strbuf *b,
                     size_t most, operand_places *places)
{
    char from[8];
    size_t at;
    write_number(have, n, swapped, from);
    for (size_t k = 0; k < PLACES_OF_ONE && find(b, from, n, 0, k, &at); k++)
        for (uint64_t apart = 0; apart < (k ? 1 : 3) && places->n < most; apart++) {
            operand_place p = {.at = (uint32_t)at, .n = (uint8_t)n};
            write_number(want + (apart == 2 ? UINT64_MAX : apart), n, swapped, p.bytes);
            vec_push(places, p);
        }
}

void operands_find(const compare_pairs *pairs, const strbuf *b, size_t most, operand_places *places)
{
    for (size_t i = 0; i < pairs->n && places->n < most; i++) {
        const compare_pair *p = &pairs->at[i];
        for (size_t n = p->bytes; n >= 2 && fits(p->a, n) && fits(p->b, n); n /= 2)
            for (int swapped = 0; swapped < 2; swapped++) {
                find_one(p->a, p->b, n, swapped, b, most, places);
                if (!p->is_constant)
                    find_one(p->b, p->a, n, swapped, b, most, places);
            }
    }
}

bool operands_put(const compare_pairs *pairs, strbuf *b, rng *r)
{
    if (!pairs || !pairs->n)
        return false;
    compare_pair p = pairs->at[rng_below(r, pairs->n)];
    uint64_t have = p.a, want = p.b + rng_below(r, 3) - 1;
    if (rng_one_in(r, 2))
        want = p.b;
    if (!p.is_constant && rng_one_in(r, 2)) {
        have = p.b;
        want = p.a;
    }
    size_t n = p.bytes, at;
    while (n > 1 && rng_one_in(r, 3) && fits(have, n / 2) && fits(want, n / 2))
        n /= 2;
    bool swapped = n > 1 && rng_one_in(r, 2);
    char from[8];
    write_number(have, n, swapped, from);
    if (b->n < n || !find(b, from, n, rng_below(r, b->n - n + 1), 0, &at))
        return false;
    write_number(want, n, swapped, b->text + at);
    return true;
}
