/* Mutations of bytes: texts with lines and words, and bytes without meaning. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "explore/mutate/mutator.h"

enum { LONG_LINE = 600 };

/* Puts `n` bytes in place of `old` ones at `at`; does nothing when that makes too much. */
static void replace(strbuf *b, size_t at, size_t old, const char *bytes, size_t n, size_t most)
{
    if (n > old && b->n + (n - old) > most)
        return;
    strbuf tail = STRBUF_INIT; /* also keeps `bytes` valid where they are of `b` itself */
    strbuf_add(&tail, bytes, n);
    strbuf_add(&tail, b->text + at + old, b->n - at - old);
    b->n = at;
    strbuf_add(b, tail.text, tail.n);
    strbuf_free(&tail);
}

static void insert(strbuf *b, size_t at, const char *bytes, size_t n, size_t most)
{
    replace(b, at, 0, bytes, n, most);
}

/* A line (with its end), chosen at random. */
static void some_line(mutator *m, const strbuf *b, size_t *at, size_t *n)
{
    size_t from = rng_below(&m->random, b->n + 1), to = from;
    while (from && b->text[from - 1] != '\n')
        from--;
    while (to < b->n && b->text[to] != '\n')
        to++;
    *at = from;
    *n = to + (to < b->n) - from;
}

/* A run of letters and digits, or of digits only. */
static bool some_word(mutator *m, const strbuf *b, bool digits, size_t *at, size_t *n)
{
    if (!b->n)
        return false;
    size_t start = rng_below(&m->random, b->n);
    for (size_t i = 0; i < b->n; i++) {
        size_t p = (start + i) % b->n, end;
        if (!(digits ? isdigit((unsigned char)b->text[p]) : isalnum((unsigned char)b->text[p])))
            continue;
        while (p && (digits ? isdigit((unsigned char)b->text[p - 1])
                            : isalnum((unsigned char)b->text[p - 1])))
            p--;
        for (end = p; end < b->n && (digits ? isdigit((unsigned char)b->text[end])
                                            : isalnum((unsigned char)b->text[end]));)
            end++;
        *at = p;
        *n = end - p;
        return true;
    }
    return false;
}

static void mutate_line(mutator *m, strbuf *b, size_t most)
{
    size_t at, n, at2, n2;
    some_line(m, b, &at, &n);
    some_line(m, b, &at2, &n2);
    switch (rng_below(&m->random, 4)) {
    case 0:
        replace(b, at, n, "", 0, most);
        break;
    case 1:
        insert(b, at, b->text + at, n, most);
        break;
    case 2:
        insert(b, at2, b->text + at, n, most);
        break;
    default: /* the line's end is the text's end */
        b->n = at + n;
        if (b->n && b->text[b->n - 1] == '\n' && rng_one_in(&m->random, 2))
            b->n--;
        if (b->capacity)
            b->text[b->n] = '\0';
        break;
    }
}

/* Another number that looks like it: a digit more, another one, a fraction. */
static void vary_number(mutator *m, strbuf *b, size_t at, size_t n, size_t most)
{
    char digit[3] = {'.', (char)('0' + rng_below(&m->random, 10)),
                     (char)('0' + rng_below(&m->random, 10))};
    switch (rng_below(&m->random, 4)) {
    case 0:
        insert(b, at + rng_below(&m->random, n + 1), digit + 1, 1 + rng_below(&m->random, 2), most);
        break;
    case 1:
        insert(b, at + n, digit, 2 + rng_below(&m->random, 2), most);
        break;
    case 2:
        for (size_t i = 0; i < n; i++)
            b->text[at + i] = (char)('0' + rng_below(&m->random, 10));
        break;
    default:
        b->text[at + rng_below(&m->random, n)] = digit[1];
    }
}

static bool is_number(const strbuf *b, size_t at, size_t n, uint64_t *value)
{
    enum { MOST_DIGITS = 19 };
    *value = 0;
    for (size_t i = 0; i < n && n <= MOST_DIGITS; i++)
        *value = *value * 10 + (uint64_t)(b->text[at + i] - '0');
    if (at && b->text[at - 1] == '-')
        *value = 0 - *value;
    return n <= MOST_DIGITS;
}

/* Where the text has a number that was compared with another, or one next to it, it gets the other, or what is next to
 * that. */
static bool put_compared(mutator *m, strbuf *b, size_t most)
{
    size_t at, n;
    uint64_t value;
    if (!m->pairs || !m->pairs->n || !some_word(m, b, true, &at, &n) ||
        !is_number(b, at, n, &value))
        return false;
    size_t start = rng_below(&m->random, m->pairs->n);
    for (size_t i = 0; i < m->pairs->n; i++) {
        const compare_pair *p = &m->pairs->at[(start + i) % m->pairs->n];
        uint64_t mask = p->bytes < 8 ? (UINT64_C(1) << (8 * p->bytes)) - 1 : UINT64_MAX;
        bool swap = !p->is_constant && rng_one_in(&m->random, 2);
        uint64_t have = swap ? p->b : p->a, want = swap ? p->a : p->b;
        uint64_t apart = (value - have + 1) & mask; /* 0 to 2: at most one away */
        if (p->bytes < 2 || apart > 2)
            continue;
        uint64_t sign = (mask >> 1) + 1;
        uint64_t other = ((want & mask) ^ sign) - sign + apart - 2 + rng_below(&m->random, 3);
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%" PRId64, (int64_t)other);
        bool minus = at && b->text[at - 1] == '-';
        replace(b, at - minus, n + minus, text.text, text.n, most);
        strbuf_free(&text);
        return true;
    }
    return false;
}

static void mutate_word(mutator *m, strbuf *b, size_t most)
{
    size_t at, n;
    strbuf word = STRBUF_INIT;
    bool digits = rng_one_in(&m->random, 3);
    if (digits && rng_one_in(&m->random, 2) && put_compared(m, b, most))
        return;
    if (!some_word(m, b, digits, &at, &n))
        at = n = 0;
    if (digits && n && rng_one_in(&m->random, 2)) {
        vary_number(m, b, at, n, most);
        return;
    }
    if (digits)
        value_number(m, &word);
    else
        value_word(m, &word);
    replace(b, at, n, word.text, word.n, most);
    strbuf_free(&word);
}

static void insert_characters(mutator *m, strbuf *b, size_t most)
{
    char bytes[2] = {value_character(m), value_character(m)};
    if (rng_one_in(&m->random, 4)) {
        static const char special[] = "\n\t \r\f\v\b\\\"'\033\x80\xc3";
        bytes[0] = special[rng_below(&m->random, sizeof special - 1)];
    }
    insert(b, rng_below(&m->random, b->n + 1), bytes, 1 + rng_below(&m->random, 2), most);
}

static void move_chunk(mutator *m, strbuf *b, size_t most)
{
    if (!b->n)
        return;
    size_t at = rng_below(&m->random, b->n), n = 1 + rng_below(&m->random, b->n - at);
    if (n > 16 && !rng_one_in(&m->random, 4))
        n = 1 + rng_below(&m->random, 16);
    switch (rng_below(&m->random, 3)) {
    case 0:
        replace(b, at, n, "", 0, most);
        break;
    case 1:
        insert(b, at, b->text + at, n, most);
        break;
    default:
        insert(b, rng_below(&m->random, b->n + 1), b->text + at, n, most);
    }
}

/* A whole other text. */
static void renew(mutator *m, strbuf *b, size_t most)
{
    strbuf_clear(b);
    if (m->output && m->output->n && rng_one_in(&m->random, 2))
        strbuf_add(b, m->output->text, m->output->n);
    else
        sample_text(rng_next(&m->random), b);
    if (b->n > most) {
        b->n = most;
        b->text[most] = '\0';
    }
}

static void lengthen(mutator *m, strbuf *b, size_t most)
{
    char line[LONG_LINE];
    memset(line, value_character(m), sizeof line);
    for (size_t i = 0; i < sizeof line && rng_one_in(&m->random, 2); i++)
        line[rng_below(&m->random, sizeof line)] = ' ';
    size_t n = 1 + rng_below(&m->random, sizeof line - 1);
    insert(b, rng_below(&m->random, b->n + 1), line, n, most);
}

static void flip(mutator *m, strbuf *b)
{
    if (!b->n)
        return;
    char *p = &b->text[rng_below(&m->random, b->n)];
    switch (rng_below(&m->random, 4)) {
    case 0:
        *p = value_character(m);
        break;
    case 1:
        *p = (char)(*p ^ 1 << rng_below(&m->random, 8));
        break;
    case 2:
        *p = (char)(*p + (rng_one_in(&m->random, 2) ? 1 : -1));
        break;
    default:
        *p = (char)rng_next(&m->random);
    }
}

void mutate_piece(mutator *m, strbuf *text, size_t most)
{
    uint64_t kind = rng_below(&m->random, 17);
    if (kind < 4)
        mutate_word(m, text, most);
    else if (kind < 8)
        insert_characters(m, text, most);
    else if (kind < 11)
        move_chunk(m, text, most);
    else if (kind < 15)
        flip(m, text);
    else if (most > m->limits->variant_arg_bytes) /* a file rather than an argument */
        mutate_line(m, text, most);
    else
        replace(text, rng_below(&m->random, text->n + 1), 0, (char[]){value_character(m)}, 1, most);
}

void mutate_text(mutator *m, strbuf *text, size_t most)
{
    uint64_t kind = rng_below(&m->random, 20);
    if (kind < 17 || most <= m->limits->variant_arg_bytes)
        mutate_piece(m, text, most);
    else if (kind < 18)
        renew(m, text, most);
    else if (kind < 19 && rng_one_in(&m->random, 2))
        lengthen(m, text, most);
    else if (rng_one_in(&m->random, 4))
        strbuf_clear(text);
    else
        replace(text, rng_below(&m->random, text->n + 1), 0, (char[]){value_character(m)}, 1, most);
}

static void put_number(mutator *m, strbuf *b)
{
    size_t bytes = (size_t)1 << rng_below(&m->random, 4);
    if (b->n < bytes)
        return;
    static const uint64_t edges[] = {0,          1,          2,         16,        0x7f,
                                     0x80,       0xff,       0x7fff,    0x8000,    0x7fffffff,
                                     0x80000000, 0xffffffff, INT64_MAX, UINT64_MAX};
    uint64_t v = edges[rng_below(&m->random, sizeof edges / sizeof *edges)];
    if (m->words.numbers.n && rng_one_in(&m->random, 2))
        v = m->words.numbers.at[rng_below(&m->random, m->words.numbers.n)];
    memcpy(b->text + rng_below(&m->random, b->n - bytes + 1), &v, bytes);
}

void mutate_binary(mutator *m, strbuf *b, size_t most, bool fixed)
{
    uint64_t kind = rng_below(&m->random, fixed ? 6 : 10);
    if (kind < 2)
        flip(m, b);
    else if (kind < 4)
        put_number(m, b);
    else if (kind < 5 && b->n) {
        size_t from = rng_below(&m->random, b->n), to = rng_below(&m->random, b->n);
        size_t n = b->n - (from > to ? from : to);
        memmove(b->text + to, b->text + from, 1 + rng_below(&m->random, n));
    } else if (kind < 6 && b->n) {
        size_t at = rng_below(&m->random, b->n);
        memset(b->text + at, (int)(uint8_t)value_character(m),
               1 + rng_below(&m->random, b->n - at));
    } else if (kind < 8)
        move_chunk(m, b, most);
    else
        insert_characters(m, b, most);
}
