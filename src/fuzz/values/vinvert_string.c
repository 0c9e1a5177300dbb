/* Wanted values through strings. */
#include "fuzz/values/vinvert_impl.h"

/* Of the longest string that is made. */
static int64_t longest(const vrequest *q)
{
    return (int64_t)q->w->limits->values_length;
}

typedef struct text {
    const uint32_t *at;
    size_t n;
} text;

static text text_of(const vrequest *q, value_id v)
{
    text t = {NULL, 0};
    if (v)
        t.at = value_string_data(q->bank, v, &t.n);
    return t;
}

static value_id finish(const vrequest *q, vec_u32 *out)
{
    value_id v = out->n <= (size_t)longest(q) ? value_string(q->bank, out->at, out->n) : 0;
    vec_free(out);
    return v;
}

/* `s` with `part` over what stands at `place` for `n` characters; longer if it must be. */
static value_id overwritten(const vrequest *q, text s, size_t place, size_t n, text part)
{
    vec_u32 out = {0};
    if (place > (size_t)longest(q))
        return 0;
    vec_append(&out, s.at, place < s.n ? place : s.n);
    while (out.n < place)
        vec_push(&out, vwords_character(q->w));
    vec_append(&out, part.at, part.n);
    if (place < s.n && n < s.n - place)
        vec_append(&out, s.at + place + n, s.n - place - n);
    return finish(q, &out);
}

/* An Int operand as a place; false when it is negative or large. */
static bool place_of(const vrequest *q, uint32_t i, size_t *place)
{
    int64_t n;
    value_id v = vrequest_operand(q, i);
    if (!v || !value_small_int(q->bank, v, &n) || n < 0 || n > longest(q))
        return false;
    *place = (size_t)n;
    return true;
}

static value_id some_part(const vrequest *q, text s)
{
    size_t from = rng_below(q->r, s.n + 1), n = rng_below(q->r, s.n - from + 1);
    return value_string(q->bank, s.at + from, n);
}

/* Where `part` occurs in `s` from `from` on; s.n + 1: nowhere. */
static size_t find(text s, text part, size_t from)
{
    for (size_t i = from; i + part.n <= s.n; i++)
        if (!part.n || !memcmp(s.at + i, part.at, part.n * sizeof *s.at))
            return i;
    return s.n + 1;
}

/* Each operand gets its part of what is wanted: fixed ones where they occur, one at random what is
 * left, the others as much as they have now. */
static void invert_concat(const vrequest *q)
{
    text goal = text_of(q, q->wanted);
    uint32_t elastic = 0;
    vrequest_pick(q, &elastic);
    size_t at = 0, behind = 0;
    for (uint32_t i = elastic + 1; i < q->n; i++)
        behind += text_of(q, vrequest_operand(q, i)).n;
    for (uint32_t i = 0; i < q->n; i++) {
        size_t left = goal.n - at, n = text_of(q, vrequest_operand(q, i)).n;
        if (i == elastic) {
            n = left > behind ? left - behind : 0;
            if (i + 1 < q->n && !vrequest_moves(q, i + 1)) { /* up to where the next one is */
                size_t next = find(goal, text_of(q, vrequest_operand(q, i + 1)), at);
                if (next <= goal.n && rng_one_in(q->r, 2))
                    n = next - at;
            }
        }
        n = n < left ? n : left;
        if (i + 1 == q->n)
            n = left;
        if (vrequest_moves(q, i))
            vrequest_want(q, i, value_string(q->bank, goal.at + at, n));
        at += n;
    }
}

static void invert_length(const vrequest *q)
{
    int64_t n;
    text s = text_of(q, vrequest_operand(q, 0));
    vec_u32 out = {0};
    if (!value_small_int(q->bank, q->wanted, &n) || n < 0 || n > longest(q))
        return;
    size_t cut = s.n > (size_t)n ? s.n - (size_t)n : 0;
    size_t from = rng_one_in(q->r, 4) ? cut : 0; /* the end goes, or the beginning */
    vec_append(&out, s.at + from, s.n - cut);
    while (out.n < (size_t)n)
        vec_push(&out, vwords_character(q->w));
    vrequest_want(q, 0, finish(q, &out));
}

static void invert_at(const vrequest *q)
{
    text s = text_of(q, vrequest_operand(q, 0)), goal = text_of(q, q->wanted);
    size_t place;
    if (vrequest_moves(q, 1) && (!vrequest_moves(q, 0) || rng_one_in(q->r, 4))) {
        place = goal.n == 1 ? find(s, goal, 0) : s.n;
        vrequest_want(q, 1, value_int(q->bank, (int64_t)place));
    } else if (place_of(q, 1, &place)) {
        if (goal.n == 1)
            vrequest_want(q, 0, overwritten(q, s, place, 1, goal));
        else if (!goal.n && place < s.n)
            vrequest_want(q, 0, value_string(q->bank, s.at, place));
    }
}

static void invert_substring(const vrequest *q)
{
    text s = text_of(q, vrequest_operand(q, 0)), goal = text_of(q, q->wanted);
    size_t place, n;
    vrequest_want(q, 2, value_int(q->bank, (int64_t)goal.n));
    if (vrequest_moves(q, 1) && (!vrequest_moves(q, 0) || rng_one_in(q->r, 4)))
        vrequest_want(q, 1, value_int(q->bank, (int64_t)find(s, goal, 0)));
    else if (place_of(q, 1, &place) && place_of(q, 2, &n))
        vrequest_want(q, 0, overwritten(q, s, place, n, goal));
}

/* prefixof, suffixof, contains: the pattern into the text, or a part of the text as the pattern. */
static void invert_pattern(const vrequest *q)
{
    bool contains = q->op == OP_STR_CONTAINS;
    uint32_t whole = contains ? 0 : 1, part = 1 - whole;
    text s = text_of(q, vrequest_operand(q, whole)), p = text_of(q, vrequest_operand(q, part));
    uint32_t i;
    if (!value_is_true(q->wanted)) {
        if (vrequest_pick(q, &i) && vrequest_operand(q, i))
            vrequest_want(q, i, vmutate(q->w, vrequest_operand(q, i)));
        return;
    }
    if (vrequest_moves(q, whole) && !(vrequest_moves(q, part) && rng_one_in(q->r, 4))) {
        size_t last = s.n > p.n ? s.n - p.n : 0;
        size_t place = q->op == OP_STR_PREFIXOF   ? 0
                       : q->op == OP_STR_SUFFIXOF ? last
                                                  : rng_below(q->r, last + 1);
        bool insert = rng_one_in(q->r, 4);
        if (insert && q->op == OP_STR_SUFFIXOF)
            place = s.n;
        vrequest_want(q, whole, overwritten(q, s, place, insert ? 0 : p.n, p));
        return;
    }
    size_t n = p.n < s.n ? p.n : s.n;
    if (rng_one_in(q->r, 2))
        n = rng_below(q->r, s.n + 1);
    value_id v = q->op == OP_STR_PREFIXOF   ? value_string(q->bank, s.at, n)
                 : q->op == OP_STR_SUFFIXOF ? value_string(q->bank, s.at + (s.n - n), n)
                                            : some_part(q, s);
    vrequest_want(q, part, v);
}

static void invert_index(const vrequest *q)
{
    text s = text_of(q, vrequest_operand(q, 0)), p = text_of(q, vrequest_operand(q, 1));
    int64_t goal;
    if (!value_small_int(q->bank, q->wanted, &goal) || goal > longest(q))
        return;
    if (goal >= 0 && vrequest_moves(q, 0)) {
        vrequest_want(q, 0, overwritten(q, s, (size_t)goal, rng_one_in(q->r, 4) ? 0 : p.n, p));
    } else if (goal >= 0 && (size_t)goal < s.n && vrequest_moves(q, 1)) {
        size_t n = 1 + rng_below(q->r, s.n - (size_t)goal);
        vrequest_want(q, 1, value_string(q->bank, s.at + goal, n));
    } else {
        uint32_t i;
        if (vrequest_pick(q, &i) && vrequest_operand(q, i))
            vrequest_want(q, i, vmutate(q->w, vrequest_operand(q, i)));
    }
}

/* (str.replace s t u): as it is wanted, with the replacement taken back, or t replaced by it all.
 */
static void invert_replace(const vrequest *q)
{
    value_id t = vrequest_operand(q, 1), u = vrequest_operand(q, 2);
    value_id args[] = {q->wanted, u, t};
    eval_reason why;
    if (!t || !u)
        return;
    if (vrequest_moves(q, 0) && !rng_one_in(q->r, 4))
        vrequest_want(q, 0,
                      rng_one_in(q->r, 2) ? q->wanted
                                          : eval_op(q->bank, (term_op)q->op, NULL, 0,
                                                    SORT_ID_STRING, args, 3, &why));
    else if (vrequest_moves(q, 2))
        vrequest_want(q, 2, rng_one_in(q->r, 2) ? q->wanted : some_part(q, text_of(q, q->wanted)));
    else
        vrequest_want(q, 1, some_part(q, text_of(q, vrequest_operand(q, 0))));
}

/* The digits of a number, with as many zeros before them as there is room for. */
static void invert_to_int(const vrequest *q)
{
    value_id digits = vconvert(q->bank, q->wanted, SORT_ID_STRING);
    text now = text_of(q, vrequest_operand(q, 0)), t = text_of(q, digits);
    vec_u32 out = {0};
    if (!t.n) { /* -1: no digits */
        value_id v = vrequest_operand(q, 0);
        vrequest_want(q, 0, v ? vmutate(q->w, v) : 0);
        return;
    }
    if (rng_one_in(q->r, 2))
        while (out.n + t.n < now.n)
            vec_push(&out, '0');
    vec_append(&out, t.at, t.n);
    vrequest_want(q, 0, finish(q, &out));
}

static void invert_membership(const vrequest *q)
{
    value_id s = vrequest_operand(q, 0), language = vrequest_operand(q, 1);
    vec_u32 out = {0};
    if (!s || !language)
        return;
    if (!value_is_true(q->wanted)) {
        vrequest_want(q, 0, vmutate(q->w, s));
        return;
    }
    text t = text_of(q, s);
    if (language_near(q->m->languages, language, t.at, t.n, q->r, &out))
        vrequest_want(q, 0, value_string(q->bank, out.at, out.n));
    vec_free(&out);
}

static value_id digit(const vrequest *q)
{
    uint32_t c = '0' + (uint32_t)rng_below(q->r, 10);
    return value_string(q->bank, &c, 1);
}

bool vinvert_string(const vrequest *q)
{
    switch (q->op) {
    case OP_STR_CONCAT:
        invert_concat(q);
        return true;
    case OP_STR_LEN:
        invert_length(q);
        return true;
    case OP_STR_AT:
        invert_at(q);
        return true;
    case OP_STR_SUBSTR:
        invert_substring(q);
        return true;
    case OP_STR_PREFIXOF:
    case OP_STR_SUFFIXOF:
    case OP_STR_CONTAINS:
        invert_pattern(q);
        return true;
    case OP_STR_INDEXOF:
        invert_index(q);
        return true;
    case OP_STR_REPLACE:
    case OP_STR_REPLACE_ALL:
        invert_replace(q);
        return true;
    case OP_STR_TO_INT:
        invert_to_int(q);
        return true;
    case OP_STR_FROM_INT:
        vrequest_want(q, 0, vconvert(q->bank, q->wanted, SORT_ID_INT));
        return true;
    case OP_STR_TO_CODE:
        vrequest_want(q, 0,
                      vrequest_indexed(q, OP_STR_FROM_CODE, 0, 0, 0, SORT_ID_STRING, q->wanted));
        return true;
    case OP_STR_FROM_CODE:
        vrequest_want(q, 0, vrequest_indexed(q, OP_STR_TO_CODE, 0, 0, 0, SORT_ID_INT, q->wanted));
        return true;
    case OP_STR_IS_DIGIT:
        vrequest_want(q, 0,
                      value_is_true(q->wanted) ? digit(q) : vwords_some(q->w, SORT_ID_STRING));
        return true;
    case OP_STR_IN_RE:
        invert_membership(q);
        return true;
    default:
        return false;
    }
}
