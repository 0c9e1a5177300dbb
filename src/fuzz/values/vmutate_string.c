/* Strings near a string. */
#include "fuzz/values/vmutate.h"

#include "term/regex/regex.h"

typedef struct text {
    const uint32_t *at;
    size_t n;
} text;

static text text_of(const term_bank *b, value_id v)
{
    text t;
    t.at = value_string_data(b, v, &t.n);
    return t;
}

/* What replaces s[from .. to). */
static void splice(vec_u32 *out, text s, size_t from, size_t to, const uint32_t *middle, size_t n)
{
    vec_append(out, s.at, from);
    vec_append(out, middle, n);
    vec_append(out, s.at + to, s.n - to);
}

/* A character near this one. */
static uint32_t near_character(vwords *w, uint32_t c)
{
    int64_t d = (int64_t)c;
    switch (rng_below(w->r, 6)) {
    case 0:
        d += 1;
        break;
    case 1:
        d -= 1;
        break;
    case 2:
        d += (int64_t)rng_below(w->r, 33) - 16;
        break;
    case 3:
        d ^= 0x20; /* the other case */
        break;
    default:
        return vwords_character(w);
    }
    return d >= 0 && d <= REGEX_MAX_CHAR ? (uint32_t)d : c;
}

/* A piece of the string itself, or a word of the dictionary. */
static text some_piece(vwords *w, text s)
{
    value_id word = rng_one_in(w->r, 2) ? vwords_some(w, SORT_ID_STRING) : 0;
    if (word)
        return text_of(w->bank, word);
    size_t from = rng_below(w->r, s.n + 1);
    return (text){s.at + from, rng_below(w->r, s.n - from + 1)};
}

static void change_characters(vwords *w, text s, vec_u32 *out)
{
    vec_append(out, s.at, s.n);
    uint64_t times = 1 + (rng_one_in(w->r, 3) ? rng_below(w->r, 3) : 0);
    for (uint64_t i = 0; i < times; i++) {
        size_t k = rng_below(w->r, out->n);
        out->at[k] = near_character(w, out->at[k]);
    }
}

/* One up and another down, exchanged, copied, mirrored: what sums and orders do not notice, and
 * symmetry asks for. */
static void shift_characters(vwords *w, text s, vec_u32 *out)
{
    vec_append(out, s.at, s.n);
    size_t i = rng_below(w->r, s.n), j = rng_below(w->r, s.n);
    uint32_t c = out->at[i], d = out->at[j];
    int64_t rise = (int64_t)rng_below(w->r, 3) - 1;
    switch (rng_below(w->r, 5)) {
    case 4: /* a row that rises, falls or stays, from the one at i */
        for (size_t k = 0; k < s.n; k++) {
            int64_t e = (int64_t)c + ((int64_t)k - (int64_t)i) * rise;
            out->at[k] = e >= 0 && e <= REGEX_MAX_CHAR ? (uint32_t)e : c;
        }
        break;
    case 0:
        if (c < REGEX_MAX_CHAR && d) {
            out->at[i]++;
            out->at[j]--;
        }
        break;
    case 1:
        out->at[i] = d;
        out->at[j] = c;
        break;
    case 2:
        out->at[i] = d;
        break;
    default:
        for (size_t k = 0; k < s.n / 2; k++)
            out->at[s.n - 1 - k] = out->at[k];
        break;
    }
}

static void change_length(vwords *w, text s, vec_u32 *out)
{
    size_t from = rng_below(w->r, s.n + 1), to = from + rng_below(w->r, s.n - from + 1);
    uint32_t c = vwords_character(w);
    text piece;
    switch (rng_below(w->r, 6)) {
    case 0: /* one more */
    case 1:
        splice(out, s, from, from, &c, 1);
        break;
    case 2: /* one less */
        splice(out, s, from, from + (from < s.n), NULL, 0);
        break;
    case 3: /* a part less */
        splice(out, s, from, to, NULL, 0);
        break;
    case 4: /* a piece more */
        piece = some_piece(w, s);
        splice(out, s, from, from, piece.at, piece.n);
        break;
    default: /* a piece instead of as many characters */
        piece = some_piece(w, s);
        splice(out, s, from, from + piece.n < s.n ? from + piece.n : s.n, piece.at, piece.n);
        break;
    }
}

value_id vmutate_character(vwords *w, value_id now, uint64_t from, uint64_t to)
{
    if (value_kind_of(w->bank, now) != VALUE_STRING || to > REGEX_MAX_CHAR)
        return 0;
    text s = text_of(w->bank, now);
    size_t first = s.n ? rng_below(w->r, s.n) : 0;
    /* behind the end there is a zero, where C looks for one */
    for (size_t k = 0; k <= s.n; k++) {
        size_t i = k < s.n ? (first + k) % s.n : s.n;
        if ((i < s.n ? s.at[i] : 0) != from)
            continue;
        vec_u32 out = {0};
        uint32_t c = (uint32_t)to;
        splice(&out, s, i, i < s.n ? i + 1 : i, &c, 1);
        value_id v = value_string(w->bank, out.at, out.n);
        vec_free(&out);
        return v;
    }
    return 0;
}

value_id vmutate_shifted(vwords *w, value_id now, int64_t by)
{
    if (value_kind_of(w->bank, now) != VALUE_STRING || by < -(int64_t)REGEX_MAX_CHAR ||
        by > (int64_t)REGEX_MAX_CHAR)
        return 0;
    text s = text_of(w->bank, now);
    size_t i = s.n ? rng_below(w->r, s.n) : 0;
    int64_t c = s.n ? (int64_t)s.at[i] + by : 0;
    return c > 0 && c <= REGEX_MAX_CHAR ? vmutate_character(w, now, s.at[i], (uint64_t)c) : 0;
}

value_id vmutate_placed(vwords *w, value_id now, uint64_t character)
{
    if (value_kind_of(w->bank, now) != VALUE_STRING || !character || character > REGEX_MAX_CHAR)
        return 0;
    text s = text_of(w->bank, now);
    vec_u32 out = {0};
    uint32_t c = (uint32_t)character;
    bool last = rng_one_in(w->r, 4); /* behind the end: texts grow there */
    size_t i = last ? s.n : rng_below(w->r, s.n + 1);
    bool instead = i < s.n && rng_one_in(w->r, 2);
    splice(&out, s, i, i + instead, &c, 1);
    value_id v = out.n <= w->limits->values_length ? value_string(w->bank, out.at, out.n) : 0;
    vec_free(&out);
    return v;
}

value_id vmutate_run(vwords *w, value_id now)
{
    if (value_kind_of(w->bank, now) != VALUE_STRING)
        return 0;
    text s = text_of(w->bank, now);
    if (s.n < 2)
        return 0;
    vec_u32 out = {0};
    vec_append(&out, s.at, s.n);
    size_t from = rng_below(w->r, s.n - 1);
    size_t to = rng_one_in(w->r, 2) ? s.n : from + 2 + rng_below(w->r, s.n - from - 1);
    uint32_t rise = rng_one_in(w->r, 4);
    for (size_t i = from + 1; i < to && out.at[i - 1] + rise <= REGEX_MAX_CHAR; i++)
        out.at[i] = out.at[i - 1] + rise;
    value_id v = value_string(w->bank, out.at, out.n);
    vec_free(&out);
    return v;
}

value_id vmutate_string(vwords *w, value_id now)
{
    text s = text_of(w->bank, now);
    vec_u32 out = {0};
    uint64_t choice = rng_below(w->r, 8);
    if (!s.n || choice < 3)
        change_length(w, s, &out);
    else if (choice < 7)
        change_characters(w, s, &out);
    else
        shift_characters(w, s, &out);
    if (out.n > w->limits->values_length)
        out.n = w->limits->values_length;
    value_id v = value_string(w->bank, out.at, out.n);
    vec_free(&out);
    return v;
}
