/* Plainer literals: nearer to 0, shorter strings. */
#include "reduce/formula/cost.h"
#include "reduce/formula/reduce_impl.h"

typedef VEC(value_id) value_vec;

static void add_number(reducer *r, sort_id sort, const mpz_t n, value_vec *out)
{
    switch (sort_kind_of(r->b, sort)) {
    case SORT_INT:
        vec_push(out, value_int_mpz(r->b, n));
        break;
    case SORT_BV:
        vec_push(out, value_bv_mpz(r->b, sort_bv_width(r->b, sort), n));
        break;
    case SORT_FP:
        vec_push(out, value_fp_mpz(r->b, sort, n));
        break;
    default:
        break;
    }
}

/* 0, 1, the absolute value, the highest bits gone, half of it. */
static void add_smaller_numbers(reducer *r, sort_id sort, value_id v, value_vec *out)
{
    value_scratch scratch;
    mpz_t old, n;
    value_mpz(r->b, v, old, &scratch);
    mpz_init(n);
    for (unsigned i = 0; i < 2; i++) {
        mpz_set_ui(n, i);
        add_number(r, sort, n, out);
    }
    mpz_abs(n, old);
    add_number(r, sort, n, out);
    for (size_t bits = mpz_sizeinbase(n, 2) / 2; bits > 1; bits /= 2) {
        mpz_tdiv_r_2exp(n, old, bits);
        add_number(r, sort, n, out);
        mpz_tdiv_q_2exp(n, old, bits);
        add_number(r, sort, n, out);
    }
    mpz_tdiv_q_2exp(n, old, 1);
    add_number(r, sort, n, out);
    mpz_clear(n);
}

static void add_smaller_reals(reducer *r, value_id v, value_vec *out)
{
    mpq_t old, n;
    mpq_inits(old, n, NULL);
    value_get_mpq(r->b, v, old);
    vec_push(out, value_real(r->b, 0, 1));
    vec_push(out, value_real(r->b, 1, 1));
    mpq_abs(n, old);
    vec_push(out, value_real_mpq(r->b, n));
    mpz_tdiv_q(mpq_numref(n), mpq_numref(old), mpq_denref(old)); /* without its fraction */
    mpz_set_ui(mpq_denref(n), 1);
    vec_push(out, value_real_mpq(r->b, n));
    mpz_tdiv_q_2exp(mpq_numref(n), mpq_numref(n), 1);
    vec_push(out, value_real_mpq(r->b, n));
    mpq_clears(old, n, NULL);
}

/* Without a part, parts from half of the string down to one character; then all the same. */
static void add_shorter_strings(reducer *r, value_id v, value_vec *out)
{
    size_t n;
    const uint32_t *data = value_string_data(r->b, v, &n);
    vec_u32 all = {0}, some = {0};
    vec_append(&all, data, n);
    vec_push(out, value_string(r->b, NULL, 0));
    for (size_t part = (n + 1) / 2; part && n > 1; part = part == 1 ? 0 : (part + 1) / 2)
        for (size_t first = 0; first < n; first += part) {
            size_t end = first + part < n ? first + part : n;
            vec_clear(&some);
            vec_append(&some, all.at, first);
            vec_append(&some, all.at + end, n - end);
            vec_push(out, value_string(r->b, some.at, some.n));
        }
    vec_free(&all);
    vec_free(&some);
}

void reduce_literal_candidates(reducer *r, term_id t, term_vec *out)
{
    value_id v = term_value(r->b, t);
    value_vec values = {0};
    switch (value_kind_of(r->b, v)) {
    case VALUE_INT:
    case VALUE_BV:
    case VALUE_FP:
        add_smaller_numbers(r, term_sort(r->b, t), v, &values);
        break;
    case VALUE_REAL:
        add_smaller_reals(r, v, &values);
        break;
    case VALUE_STRING:
        add_shorter_strings(r, v, &values);
        break;
    default:
        reduce_plain(r->b, term_sort(r->b, t), out);
        break;
    }
    uint64_t cost = cost_literal(r->b, v);
    for (size_t i = 0; i < values.n; i++)
        if (cost_literal(r->b, values.at[i]) < cost)
            vec_push(out, term_const(r->b, values.at[i]));
    vec_free(&values);
}
