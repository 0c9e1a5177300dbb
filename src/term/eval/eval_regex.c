#include "term/eval/eval.h"

#include "term/regex/regex.h"

#define MAX_TEXT (UINT32_C(1) << 22)

static value_id in_language(eval_call *c)
{
    size_t n;
    const uint32_t *text = value_string_data(c->bank, c->args[0], &n);
    regex *r = regex_new(c->bank, 0);
    regex_answer answer = regex_match(r, regex_import(r, c->args[1]), text, n);
    regex_free(r);
    if (answer != REGEX_UNKNOWN)
        return value_bool(answer == REGEX_YES);
    c->why = EVAL_FUEL;
    return 0;
}

/* Replaces the shortest leftmost match, or every shortest leftmost non-empty match. */
static value_id replace_matches(eval_call *c, bool all)
{
    size_t n, m, start, end, from = 0;
    const uint32_t *text = value_string_data(c->bank, c->args[0], &n);
    const uint32_t *other = value_string_data(c->bank, c->args[2], &m);
    regex *r = regex_new(c->bank, 0);
    regex_id x = regex_import(r, c->args[1]);
    vec_u32 out = {0};
    regex_answer answer;
    do {
        answer = regex_find(r, x, text, n, from, !all, &start, &end);
        if (answer != REGEX_YES)
            break;
        vec_append(&out, text + from, start - from);
        vec_append(&out, other, m);
        from = end;
    } while (all && out.n <= MAX_TEXT);
    vec_append(&out, text + from, n - from);
    regex_free(r);
    value_id result = 0;
    if (answer == REGEX_UNKNOWN || out.n > MAX_TEXT)
        c->why = EVAL_FUEL;
    else
        result = value_string(c->bank, out.at, out.n);
    vec_free(&out);
    return result;
}

/* Where the first match at or behind a place begins; an empty one counts. */
static value_id index_of_match(eval_call *c)
{
    size_t n, start, end;
    const uint32_t *text = value_string_data(c->bank, c->args[0], &n);
    value_scratch scratch;
    mpz_t from;
    value_mpz(c->bank, c->args[2], from, &scratch);
    if (mpz_sgn(from) < 0 || mpz_cmp_ui(from, n) > 0)
        return value_int(c->bank, -1);
    regex *r = regex_new(c->bank, 0);
    regex_id x = regex_import(r, c->args[1]);
    regex_answer answer = regex_find(r, x, text, n, mpz_get_ui(from), true, &start, &end);
    regex_free(r);
    if (answer != REGEX_UNKNOWN)
        return value_int(c->bank, answer == REGEX_YES ? (int64_t)start : -1);
    c->why = EVAL_FUEL;
    return 0;
}

value_id eval_regex(eval_call *c)
{
    switch (c->op) {
    case OP_STR_INDEXOF_RE:
        return index_of_match(c);
    case OP_STR_IN_RE:
        return in_language(c);
    case OP_STR_REPLACE_RE:
    case OP_STR_REPLACE_RE_ALL:
        return replace_matches(c, c->op == OP_STR_REPLACE_RE_ALL);
    default: /* the constructors are values */
        return value_regex(c->bank, c->op, c->indices, term_op_indices(c->op), c->args, c->n);
    }
}
