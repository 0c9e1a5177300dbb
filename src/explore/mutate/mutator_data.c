/* Mutations of data, which a harness or a program without arguments is given: bytes of any length and meaning. */
#include <ctype.h>
#include <string.h>

#include "explore/mutate/mutator.h"

enum { LONG_CHUNK = 32 };

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
static void copy_chunk(mutator *m, strbuf *b, const strbuf *other, size_t most)
{
    const strbuf *from = other && rng_one_in(&m->random, 2) ? other : b;
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

/* Nothing that no text would have. */
static bool is_text(const strbuf *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (iscntrl((unsigned char)b->text[i]) && !isspace((unsigned char)b->text[i]))
            return false;
    return true;
}

void mutate_data(mutator *m, strbuf *b, const strbuf *other, size_t most)
{
    uint64_t kind = rng_below(&m->random, 16);
    if (kind < 3 && operands_put(m->pairs, b, &m->random))
        return;
    if (kind < 15 && rng_one_in(&m->random, 3) && is_text(b))
        kind = 15;
    if (kind < 7 && b->n)
        mutate_binary(m, b, most, true);
    else if (kind < 9)
        put_bytes(m, b, most);
    else if (kind < 11)
        cut_chunk(m, b);
    else if (kind < 13)
        copy_chunk(m, b, other, most);
    else if (kind < 15)
        put_word(m, b, most);
    else
        mutate_piece(m, b, most);
}
