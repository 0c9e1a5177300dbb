#include "solve/values/numerals.h"

#include <string.h>

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum { SAMPLES = 4, LONGEST = 18 /* digits that 64 bits hold */ };

/* ---- Where there are digits ------------------------------------------------------------------ */

static void find_runs(question *q, const byte_set *left, numerals *to)
{
    for (uint32_t i = 0, end; i < q->places.n; i = end + 1) {
        for (end = i; end < q->places.n && byte_set_is_digit(&left[end]) &&
                      (end == i || q->places.at[end].joins);)
            end++;
        numeral one = {.first = i, .end = end};
        if (end > i && end - i <= LONGEST)
            vec_push(&to->all, one);
        if (end > i)
            end--;
    }
}

/* ---- Which terms are their numbers ----------------------------------------------------------- */

static uint64_t number_of(const question *q, const numeral *n)
{
    uint64_t value = 0;
    for (uint32_t i = n->first; i < n->end; i++)
        value = value * 10 + (q->values[i] - '0');
    return value;
}

/* Digits that differ from place to place, and from sample to sample; such as are left. */
static void set_sample(question *q, const byte_set *left, const numerals *n, uint32_t sample)
{
    uint64_t seed = 12345 + sample;
    for (size_t k = 0; k < n->all.n; k++)
        for (uint32_t i = n->all.at[k].first; i < n->all.at[k].end; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            q->values[i] = (uint8_t)('0' + (seed >> 33) % 10);
            while (!byte_set_has(&left[i], q->values[i]))
                q->values[i] = q->values[i] == '9' ? '0' : (uint8_t)(q->values[i] + 1);
        }
}

/* By register: the number of the numeral that it is, + 1, as far as samples tell; 0: none. */
static uint32_t *find_numbers(question *q, const byte_set *left, const numerals *n)
{
    const fuzz_bytecode *p = q->program;
    uint32_t *is = base_alloc_zero(p->code.n + 1, sizeof *is);
    for (uint32_t sample = 0; sample < SAMPLES; sample++) {
        set_sample(q, left, n, sample);
        question_try(q);
        for (size_t r = 0; r < p->code.n; r++) {
            bool number = p->terms.at[r] && sort_kind_of(q->bank, p->sorts.at[r]) == SORT_BV &&
                          term_op_of(q->bank, p->terms.at[r]) != OP_CONST;
            for (uint32_t k = 0; number && !sample && !is[r] && k < n->all.n; k++)
                is[r] = number_of(q, &n->all.at[k]) == q->machine.regs[r] ? k + 1 : 0;
            if (is[r] && number_of(q, &n->all.at[is[r] - 1]) != q->machine.regs[r])
                is[r] = 0;
        }
    }
    question_restart(q);
    return is;
}

/* ---- The question about numbers -------------------------------------------------------------- */

static term_id below(term_bank *b, term_id number, uint32_t digits)
{
    uint64_t most = 1;
    while (digits--)
        most *= 10;
    return term_make2(b, OP_BVULT, number, term_const(b, value_bv_u64(b, 64, most)));
}

/* A number of as many bits as the term. */
static term_id of_width(term_bank *b, term_id number, term_id like)
{
    uint32_t width = sort_bv_width(b, term_sort(b, like)), cut[] = {width - 1, 0};
    return width == 64 ? number : term_make(b, OP_EXTRACT, cut, 2, &number, 1);
}

/* The terms with the numbers put in. */
static void put_in(question *q, const uint32_t *is, numerals *to)
{
    term_vec from = {0}, by = {0};
    for (size_t k = 0; k < to->all.n; k++)
        to->all.at[k].number = term_app(
            q->bank, decl_constant(q->bank, symbol_fresh(q->bank, "number"), sort_bv(q->bank, 64)),
            NULL, 0);
    for (size_t r = 0; r < q->program->code.n; r++)
        if (is[r] && sort_bv_width(q->bank, q->program->sorts.at[r]) <= 64) {
            vec_push(&from, q->program->terms.at[r]);
            vec_push(&by, of_width(q->bank, to->all.at[is[r] - 1].number, vec_last(&from)));
        }
    term_subst *s = term_subst_new(q->bank, from.at, by.at, from.n);
    for (size_t i = 0; i < q->terms.n; i++)
        vec_push(&to->terms, term_subst_apply(s, q->terms.at[i]));
    term_subst_free(s);
    vec_free(&from);
    vec_free(&by);
}

/* Terms that are about one digit of a number only say that it is one. */
static bool only_digit(const question *q, const numerals *n, const vec_u32 *decls)
{
    if (decls->n != 1)
        return false;
    uint32_t input = question_find(q, decls->at[0]);
    for (size_t k = 0; k < n->all.n && input != UINT32_MAX; k++)
        if (q->inputs.at[input].first >= n->all.at[k].first &&
            q->inputs.at[input].first < n->all.at[k].end)
            return true;
    return false;
}

/* Numbers whose digits occur no more; the terms keep what is said of the others. False: there is none. */
static bool settle(question *q, numerals *to)
{
    vec_u32 decls = {0};
    term_vec kept = {0};
    uint8_t *met = base_alloc_zero(q->places.n + 1, 1);
    for (size_t i = 0; i < to->terms.n; i++) {
        vec_clear(&decls);
        term_free_decls(q->bank, &to->terms.at[i], 1, &decls);
        if (only_digit(q, to, &decls))
            continue;
        vec_push(&kept, to->terms.at[i]);
        for (size_t k = 0; k < decls.n; k++) {
            uint32_t input = question_find(q, decls.at[k]);
            if (input != UINT32_MAX)
                met[q->inputs.at[input].first] = 1;
        }
    }
    bool good = to->all.n;
    for (size_t k = 0; k < to->all.n; k++) {
        for (uint32_t i = to->all.at[k].first; i < to->all.at[k].end; i++)
            good = good && !met[i];
        vec_push(&kept,
                 below(q->bank, to->all.at[k].number, to->all.at[k].end - to->all.at[k].first));
    }
    vec_free(&to->terms);
    to->terms = kept;
    vec_free(&decls);
    free(met);
    return good;
}

bool numerals_pose(question *q, const byte_set *left, numerals *to)
{
    *to = (numerals){0};
    if (!question_compile(q) || q->program->bank || q->program->boxes.n ||
        q->places.n != q->inputs.n)
        return false;
    find_runs(q, left, to);
    if (!to->all.n)
        return false;
    uint32_t *is = find_numbers(q, left, to);
    put_in(q, is, to);
    free(is);
    return settle(q, to);
}

void numerals_free(numerals *n)
{
    vec_free(&n->all);
    vec_free(&n->terms);
}

void numerals_take(question *q, engine *e, const numerals *n)
{
    question_take_of(q, e, n->terms.at, n->terms.n);
    for (size_t k = 0; k < n->all.n; k++) {
        value_id value = 0;
        uint64_t number;
        if (!engine_values(e, &n->all.at[k].number, 1, &value) || !value ||
            !value_small_bits(q->bank, value, &number))
            continue;
        for (uint32_t i = n->all.at[k].end; i-- > n->all.at[k].first; number /= 10)
            q->values[i] = (uint8_t)('0' + number % 10);
    }
}
