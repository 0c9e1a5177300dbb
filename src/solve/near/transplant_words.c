#include "solve/near/transplant_words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "term/core/walk.h"

/* Where words go, and how many there may be. */
typedef struct collection {
    transplant_words *words;
    uint64_t most;
} collection;

static void add_word(collection *c, const void *bytes, size_t n)
{
    transplant_word w = {.n = (uint32_t)(n < TRANSPLANT_LONGEST ? n : TRANSPLANT_LONGEST)};
    if (c->words->n >= c->most)
        return;
    memcpy(w.bytes, bytes, w.n);
    for (size_t i = 0; i < c->words->n; i++)
        if (c->words->at[i].n == w.n && !memcmp(c->words->at[i].bytes, w.bytes, w.n))
            return;
    vec_push(c->words, w);
}

static void add_text(collection *c, const char *text)
{
    add_word(c, text, strlen(text));
}

/* A byte that a conversion accepts: `at` is behind its % and width. */
static char filling(const uint8_t *at, size_t n)
{
    if (*at == '[')
        return n > 1 && at[1] != '^' ? (char)at[1] : 'a';
    return *at == '%' ? '%' : strchr("csS", *at) ? 'a' : '1';
}

/* A format with its conversions filled in, so that it can be read back: the first, the first two, …
 */
static void add_filled(collection *c, const uint8_t *format, size_t n)
{
    char out[TRANSPLANT_LONGEST];
    size_t used = 0, filled = 0;
    for (size_t i = 0; i < n && used + 1 < sizeof out; i++) {
        if (format[i] != '%') {
            out[used++] = (char)format[i];
            continue;
        }
        do
            i++;
        while (i < n && strchr("0123456789.*-+# hlLqjzt", format[i]) && format[i]);
        if (i >= n)
            break;
        out[used++] = filling(format + i, n - i);
        filled = used;
        if (format[i] == '[') /* a ] that comes first belongs to the set */
            for (i += 2; i < n && format[i] != ']';)
                i++;
        add_word(c, out, filled);
    }
    if (filled && used > filled)
        add_word(c, out, used);
}

/* A character of the set that begins at pattern[*at], which is moved to its end; 0: it has none. */
static char of_set(const uint8_t *pattern, size_t n, size_t *at)
{
    static const char tried[] = "a1A b_-.zZ0/";
    size_t start = *at + 1, end;
    bool negated = start < n && (pattern[start] == '!' || pattern[start] == '^');
    start += negated;
    for (end = start + 1; end < n && pattern[end] != ']'; end++)
        if (pattern[end] == '[' && end + 1 < n && pattern[end + 1] == ':')
            for (end += 2; end < n && pattern[end] != ']';)
                end++;
    if (end >= n)
        return 0;
    *at = end;
    bool class = pattern[start] == '[' && start + 4 < end;
    if (!negated && !class)
        return (char)pattern[start];
    if (!negated) /* [[:digit:]] and the like */
        return pattern[start + 2] == 'd' || pattern[start + 2] == 'x'   ? '1'
               : pattern[start + 2] == 'u'                              ? 'A'
               : pattern[start + 2] == 's' || pattern[start + 2] == 'b' ? ' '
               : pattern[start + 2] == 'p' && pattern[start + 3] == 'u' ? '.'
                                                                        : 'a';
    for (size_t i = 0; i + 1 < sizeof tried; i++)
        if (!memchr(pattern + start, tried[i], end - start))
            return tried[i];
    return 0;
}

/* A text that a glob pattern matches, with so many characters for its last star. */
static size_t match_glob(const uint8_t *pattern, size_t n, size_t stars, char *out, size_t size)
{
    size_t used = 0, last = n;
    for (size_t i = 0; i < n; i++)
        last = pattern[i] == '*' ? i : last;
    for (size_t i = 0; i < n && used < size; i++) {
        char set = pattern[i] == '[' ? of_set(pattern, n, &i) : 0;
        if (set)
            out[used++] = set;
        else if (pattern[i] == '*')
            for (size_t k = 0; i == last && k < stars && used < size; k++)
                out[used++] = 'a';
        else if (pattern[i] == '?')
            out[used++] = 'a';
        else
            out[used++] = (char)pattern[pattern[i] == '\\' && i + 1 < n ? ++i : i];
    }
    return used;
}

/* Texts of several lengths that a glob pattern matches, if it may be one. */
static void add_matched(collection *c, const uint8_t *pattern, size_t n)
{
    enum { LONGEST = 8 };
    char out[TRANSPLANT_LONGEST];
    bool star = memchr(pattern, '*', n);
    if (!star && !memchr(pattern, '?', n) && !memchr(pattern, '[', n))
        return;
    for (size_t stars = 0; stars <= (star ? LONGEST : 0); stars++)
        add_word(c, out, match_glob(pattern, n, stars, out, sizeof out));
}

/* Concrete bytes that a box saw, as they lie and as strings. */
static void add_buffer(collection *c, const uint8_t *bytes, size_t n)
{
    size_t text = strnlen((const char *)bytes, n);
    if (text)
        add_word(c, bytes, text);
    add_filled(c, bytes, text);
    add_matched(c, bytes, text);
    if (text < n && n <= TRANSPLANT_LONGEST)
        add_word(c, bytes, n);
}

/* Runs of neighbouring fixed bytes that a call sees. */
static void add_seen(collection *c, const box_cell *cells, size_t n_cells)
{
    uint8_t run[256];
    size_t n = 0;
    for (size_t i = 0; i <= n_cells; i++) {
        bool fixed = i < n_cells && cells[i].argument == BOX_CELL_FIXED;
        bool joins =
            fixed && n < sizeof run && (!n || cells[i].address == cells[i - 1].address + 1);
        if (!joins && n) {
            add_buffer(c, run, n);
            for (size_t k = strnlen((char *)run, n) + 1; k < n;
                 k += strnlen((char *)run + k, n - k) + 1)
                add_buffer(c, run + k, strnlen((char *)run + k, n - k));
            n = 0;
        }
        if (fixed && n < sizeof run)
            run[n++] = cells[i].value;
    }
}

static void add_number(collection *c, uint64_t number, uint32_t width)
{
    char text[40];
    int64_t is_signed = (int64_t)(number << (64 - width)) >> (64 - width);
    snprintf(text, sizeof text, "%" PRId64, is_signed);
    add_text(c, text);
    snprintf(text, sizeof text, "%" PRIu64, number);
    add_text(c, text);
    if (number > 9) {
        snprintf(text, sizeof text, "0x%" PRIx64, number);
        add_text(c, text);
        snprintf(text, sizeof text, "%" PRIx64, number);
        add_text(c, text);
        snprintf(text, sizeof text, "0%" PRIo64, number);
        add_text(c, text);
    }
    if (width == 32 && number >> 16) {
        const unsigned n = (unsigned)number;
        snprintf(text, sizeof text, "%u.%u.%u.%u", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255);
        add_text(c, text);
    }
    for (uint32_t bytes = 1; bytes <= width / 8; bytes *= 2)
        add_word(c, &number, bytes);
}

static void add_fraction(collection *c, const term_bank *b, value_id v)
{
    uint64_t bits;
    char text[40];
    if (!value_small_bits(b, v, &bits))
        return;
    double number;
    if (sort_fp_significand(b, value_sort(b, v)) == 24) {
        uint32_t low = (uint32_t)bits;
        float single;
        memcpy(&single, &low, sizeof single);
        number = single;
    } else {
        memcpy(&number, &bits, sizeof number);
    }
    float narrow = (float)number;
    add_word(c, &narrow, sizeof narrow);
    add_word(c, &number, sizeof number);
    snprintf(text, sizeof text, "%.17g", number);
    add_text(c, text);
    snprintf(text, sizeof text, "%g", number);
    add_text(c, text);
    snprintf(text, sizeof text, "%g", number * 1.5 + 1);
    add_text(c, text);
    snprintf(text, sizeof text, "%g", number / 2 - 1);
    add_text(c, text);
}

/* Where programs, libraries and stacks lie: nobody writes these into an input. */
static bool is_address(uint64_t number, uint32_t width)
{
    return width == 64 && number >> 40 >= 0x55 && number >> 40 <= 0x7f;
}

/* Numbers of the conditions, those of the way wanted first, and their neighbours. */
static void add_constants(collection *c, const question *q)
{
    term_vec order = {0};
    uint32_t found = 0;
    for (size_t i = q->terms.n; i-- > 0 && found < q->limits->word_constants;) {
        vec_clear(&order);
        term_postorder(q->bank, &q->terms.at[i], 1, &order);
        for (size_t k = order.n; k-- > 0 && found < q->limits->word_constants &&
                                 c->words->n < q->limits->word_constants_room;) {
            if (term_op_of(q->bank, order.at[k]) != OP_CONST)
                continue;
            value_id v = term_value(q->bank, order.at[k]);
            value_kind kind = value_kind_of(q->bank, v);
            uint64_t number;
            if (kind == VALUE_FP) {
                add_fraction(c, q->bank, v);
            } else if (kind == VALUE_BV && value_small_bits(q->bank, v, &number)) {
                uint32_t width = sort_bv_width(q->bank, value_sort(q->bank, v));
                if (is_address(number, width))
                    continue;
                add_number(c, number, width);
                add_number(c, number + 1, width);
                add_number(c, number - 1, width);
            } else {
                continue;
            }
            found++;
        }
    }
    vec_free(&order);
}

/* A byte that `t` compares something with; 0: none. */
static uint8_t compared_byte(const term_bank *b, term_id t)
{
    uint64_t number;
    if (term_op_of(b, t) != OP_EQ)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        term_id side = term_arg(b, t, i);
        if (term_op_of(b, side) != OP_CONST)
            continue;
        value_id v = term_value(b, side);
        if (value_kind_of(b, v) == VALUE_BV && sort_bv_width(b, value_sort(b, v)) == 8 &&
            value_small_bits(b, v, &number))
            return (uint8_t)number;
    }
    return 0;
}

/* What the condition that is wanted compares with, byte by byte: a text, forwards or backwards. */
static void add_spelled(collection *c, const question *q)
{
    term_vec order = {0};
    uint8_t text[TRANSPLANT_LONGEST], back[TRANSPLANT_LONGEST];
    size_t n = 0;
    term_postorder(q->bank, &q->wanted, 1, &order);
    for (size_t i = 0; i < order.n && n < sizeof text; i++)
        if (compared_byte(q->bank, order.at[i]))
            text[n++] = compared_byte(q->bank, order.at[i]);
    for (size_t i = 0; i < n; i++)
        back[i] = text[n - 1 - i];
    if (n > 1) {
        add_word(c, text, n);
        add_word(c, back, n);
    }
    vec_free(&order);
}

static void add_remarkable(collection *c)
{
    static const char *const texts[] = {"0",
                                        "1",
                                        "-1",
                                        "7",
                                        "42",
                                        "1000",
                                        "99999999999999999999",
                                        "-99999999999999999999",
                                        "0x10",
                                        "1.5",
                                        "-2.5",
                                        "1e9",
                                        "1e999",
                                        "nan",
                                        "+nan",
                                        "inf",
                                        "-inf",
                                        "1.1.1.1",
                                        "::1",
                                        "12:30",
                                        "2001-02-03",
                                        "a",
                                        "A",
                                        " ",
                                        "x"};
    add_word(c, "", 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_text(c, texts[i]);
}

/* The word with its digits doubled, one number after the other, until it has `length` bytes. False:
 * it has no digits, or is too long already. */
static bool stretch(const transplant_word *from, uint32_t length, transplant_word *to)
{
    *to = *from;
    for (uint32_t at = 0; to->n < length;) {
        uint32_t tried = 0;
        while (tried <= to->n && !isdigit(to->bytes[at % to->n])) {
            at++;
            tried++;
        }
        if (tried > to->n)
            return false;
        at %= to->n;
        memmove(to->bytes + at + 1, to->bytes + at, to->n - at);
        to->n++;
        while (at < to->n && isdigit(to->bytes[at]))
            at++;
    }
    return to->n == length;
}

/* A box that sees so many bytes of the input and then the end of a string wants just so many. */
static void add_stretched(collection *c, const question *q)
{
    transplant_words made = {0};
    uint32_t last = 0, lengths = 0;
    for (size_t i = q->calls.n; i-- > 0 && lengths < q->limits->word_lengths;) {
        size_t n_cells;
        const box_cell *cells = boxes_cells(q->boxes, term_decl(q->bank, q->calls.at[i]), &n_cells);
        uint32_t n = 0;
        while (n < n_cells && cells[n].argument != BOX_CELL_FIXED)
            n++;
        bool ends = n && n < TRANSPLANT_LONGEST && n < n_cells && !cells[n].value;
        if (!ends || n == last)
            continue;
        last = n;
        lengths++;
        for (size_t k = 0; k < c->words->n; k++) {
            transplant_word longer;
            if (c->words->at[k].n && c->words->at[k].n < n && stretch(&c->words->at[k], n, &longer))
                vec_push(&made, longer);
        }
    }
    for (size_t i = 0; i < made.n; i++)
        add_word(c, made.at[i].bytes, made.at[i].n);
    vec_free(&made);
}

void transplant_words_find(transplant_words *words, const question *q)
{
    collection c = {words, q->limits->transplant_words};
    const box_sighting_vec *seen = boxes_sightings(q->boxes);
    for (size_t i = 0; i < seen->n; i++)
        add_word(&c, seen->at[i].bytes, seen->at[i].n);
    for (size_t i = q->calls.n; i-- > 0;) {
        size_t n;
        const box_cell *cells = boxes_cells(q->boxes, term_decl(q->bank, q->calls.at[i]), &n);
        add_seen(&c, cells, n);
    }
    add_spelled(&c, q);
    add_constants(&c, q);
    add_remarkable(&c);
    add_stretched(&c, q);
}
