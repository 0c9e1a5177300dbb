/* Mutations of the input of a harness: bytes of any length and meaning. */
#include <string.h>

#include "explore/mutate/mutator.h"

enum { LONG_CHUNK = 32, DATA_TRIES = 8 };

/* Puts `n` bytes in place of `old` ones at `at`, cut to `most` bytes in all. */
static void put(strbuf *b, size_t at, size_t old, const char *bytes, size_t n, size_t most)
{
    strbuf all = STRBUF_INIT;
    strbuf_add(&all, b->text, at);
    strbuf_add(&all, bytes, n);
    strbuf_add(&all, b->text + at + old, b->n - at - old);
    strbuf_clear(b);
    strbuf_add(b, all.text, all.n < most ? all.n : most);
    strbuf_free(&all);
}

/* Over what is there, or between it. */
static void put_somewhere(mutator *m, strbuf *b, const char *bytes, size_t n, size_t most)
{
    size_t at = rng_below(&m->random, b->n + 1);
    if (rng_one_in(&m->random, 4))
        at = rng_one_in(&m->random, 2) ? 0 : b->n;
    bool over = rng_one_in(&m->random, 2);
    put(b, at, !over ? 0 : n < b->n - at ? n : b->n - at, bytes, n, most);
}

static void put_word(mutator *m, strbuf *b, size_t most)
{
    strbuf word = STRBUF_INIT;
    const strbuf *token = dictionary_token(&m->words, &m->random);
    if (token && !rng_one_in(&m->random, 3))
        strbuf_add(&word, token->text, token->n);
    else
        value_word(m, &word);
    put_somewhere(m, b, word.text, word.n, most);
    strbuf_free(&word);
}

/* Where the input has an operand of a comparison, as the machine has it or the other way around, it
 * gets the other operand. */
static bool put_operand(mutator *m, strbuf *b)
{
    if (!m->pairs || !m->pairs->n)
        return false;
    compare_pair p = m->pairs->at[rng_below(&m->random, m->pairs->n)];
    uint64_t have = p.a, want = p.b + rng_below(&m->random, 3) - 1;
    if (rng_one_in(&m->random, 2))
        want = p.b;
    if (!p.is_constant && rng_one_in(&m->random, 2)) {
        have = p.b;
        want = p.a;
    }
    size_t n = p.bytes;
    while (n > 1 && rng_one_in(&m->random, 3) && !(have >> (n * 4)) && !(want >> (n * 4)))
        n /= 2;
    if (b->n < n)
        return false;
    char from[8], to[8];
    bool swapped = n > 1 && rng_one_in(&m->random, 2);
    for (size_t i = 0; i < n; i++) {
        from[swapped ? n - 1 - i : i] = (char)(have >> (8 * i));
        to[swapped ? n - 1 - i : i] = (char)(want >> (8 * i));
    }
    size_t start = rng_below(&m->random, b->n - n + 1);
    for (size_t i = 0; i <= b->n - n; i++) {
        size_t at = (start + i) % (b->n - n + 1);
        if (!memcmp(b->text + at, from, n)) {
            memcpy(b->text + at, to, n);
            return true;
        }
    }
    return false;
}

static void cut_chunk(mutator *m, strbuf *b)
{
    if (!b->n)
        return;
    size_t at = rng_below(&m->random, b->n), n = 1 + rng_below(&m->random, b->n - at);
    if (n > LONG_CHUNK && !rng_one_in(&m->random, 4))
        n = 1 + rng_below(&m->random, LONG_CHUNK);
    put(b, at, n, "", 0, b->n);
}

/* A part of the same input, or of another. */
static void copy_chunk(mutator *m, strbuf *b, size_t most)
{
    const strbuf *from = b;
    if (m->other && m->other->objects.n && rng_one_in(&m->random, 2))
        from = &m->other->objects.at[0].bytes;
    if (!from->n)
        return;
    size_t at = rng_below(&m->random, from->n), n = 1 + rng_below(&m->random, from->n - at);
    if (n > LONG_CHUNK && !rng_one_in(&m->random, 4))
        n = 1 + rng_below(&m->random, LONG_CHUNK);
    if (from != b && at < b->n && rng_one_in(&m->random, 2)) { /* what both reach by their parts */
        put(b, at, n < b->n - at ? n : b->n - at, from->text + at, n, most);
        return;
    }
    put_somewhere(m, b, from->text + at, n, most);
}

static void put_bytes(mutator *m, strbuf *b, size_t most)
{
    char bytes[LONG_CHUNK * 4];
    size_t n = 1 + rng_below(&m->random, rng_one_in(&m->random, 8) ? sizeof bytes : 4);
    bool same = rng_one_in(&m->random, 2), text = rng_one_in(&m->random, 2);
    for (size_t i = 0; i < n; i++)
        bytes[i] = same && i ? bytes[0] : text ? value_character(m) : (char)rng_next(&m->random);
    put(b, rng_below(&m->random, b->n + 1), 0, bytes, n, most);
}

void mutate_data(mutator *m, strbuf *b, size_t most)
{
    uint64_t kind = rng_below(&m->random, 16);
    if (kind < 3 && put_operand(m, b))
        return;
    if (kind < 7 && b->n)
        mutate_binary(m, b, most, true);
    else if (kind < 9)
        put_bytes(m, b, most);
    else if (kind < 11)
        cut_chunk(m, b);
    else if (kind < 13)
        copy_chunk(m, b, most);
    else if (kind < 15)
        put_word(m, b, most);
    else
        mutate_text(m, b, most);
}
