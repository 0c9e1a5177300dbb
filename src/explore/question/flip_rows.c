/* Questions that a box answers when it sees what another of its buffers holds. */
#include "base/hash.h"
#include "explore/question/climb.h"
#include "explore/question/flip_impl.h"
#include "explore/question/transplant.h"
#include "term/core/subst.h"

/* Notes the row where the box sees bytes of the inputs as they are. False: it sees something else,
 * too. */
static bool offer_row(flipper *s, question *q, const trace_box *box, const uint64_t *row,
                      bool *found)
{
    bool plain = true;
    for (size_t i = 0; i < box->inputs.n; i++) {
        uint64_t variable = map_get(&s->variable_of, box->inputs.at[i], 0);
        plain = plain && (variable || row[i] == box->seen.at[i]);
        if (variable)
            q->values[variable - 1] = (uint8_t)row[i];
    }
    *found = question_offer(q);
    if (!*found)
        flip_restore(q);
    return plain;
}

bool flip_rows(flipper *s, question *q, bool smt)
{
    bool found = false, plain = true;
    for (size_t i = q->box_numbers.n; i-- > 0 && !found;) {
        uint32_t number = q->box_numbers.at[i];
        const trace_box *box = &s->trace->boxes.at[number];
        transplant_rows rows = {0};
        if (!box->is_fmod)
            transplant_box(box, s->limits->box_rows, &rows);
        for (size_t at = 0; at < rows.n && !found; at += box->inputs.n)
            plain = offer_row(s, q, box, rows.at + at, &found) && plain;
        found = found || question_judge(q);
        vec_clear(&q->offered);
        for (size_t at = 0; at < rows.n && !found && !plain && smt; at += box->inputs.n)
            found = flip_solve_row(s, q, number, rows.at + at);
        vec_free(&rows);
    }
    return found;
}

/* Whether the way wanted can still be taken when the box gives what it gives for the row. */
static bool row_helps(flipper *s, const question *q, uint32_t number, const uint64_t *row)
{
    term_vec from = {0}, to = {0};
    bool good = flip_box_at(s, number, row, &from, &to);
    if (good) {
        term_id wanted = term_substitute(s->bank, q->wanted, from.at, to.at, from.n);
        good = wanted != q->wanted && rewrite_term(s->simplify, wanted) != TERM_ID_FALSE;
    }
    vec_free(&from);
    vec_free(&to);
    return good;
}

/* The question, and that the box sees the row: an equation for each byte, which is much nearer to
 * an answer than a comparison of whole texts is. */
static bool search_row(flipper *s, question *q, uint32_t number, const uint64_t *row,
                       uint64_t budget)
{
    const trace_box *box = &s->trace->boxes.at[number];
    question inner;
    question_init(&inner, s->trace, s->boxes);
    inner.limits = s->limits;
    inner.deadline = q->deadline;
    inner.most_calls = q->most_calls;
    for (size_t i = 0; i < q->terms.n; i++)
        question_add(&inner, q->terms.at[i]);
    for (size_t i = 0; i < box->inputs.n; i++) {
        uint32_t width = sort_bv_width(s->bank, term_sort(s->bank, box->inputs.at[i]));
        question_add(&inner, term_eq(s->bank, box->inputs.at[i],
                                     term_const(s->bank, value_bv_u64(s->bank, width, row[i]))));
    }
    question_close(&inner);
    bool found =
        inner.program && climb(&inner, hash_mix(s->config.seed, s->counts.questions), budget);
    q->executions += inner.executions;
    if (found)
        memcpy(q->values, inner.values, s->trace->variables.n);
    question_free(&inner);
    return found && flip_confirmed(s, q);
}

/* Whether the box sees what another box gave. */
static bool is_fed(flipper *s, const trace_box *box)
{
    for (size_t i = 0; i < box->inputs.n; i++)
        if (trace_has_box(s->trace, box->inputs.at[i]))
            return true;
    return false;
}

bool flip_search_rows(flipper *s, question *q, uint64_t budget)
{
    bool found = false;
    uint32_t searched = 0;
    for (size_t i = q->box_numbers.n; i-- > 0 && !found;) {
        uint32_t number = q->box_numbers.at[i];
        const trace_box *box = &s->trace->boxes.at[number];
        transplant_rows rows = {0};
        if (!box->is_fmod && is_fed(s, box))
            transplant_box(box, s->limits->box_rows, &rows);
        for (size_t at = 0; at < rows.n && !found && searched < s->limits->box_searched_rows;
             at += box->inputs.n)
            if (row_helps(s, q, number, rows.at + at)) {
                searched++;
                found = search_row(s, q, number, rows.at + at, budget);
            }
        vec_free(&rows);
    }
    return found;
}
