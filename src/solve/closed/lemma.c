/* Lemmas about the fuzzer's constants. That the SMT engine refutes a point says little to a fuzzer; that it refutes
 * everything between two bounds says much. The values of a conflict are widened one after the other, as long as
 * the rest still conflicts: steps of twice the size up and down, each a check. */
#include "solve/closed/closed_impl.h"
#include "term/value/value.h"

/* A value of a conflict and how far it was widened: low <= constant <= high. */
typedef struct interval {
    closed *c;
    term_id constant, low, high;
} interval;

static bool is_bits(const interval *x)
{
    return sort_kind_of(x->c->bank, term_sort(x->c->bank, x->constant)) == SORT_BV;
}

static term_id between(const interval *x, term_id low, term_id high)
{
    term_bank *b = x->c->bank;
    term_op op = is_bits(x) ? OP_BVULE : OP_LE;
    if (low == high)
        return term_eq(b, x->constant, low);
    return term_and(
        b, (term_id[]){term_make2(b, op, low, x->constant), term_make2(b, op, x->constant, high)},
        2);
}

/* The number that is 2^k away from it, or the last one in that direction. */
static term_id away(const interval *x, term_id from, unsigned k, bool up)
{
    term_bank *b = x->c->bank;
    mpz_t n, step, given;
    value_scratch scratch;
    mpz_inits(n, step, NULL);
    value_mpz(b, term_value(b, from), given, &scratch);
    mpz_set(n, given);
    mpz_setbit(step, k);
    if (up)
        mpz_add(n, n, step);
    else
        mpz_sub(n, n, step);
    value_id v;
    if (is_bits(x)) {
        uint32_t width = sort_bv_width(b, term_sort(b, x->constant));
        mpz_set_ui(step, 0);
        mpz_setbit(step, width);
        mpz_sub_ui(step, step, 1);
        if (mpz_sgn(n) < 0)
            mpz_set_ui(n, 0);
        else if (mpz_cmp(n, step) > 0)
            mpz_set(n, step);
        v = value_bv_mpz(b, width, n);
    } else {
        v = value_int_mpz(b, n);
    }
    mpz_clears(n, step, NULL);
    return term_const(b, v);
}

/* Whether all still conflict with the interval as far as `end`; it is widened then. */
static bool reaches(interval *x, term_vec *others, size_t own, bool up, term_id end)
{
    vec_u32 core = {0};
    term_id before = others->at[own];
    others->at[own] = between(x, up ? x->low : end, up ? end : x->high);
    bool conflict = closed_check_smt(x->c, others->at, others->n, &core) == ENGINE_UNSAT;
    if (conflict)
        *(up ? &x->high : &x->low) = end;
    else
        others->at[own] = before;
    vec_free(&core);
    return conflict;
}

/* As far as the conflict goes in one direction, in so many checks: to the end at once, or in steps of twice the size,
 * and of a quarter after one that was too large. */
static void widen(interval *x, term_vec *others, size_t own, bool up, uint64_t checks)
{
    enum { FARTHEST = 4096 }; /* beyond all bits that there are */
    unsigned k = 0;
    if (is_bits(x) && checks && checks-- &&
        reaches(x, others, own, up, away(x, up ? x->high : x->low, FARTHEST, up)))
        return;
    for (; checks; checks--) {
        term_id now = up ? x->high : x->low, end = away(x, now, k, up);
        if (end == now)
            return;
        if (reaches(x, others, own, up, end))
            k++;
        else if (k > 1)
            k -= 2;
        else
            return;
    }
}

bool closed_lemma(closed *c, const term_vec *equations, term_vec *widened)
{
    term_bank *b = c->bank;
    uint64_t checks = equations->n ? c->limits->lemma_checks / (2 * equations->n) : 0;
    bool any = false;
    vec_clear(widened);
    vec_append(widened, equations->at, equations->n);
    for (size_t i = 0; i < equations->n && !c->config->no_lemmas; i++) {
        term_id constant = term_arg(b, equations->at[i], 0),
                value = term_arg(b, equations->at[i], 1);
        if (term_op_of(b, value) != OP_CONST) {
            term_id other = constant;
            constant = value;
            value = other;
        }
        sort_id sort = term_sort(b, constant);
        if (sort_kind_of(b, sort) != SORT_BV && sort != SORT_ID_INT)
            continue;
        interval x = {c, constant, value, value};
        widen(&x, widened, i, true, checks);
        widen(&x, widened, i, false, checks);
        any |= x.low != x.high;
    }
    return any;
}
