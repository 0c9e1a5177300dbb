#include "fuzz/ranges/range.h"

static uint64_t mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static uint64_t sign_bit(unsigned width)
{
    return UINT64_C(1) << (width - 1);
}

static int64_t as_signed(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

fuzz_range fuzz_range_all(unsigned width)
{
    fuzz_range r = {.width = width, .least = INT64_MIN, .most = INT64_MAX};
    if (width) {
        r.high = mask(width);
        r.least = as_signed(sign_bit(width), width);
        r.most = (int64_t)(mask(width) >> 1);
    }
    return r;
}

fuzz_range fuzz_range_one(unsigned width, uint64_t word)
{
    fuzz_range r = {.width = width, .least = (int64_t)word, .most = (int64_t)word};
    if (width) {
        r.low = r.high = r.ones = word;
        r.known = mask(width);
        r.least = r.most = as_signed(word, width);
    }
    return r;
}

/* The known bits from the unsigned interval: its ends agree above the first bit they differ in. */
static void bits_of_interval(fuzz_range *r)
{
    uint64_t differ = r->low ^ r->high;
    uint64_t below = differ ? UINT64_MAX >> __builtin_clzll(differ) : 0;
    uint64_t same = mask(r->width) & ~below;
    if ((r->ones ^ r->low) & r->known & same)
        r->empty = true;
    r->known |= same;
    r->ones |= r->low & same;
}

static void interval_of_bits(fuzz_range *r)
{
    uint64_t highest = r->ones | (mask(r->width) & ~r->known);
    if (r->low < r->ones)
        r->low = r->ones;
    if (r->high > highest)
        r->high = highest;
}

/* Between the signed and the unsigned interval, where the sign is the same throughout. */
static void match_signs(fuzz_range *r)
{
    uint64_t sign = sign_bit(r->width);
    if (r->high < sign || r->low >= sign) {
        int64_t least = as_signed(r->low, r->width), most = as_signed(r->high, r->width);
        r->least = least > r->least ? least : r->least;
        r->most = most < r->most ? most : r->most;
    }
    if (r->least >= 0 || r->most < 0) {
        uint64_t low = (uint64_t)r->least & mask(r->width);
        uint64_t high = (uint64_t)r->most & mask(r->width);
        r->low = low > r->low ? low : r->low;
        r->high = high < r->high ? high : r->high;
    }
}

static bool same(const fuzz_range *a, const fuzz_range *b)
{
    return a->low == b->low && a->high == b->high && a->least == b->least && a->most == b->most &&
           a->known == b->known && a->ones == b->ones && a->empty == b->empty;
}

/* Lets each view sharpen the others; whether anything is new since `before`. */
static bool settle(fuzz_range *r, const fuzz_range *before)
{
    fuzz_range last;
    do {
        last = *r;
        r->empty |= r->least > r->most;
        if (!r->width || r->empty)
            break;
        match_signs(r);
        r->empty |= r->least > r->most || r->low > r->high;
        if (r->empty)
            break;
        bits_of_interval(r);
        interval_of_bits(r);
        r->empty |= r->low > r->high;
    } while (!r->empty && !same(r, &last));
    return !same(r, before);
}

bool fuzz_range_unsigned(fuzz_range *r, uint64_t low, uint64_t high)
{
    fuzz_range before = *r;
    if (!r->width)
        return false;
    r->empty |= low > high;
    r->low = low > r->low ? low : r->low;
    r->high = high < r->high ? high : r->high;
    return settle(r, &before);
}

bool fuzz_range_signed(fuzz_range *r, int64_t least, int64_t most)
{
    fuzz_range before = *r;
    r->least = least > r->least ? least : r->least;
    r->most = most < r->most ? most : r->most;
    return settle(r, &before);
}

bool fuzz_range_bits(fuzz_range *r, uint64_t known, uint64_t ones)
{
    fuzz_range before = *r;
    if (!r->width)
        return false;
    known &= mask(r->width);
    ones &= known;
    r->empty |= ((r->ones ^ ones) & r->known & known) != 0;
    r->known |= known;
    r->ones |= ones;
    interval_of_bits(r);
    return settle(r, &before);
}

bool fuzz_range_meet(fuzz_range *r, const fuzz_range *other)
{
    bool changed = fuzz_range_signed(r, other->least, other->most);
    changed |= fuzz_range_unsigned(r, other->low, other->high);
    changed |= fuzz_range_bits(r, other->known, other->ones);
    if (other->empty && !r->empty)
        r->empty = changed = true;
    return changed;
}

void fuzz_range_join(fuzz_range *r, const fuzz_range *other)
{
    if (other->empty)
        return;
    if (r->empty) {
        *r = *other;
        return;
    }
    r->low = other->low < r->low ? other->low : r->low;
    r->high = other->high > r->high ? other->high : r->high;
    r->least = other->least < r->least ? other->least : r->least;
    r->most = other->most > r->most ? other->most : r->most;
    r->known &= other->known & ~(r->ones ^ other->ones);
    r->ones &= r->known;
}

bool fuzz_range_single(const fuzz_range *r, uint64_t *word)
{
    *word = r->width ? r->low : (uint64_t)r->least;
    if (r->empty || r->width)
        return !r->empty && r->low == r->high;
    return r->least == r->most && r->least != INT64_MIN && r->most != INT64_MAX;
}

bool fuzz_range_has(const fuzz_range *r, uint64_t word)
{
    int64_t number = r->width ? as_signed(word, r->width) : (int64_t)word;
    if (r->empty || number < r->least || number > r->most)
        return false;
    return !r->width || (word >= r->low && word <= r->high && (word & r->known) == r->ones);
}

uint64_t fuzz_range_fit(const fuzz_range *r, uint64_t word)
{
    if (r->empty || fuzz_range_has(r, word))
        return word;
    bool by_sign = !r->width || (uint64_t)r->most - (uint64_t)r->least < r->high - r->low;
    uint64_t first = by_sign ? (uint64_t)r->least : r->low;
    uint64_t span = (by_sign ? (uint64_t)r->most : r->high) - first;
    word = first + (span == UINT64_MAX ? word : (word - first) % (span + 1));
    return r->width ? ((word & ~r->known) | r->ones) & mask(r->width) : word;
}

/* ---- Going through the values ---------------------------------------------------------------- */

/* The signed interval is the smaller one when it lies around 0. */
static bool by_sign(const fuzz_range *r)
{
    return r->width && (uint64_t)r->most - (uint64_t)r->least < r->high - r->low;
}

uint64_t fuzz_range_size(const fuzz_range *r)
{
    if (r->empty)
        return 0;
    if (!r->width)
        return r->least == INT64_MIN || r->most == INT64_MAX
                   ? UINT64_MAX
                   : (uint64_t)r->most - (uint64_t)r->least + 1;
    uint64_t span = by_sign(r) ? (uint64_t)r->most - (uint64_t)r->least : r->high - r->low;
    unsigned open = r->width - (unsigned)__builtin_popcountll(r->known);
    uint64_t patterns = open < 64 ? UINT64_C(1) << open : UINT64_MAX;
    return span < patterns ? span + 1 : patterns;
}

/* The smallest number from `low` on with these known bits, `width` bits wide. */
static bool at_least(uint64_t low, uint64_t known, uint64_t ones, unsigned width, uint64_t *found)
{
    uint64_t wrong = (low ^ ones) & known;
    *found = low;
    if (!wrong)
        return true;
    unsigned at = 63 - (unsigned)__builtin_clzll(wrong);
    if (!(ones >> at & 1)) { /* a bit above must go up: the lowest that is open and 0 */
        uint64_t above = at == 63 ? 0 : UINT64_MAX << (at + 1);
        uint64_t choices = ~low & ~known & above & mask(width);
        if (!choices)
            return false;
        at = (unsigned)__builtin_ctzll(choices);
    }
    uint64_t bit = UINT64_C(1) << at;
    *found = (low & ~(bit | (bit - 1))) | bit | (ones & (bit - 1));
    return true;
}

/* The first value from the word on, in the order of going through: by the smaller interval, which
 * the other one may still have a gap in. */
static bool from(const fuzz_range *r, uint64_t start, uint64_t *word)
{
    uint64_t flip = by_sign(r) ? sign_bit(r->width) : 0, ones = (r->ones ^ flip) & r->known;
    uint64_t last = (flip ? (uint64_t)r->most & mask(r->width) : r->high) ^ flip, found;
    for (start ^= flip; at_least(start, r->known, ones, r->width, &found) && found <= last;) {
        *word = found ^ flip;
        if (fuzz_range_has(r, *word))
            return true;
        if (found == last)
            break;
        start = found + 1;
    }
    return false;
}

bool fuzz_range_first(const fuzz_range *r, uint64_t *word)
{
    if (r->empty || r->width)
        return !r->empty &&
               from(r, by_sign(r) ? (uint64_t)r->least & mask(r->width) : r->low, word);
    *word = (uint64_t)r->least;
    return true;
}

bool fuzz_range_next(const fuzz_range *r, uint64_t *word)
{
    if (!r->width)
        return (int64_t)*word < r->most && (++*word, true);
    uint64_t flip = by_sign(r) ? sign_bit(r->width) : 0;
    if ((*word ^ flip) == mask(r->width))
        return false;
    return from(r, ((*word ^ flip) + 1) ^ flip, word);
}
