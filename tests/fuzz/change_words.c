#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "fuzz/change.h"

enum {
    POOL = 4096,
    LONGEST_WORD = 40,
    GROUPS = 512,
    LONGEST_GROUP = 120,
    MOST_SPANS = 1024,
    LONGEST_COPY = 2048,
    LIKEST = 9, /* a power of two */
    TRIES = 64
};

/* Words of the dictionary and of inputs that came by. */
static struct {
    char text[POOL][LONGEST_WORD];
    uint8_t n[POOL];
    size_t count, from_inputs; /* those of the dictionary stay */
} pool;

/* Groups of inputs that came by. */
static struct {
    uint8_t text[GROUPS][LONGEST_GROUP];
    size_t n[GROUPS], count;
} seen;

typedef struct span {
    size_t at, n;
} span;

typedef struct spans {
    span at[MOST_SPANS];
    size_t n;
} spans;

static void keep_word(size_t place, const char *text, size_t n)
{
    memcpy(pool.text[place], text, n);
    pool.n[place] = (uint8_t)n;
}

void fuzz_words_read(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    while (file && fgets(line, sizeof line, file)) {
        char *first = strchr(line, '"'), *last = strrchr(line, '"');
        size_t n = first ? (size_t)(last - first) : 0;
        if (*line != '#' && n > 1 && n - 1 < LONGEST_WORD && pool.count < POOL / 2 &&
            !memchr(first, '\\', n))
            keep_word(pool.count++, first + 1, n - 1);
    }
    if (file)
        fclose(file);
    pool.from_inputs = pool.count;
}

static bool is_apart(uint8_t c)
{
    return c <= ' ' || strchr("(){}[],;", c);
}

static void find_words(const uint8_t *data, size_t size, spans *found)
{
    found->n = 0;
    for (size_t i = 0; i < size && found->n < MOST_SPANS;) {
        size_t n = 0;
        while (i + n < size && !is_apart(data[i + n]))
            n++;
        if (n)
            found->at[found->n++] = (span){i, n};
        i += n ? n : 1;
    }
}

/* From a '(' to the ')' that belongs to it. */
static void find_groups(const uint8_t *data, size_t size, spans *found)
{
    size_t open[64], depth = 0;
    found->n = 0;
    for (size_t i = 0; i < size && found->n < MOST_SPANS; i++) {
        if (data[i] == '(' && depth < sizeof open / sizeof *open)
            open[depth++] = i;
        else if (data[i] == ')' && depth)
            found->at[found->n++] = (span){open[depth - 1], i + 1 - open[depth - 1]}, depth--;
    }
}

static void remember_words(const uint8_t *data, const spans *words, rng *r)
{
    for (int i = 0; i < 2 && words->n; i++) {
        span w = words->at[rng_below(r, words->n)];
        size_t room = POOL - pool.from_inputs;
        if (w.n >= LONGEST_WORD)
            continue;
        size_t place = pool.count < POOL ? pool.count++ : pool.from_inputs + rng_below(r, room);
        keep_word(place, (const char *)data + w.at, w.n);
    }
}

/* `text` instead of a span; too long: nothing happens. */
static size_t put(uint8_t *data, size_t size, size_t most, span where, const void *text, size_t n)
{
    uint8_t copy[LONGEST_COPY];
    if (n > sizeof copy || size - where.n + n > most)
        return size;
    memcpy(copy, text, n);
    memmove(data + where.at + n, data + where.at + where.n, size - where.at - where.n);
    memcpy(data + where.at, copy, n);
    return size - where.n + n;
}

static void remember_group(const uint8_t *data, span group, rng *r)
{
    if (group.n > LONGEST_GROUP)
        return;
    size_t place = seen.count < GROUPS ? seen.count++ : rng_below(r, GROUPS);
    memcpy(seen.text[place], data + group.at, group.n);
    seen.n[place] = group.n;
}

static size_t change_group(uint8_t *data, size_t size, size_t most, rng *r)
{
    static spans groups;
    find_groups(data, size, &groups);
    if (!groups.n)
        return size;
    span one = groups.at[rng_below(r, groups.n)], other = groups.at[rng_below(r, groups.n)];
    remember_group(data, other, r);
    switch (rng_below(r, 6)) {
    case 0:
        return put(data, size, most, one, "", 0);
    case 1: /* once more, behind itself */
        return put(data, size, most, (span){one.at + one.n, 0}, data + one.at, one.n);
    case 2:
    case 3:
        if (seen.count) { /* of another input */
            size_t place = rng_below(r, seen.count);
            return put(data, size, most, one, seen.text[place], seen.n[place]);
        }
        /* fall through */
    default:
        return put(data, size, most, one, data + other.at, other.n);
    }
}

/* How many letters two words begin and end with alike. */
static size_t likeness(size_t place, const uint8_t *old, size_t n)
{
    const char *word = pool.text[place];
    size_t m = pool.n[place], least = m < n ? m : n, head = 0, tail = 0;
    while (head < least && word[head] == (char)old[head])
        head++;
    while (head + tail < least && word[m - 1 - tail] == (char)old[n - 1 - tail])
        tail++;
    return head == n && head == m ? 0 : head + tail;
}

/* Half of the time of the dictionary, where there is one, and the likest of several: names of a kind
 * are like each other. */
static size_t choose_word(const uint8_t *old, size_t n, rng *r)
{
    size_t own = rng_one_in(r, 2) ? pool.from_inputs : 0,
           place = rng_below(r, own ? own : pool.count);
    for (uint64_t i = own ? (UINT64_C(1) << rng_below(r, LIKEST)) : 0; i > 0; i--) {
        size_t other = rng_below(r, own);
        if (likeness(other, old, n) > likeness(place, old, n))
            place = other;
    }
    return place;
}

/* A word; half of the time the first one of a group, which says what the group is. */
static span choose_place(const uint8_t *data, const spans *words, rng *r)
{
    bool head = rng_one_in(r, 2);
    span one = words->at[rng_below(r, words->n)];
    for (int i = 0; head && i < TRIES && one.at && data[one.at - 1] != '('; i++)
        one = words->at[rng_below(r, words->n)];
    return one;
}

static size_t change_word(uint8_t *data, size_t size, size_t most, rng *r)
{
    static spans words;
    find_words(data, size, &words);
    if (!words.n)
        return size;
    span one = choose_place(data, &words, r), other = words.at[rng_below(r, words.n)];
    remember_words(data, &words, r);
    if (rng_one_in(r, 4))
        return put(data, size, most, one, data + other.at, other.n);
    if (!pool.count)
        return size;
    size_t place = choose_word(data + one.at, one.n, r);
    return put(data, size, most, one, pool.text[place], pool.n[place]);
}

static void find_numbers(const uint8_t *data, size_t size, spans *found)
{
    found->n = 0;
    for (size_t i = 0; i < size && found->n < MOST_SPANS;) {
        size_t n = 0;
        while (i + n < size && data[i + n] >= '0' && data[i + n] <= '9')
            n++;
        if (n)
            found->at[found->n++] = (span){i, n};
        i += n ? n : 1;
    }
}

/* Another number: of few bits, a neighbour, or next to a power of two. */
static size_t change_number(uint8_t *data, size_t size, size_t most, rng *r)
{
    static spans numbers;
    char text[32];
    find_numbers(data, size, &numbers);
    if (!numbers.n)
        return size;
    span one = numbers.at[rng_below(r, numbers.n)];
    uint64_t old = 0, now;
    for (size_t i = 0; i < one.n; i++)
        old = old * 10 + (data[one.at + i] - '0');
    switch (rng_below(r, 4)) {
    case 0:
        now = rng_one_in(r, 2) ? old + 1 : old - 1;
        break;
    case 1:
        now = (UINT64_C(1) << rng_below(r, 64)) + rng_below(r, 3) - 1;
        break;
    default:
        now = rng_below(r, UINT64_C(1) << (1 + rng_below(r, 10)));
    }
    int n = snprintf(text, sizeof text, "%llu", (unsigned long long)now);
    return put(data, size, most, one, text, (size_t)n);
}

size_t fuzz_change_words(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    rng r;
    rng_seed(&r, seed);
    if (rng_one_in(&r, 2))
        return LLVMFuzzerMutate(data, size, most);
    for (uint64_t n = 1 + rng_below(&r, 3); n > 0; n--)
        size = rng_one_in(&r, 6)   ? change_number(data, size, most, &r)
               : rng_one_in(&r, 3) ? change_group(data, size, most, &r)
                                   : change_word(data, size, most, &r);
    return size ? size : LLVMFuzzerMutate(data, size, most);
}
