/* Values as numbers, and questions to the SMT engine whose models are noted. */
#include "fuzz/sweep/domain.h"
#include "solve/implied/implied_impl.h"
#include "term/value/value.h"

enum {
    MOST_UNKNOWN = 1, /* questions without an answer, before we stop asking */
    MOST_UNITS = 8    /* times the units of one question, for all */
};
#define GUARD 1.0 /* seconds of its own time after which z3 does not count */

/* ---- Numbers --------------------------------------------------------------------------------- */

bool implied_number_of(const prober *p, const subject *s, value_id v, implied_number *number)
{
    int64_t n;
    uint64_t bits;
    if (s->view == VIEW_INT) {
        bool small = value_small_int(p->bank, v, &n);
        *number = small ? n : 0;
        return small && n > -(INT64_C(1) << INT_BITS) && n < INT64_C(1) << INT_BITS;
    }
    if (s->view == VIEW_NONE || !value_small_bits(p->bank, v, &bits))
        return false;
    unsigned width = implied_width(p->bank, term_sort(p->bank, s->constant));
    if (s->view == VIEW_FLOAT) {
        *number = sweep_rank(bits, width);
        return (bits & sweep_mask(width - 1)) <= sweep_infinity(width);
    }
    bool negative = s->view == VIEW_SIGNED && bits >> (width - 1);
    *number = (implied_number)bits - (negative ? (implied_number)1 << width : 0);
    return true;
}

term_id implied_term(const prober *p, const subject *s, implied_number number)
{
    if (s->view == VIEW_INT)
        return term_const(p->bank, value_int(p->bank, (int64_t)number));
    sort_id sort = term_sort(p->bank, s->constant);
    unsigned width = implied_width(p->bank, sort);
    if (s->view == VIEW_FLOAT)
        return term_const(p->bank,
                          value_fp_u64(p->bank, sort, sweep_of_rank((uint64_t)number, width)));
    return term_const(p->bank,
                      value_bv_u64(p->bank, width, (uint64_t)number & UINT64_MAX >> (64 - width)));
}

static term_id equals(const prober *p, const subject *s, value_id v)
{
    return term_eq(p->bank, s->constant, term_const(p->bank, v));
}

term_id implied_one_of(const prober *p, const subject *s)
{
    term_vec values = {0};
    for (size_t i = 0; i < s->seen.n; i++)
        vec_push(&values, equals(p, s, s->seen.at[i]));
    term_id t = term_or(p->bank, values.at, (uint32_t)values.n);
    vec_free(&values);
    return t;
}

/* ---- Questions ------------------------------------------------------------------------------- */

void implied_note_number(const prober *p, subject *s, value_id v)
{
    implied_number n;
    if (s->view == VIEW_NONE)
        return;
    if (!implied_number_of(p, s, v, &n)) {
        s->view = VIEW_NONE;
        return;
    }
    s->least = s->seen.n == 1 || n < s->least ? n : s->least;
    s->most = s->seen.n == 1 || n > s->most ? n : s->most;
}

/* The values of the present model; false when it has none for somebody. */
static bool note_values(prober *p)
{
    vec_u32 values = {0};
    vec_resize(&values, p->constants.n);
    bool good = engine_values(p->c->smt, p->constants.at, p->constants.n, values.at);
    for (size_t i = 0; i < p->subjects.n && good; i++) {
        subject *s = &p->subjects.at[i];
        bool fresh = values.at[i] &&
                     value_kind_of(p->bank, values.at[i]) != VALUE_ALGEBRAIC; /* no literal */
        s->many |= !fresh;
        for (size_t k = 0; k < s->seen.n && fresh; k++)
            fresh = s->seen.at[k] != values.at[i];
        if (!fresh)
            continue;
        vec_push(&s->seen, values.at[i]);
        uint64_t most =
            s->view == VIEW_NONE ? p->c->limits->implied_texts : p->c->limits->implied_values;
        s->many |= s->seen.n > most;
        implied_note_number(p, s, values.at[i]);
    }
    vec_free(&values);
    return good;
}

engine_answer implied_ask(prober *p, term_id question)
{
    closed *c = p->c;
    uint64_t spent = engine_counts(c->smt)->units - p->units;
    if (!p->questions || spent > MOST_UNITS * c->limits->implied_units ||
        p->unknown > MOST_UNKNOWN || (c->config->interrupt && *c->config->interrupt))
        return ENGINE_UNKNOWN;
    p->questions--;
    engine_limits limits = closed_limits(c, c->limits->implied_units);
    limits.guard = GUARD;
    engine_answer answer = engine_check(c->smt, &question, 1, &limits);
    c->result->counts.implied_checks++;
    if (answer == ENGINE_SAT && !note_values(p))
        answer = ENGINE_UNKNOWN;
    p->unknown += answer == ENGINE_UNKNOWN;
    return answer;
}
