/* Strings and sequences: both are lists of ids, of characters or of values. */
#include "term/eval/eval.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "term/value/value_equal.h"

#define MAX_TEXT (UINT32_C(1) << 22)
#define MAX_CHAR UINT32_C(0x2FFFF)

typedef struct text {
    const uint32_t *at;
    size_t n;
} text;

static text text_arg(const eval_call *c, uint32_t i)
{
    text t;
    t.at = value_kind_of(c->bank, c->args[i]) == VALUE_SEQ
               ? value_seq_data(c->bank, c->args[i], &t.n)
               : value_string_data(c->bank, c->args[i], &t.n);
    return t;
}

/* The string or sequence, as the sort of the result says. */
static value_id word(eval_call *c, const uint32_t *at, size_t n)
{
    return c->sort == SORT_ID_STRING ? value_string(c->bank, at, n)
                                     : value_seq(c->bank, c->sort, at, n);
}

static value_id too_large(eval_call *c)
{
    c->why = EVAL_FUEL;
    return 0;
}

static bool equal_at(text t, size_t place, text pattern)
{
    return pattern.n <= t.n && place <= t.n - pattern.n &&
           (!pattern.n || !memcmp(t.at + place, pattern.at, pattern.n * sizeof *t.at));
}

/* Place of the first occurrence at or behind `from` (at most t.n), or SIZE_MAX. `border` is the
 * table of Knuth, Morris and Pratt for the pattern, which is not empty. */
static size_t find(text t, text pattern, size_t from, const uint32_t *border)
{
    size_t matched = 0;
    for (size_t i = from; i < t.n; i++) {
        while (matched && pattern.at[matched] != t.at[i])
            matched = border[matched - 1];
        if (pattern.at[matched] == t.at[i])
            matched++;
        if (matched == pattern.n)
            return i + 1 - matched;
    }
    return SIZE_MAX;
}

static uint32_t *make_border(text pattern)
{
    uint32_t *border = base_alloc_zero(pattern.n, sizeof *border);
    uint32_t matched = 0;
    for (size_t i = 1; i < pattern.n; i++) {
        while (matched && pattern.at[matched] != pattern.at[i])
            matched = border[matched - 1];
        if (pattern.at[matched] == pattern.at[i])
            matched++;
        border[i] = matched;
    }
    return border;
}

static size_t find_once(text t, text pattern, size_t from)
{
    if (!pattern.n)
        return from;
    if (pattern.n > t.n)
        return SIZE_MAX;
    uint32_t *border = make_border(pattern);
    size_t place = find(t, pattern, from, border);
    free(border);
    return place;
}

static value_id concat(eval_call *c)
{
    vec_u32 out = {0};
    for (uint32_t i = 0; i < c->n && out.n <= MAX_TEXT; i++) {
        text t = text_arg(c, i);
        vec_append(&out, t.at, t.n);
    }
    value_id result = out.n > MAX_TEXT ? too_large(c) : word(c, out.at, out.n);
    vec_free(&out);
    return result;
}

static int compare(text a, text b)
{
    for (size_t i = 0; i < a.n && i < b.n; i++)
        if (a.at[i] != b.at[i])
            return a.at[i] < b.at[i] ? -1 : 1;
    return (a.n > b.n) - (a.n < b.n);
}

static value_id ordered(eval_call *c, int limit)
{
    for (uint32_t i = 1; i < c->n; i++)
        if (compare(text_arg(c, i - 1), text_arg(c, i)) > limit)
            return VALUE_ID_FALSE;
    return VALUE_ID_TRUE;
}

/* An Int argument cut down to [-1, limit + 1]: what lies outside of a text is all the same. */
static int64_t clamped(const eval_call *c, uint32_t i, size_t limit)
{
    value_scratch scratch;
    mpz_t number;
    value_mpz(c->bank, c->args[i], number, &scratch);
    if (mpz_sgn(number) < 0)
        return -1;
    return mpz_cmp_ui(number, limit) > 0 ? (int64_t)limit + 1 : (int64_t)mpz_get_ui(number);
}

static value_id substring(eval_call *c, int64_t start, int64_t count)
{
    text t = text_arg(c, 0);
    if (start < 0 || count <= 0 || start >= (int64_t)t.n)
        return word(c, NULL, 0);
    size_t left = t.n - (size_t)start;
    return word(c, t.at + start, (size_t)count < left ? (size_t)count : left);
}

static value_id index_of(eval_call *c)
{
    text t = text_arg(c, 0);
    int64_t from = clamped(c, 2, t.n);
    size_t place =
        from < 0 || from > (int64_t)t.n ? SIZE_MAX : find_once(t, text_arg(c, 1), (size_t)from);
    return value_int(c->bank, place == SIZE_MAX ? -1 : (int64_t)place);
}

/* The first occurrence only; an empty pattern occurs at the beginning. */
static value_id replace(eval_call *c)
{
    text t = text_arg(c, 0), pattern = text_arg(c, 1), other = text_arg(c, 2);
    size_t place = find_once(t, pattern, 0);
    if (place == SIZE_MAX)
        return c->args[0];
    if (t.n - pattern.n + other.n > MAX_TEXT)
        return too_large(c);
    vec_u32 out = {0};
    vec_append(&out, t.at, place);
    vec_append(&out, other.at, other.n);
    vec_append(&out, t.at + place + pattern.n, t.n - place - pattern.n);
    value_id result = word(c, out.at, out.n);
    vec_free(&out);
    return result;
}

static value_id replace_all(eval_call *c)
{
    text t = text_arg(c, 0), pattern = text_arg(c, 1), other = text_arg(c, 2);
    if (!pattern.n || pattern.n > t.n)
        return c->args[0];
    uint32_t *border = make_border(pattern);
    vec_u32 out = {0};
    size_t from = 0, place;
    while (out.n <= MAX_TEXT && (place = find(t, pattern, from, border)) != SIZE_MAX) {
        vec_append(&out, t.at + from, place - from);
        vec_append(&out, other.at, other.n);
        from = place + pattern.n;
    }
    vec_append(&out, t.at + from, t.n - from);
    value_id result = out.n > MAX_TEXT ? too_large(c) : word(c, out.at, out.n);
    vec_free(&out);
    free(border);
    return result;
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static value_id to_int(eval_call *c)
{
    text t = text_arg(c, 0);
    for (size_t i = 0; i < t.n; i++)
        if (!is_digit(t.at[i]))
            return value_int(c->bank, -1);
    if (!t.n)
        return value_int(c->bank, -1);
    char *digits = base_alloc(t.n + 1);
    for (size_t i = 0; i < t.n; i++)
        digits[i] = (char)t.at[i];
    digits[t.n] = 0;
    mpz_t number;
    mpz_init_set_str(number, digits, 10);
    value_id result = value_int_mpz(c->bank, number);
    mpz_clear(number);
    free(digits);
    return result;
}

static value_id from_int(eval_call *c)
{
    value_scratch scratch;
    mpz_t number;
    value_mpz(c->bank, c->args[0], number, &scratch);
    if (mpz_sgn(number) < 0)
        return value_string(c->bank, NULL, 0);
    size_t size = mpz_sizeinbase(number, 10);
    if (size > MAX_TEXT)
        return too_large(c);
    char *digits = base_alloc(size + 2);
    mpz_get_str(digits, 10, number);
    vec_u32 out = {0};
    for (const char *d = digits; *d; d++)
        vec_push(&out, (uint32_t)*d);
    value_id result = value_string(c->bank, out.at, out.n);
    vec_free(&out);
    free(digits);
    return result;
}

static value_id from_code(eval_call *c)
{
    int64_t code = clamped(c, 0, MAX_CHAR);
    uint32_t point = (uint32_t)code;
    return value_string(c->bank, &point, code >= 0 && code <= MAX_CHAR);
}

static value_id reversed(eval_call *c)
{
    text t = text_arg(c, 0);
    vec_u32 out = {0};
    for (size_t i = t.n; i-- > 0;)
        vec_push(&out, t.at[i]);
    value_id result = word(c, out.at, out.n);
    vec_free(&out);
    return result;
}

/* Letters of ASCII only. */
static value_id in_case(eval_call *c, uint32_t first, uint32_t other)
{
    text t = text_arg(c, 0);
    vec_u32 out = {0};
    for (size_t i = 0; i < t.n; i++)
        vec_push(&out,
                 t.at[i] >= first && t.at[i] < first + 26 ? t.at[i] - first + other : t.at[i]);
    value_id result = word(c, out.at, out.n);
    vec_free(&out);
    return result;
}

/* The third argument written over the first from a place in it on; what hangs over is cut. */
static value_id updated(eval_call *c)
{
    text t = text_arg(c, 0), other = text_arg(c, 2);
    int64_t start = clamped(c, 1, t.n);
    if (start < 0 || start >= (int64_t)t.n)
        return c->args[0];
    vec_u32 out = {0};
    for (size_t i = 0; i < t.n; i++) {
        bool over = i >= (size_t)start && i - (size_t)start < other.n;
        vec_push(&out, over ? other.at[i - (size_t)start] : t.at[i]);
    }
    value_id result = word(c, out.at, out.n);
    vec_free(&out);
    return result;
}

static value_id nth(eval_call *c)
{
    text t = text_arg(c, 0);
    int64_t place = clamped(c, 1, t.n);
    if (place >= 0 && place < (int64_t)t.n)
        return t.at[place];
    c->why = EVAL_UNDERSPECIFIED;
    return 0;
}

static value_id predicate(const eval_call *c)
{
    text t = text_arg(c, 0);
    text u = c->n > 1 ? text_arg(c, 1) : t;
    switch (c->op) {
    case OP_STR_PREFIXOF:
    case OP_SEQ_PREFIXOF:
        return value_bool(equal_at(u, 0, t));
    case OP_STR_SUFFIXOF:
    case OP_SEQ_SUFFIXOF:
        return value_bool(t.n <= u.n && equal_at(u, u.n - t.n, t));
    case OP_STR_CONTAINS:
    case OP_SEQ_CONTAINS:
        return value_bool(find_once(t, u, 0) != SIZE_MAX);
    default: /* str.is_digit */
        return value_bool(t.n == 1 && is_digit(t.at[0]));
    }
}

value_id eval_string(eval_call *c)
{
    switch (c->op) {
    case OP_STR_CONCAT:
    case OP_SEQ_CONCAT:
        return concat(c);
    case OP_STR_LEN:
    case OP_SEQ_LEN:
        return value_int(c->bank, (int64_t)text_arg(c, 0).n);
    case OP_STR_LT:
        return ordered(c, -1);
    case OP_STR_LE:
        return ordered(c, 0);
    case OP_STR_AT:
    case OP_SEQ_AT:
        return substring(c, clamped(c, 1, text_arg(c, 0).n), 1);
    case OP_STR_SUBSTR:
    case OP_SEQ_EXTRACT: {
        size_t n = text_arg(c, 0).n;
        return substring(c, clamped(c, 1, n), clamped(c, 2, n));
    }
    case OP_STR_INDEXOF:
    case OP_SEQ_INDEXOF:
        return index_of(c);
    case OP_STR_REPLACE:
    case OP_SEQ_REPLACE:
        return replace(c);
    case OP_STR_REPLACE_ALL:
    case OP_SEQ_REPLACE_ALL:
        return replace_all(c);
    case OP_STR_TO_CODE: {
        text t = text_arg(c, 0);
        return value_int(c->bank, t.n == 1 ? (int64_t)t.at[0] : -1);
    }
    case OP_STR_FROM_CODE:
        return from_code(c);
    case OP_STR_REV:
    case OP_SEQ_REV:
        return reversed(c);
    case OP_STR_UPDATE:
    case OP_SEQ_UPDATE:
        return updated(c);
    case OP_STR_TO_LOWER:
        return in_case(c, 'A', 'a');
    case OP_STR_TO_UPPER:
        return in_case(c, 'a', 'A');
    case OP_SEQ_UNIT:
        return word(c, c->args, 1);
    case OP_SEQ_NTH:
        return nth(c);
    case OP_STR_TO_INT:
        return to_int(c);
    case OP_STR_FROM_INT:
        return from_int(c);
    default:
        return predicate(c);
    }
}

value_id eval_seq(eval_call *c)
{
    bool looks =
        c->op >= OP_SEQ_PREFIXOF && c->op <= OP_SEQ_REPLACE_ALL; /* at elements, by their ids */
    for (uint32_t i = 0; looks && i < c->n; i++)
        if (!value_is_plain(c->bank, c->args[i], &c->why))
            return 0;
    return eval_string(c);
}
