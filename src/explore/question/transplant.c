#include "explore/question/transplant.h"

#include <ctype.h>

#include "explore/question/transplant_words.h"

/* ---- Places ---------------------------------------------------------------------------------- */

/* Neighbouring variables of one input: positions in q->variables. */
typedef struct run {
    uint32_t first, n;
} run;

static run run_at(const question *q, uint32_t first)
{
    run r = {first, 1};
    while (first + r.n < q->variables.n && question_joined(q, first + r.n - 1))
        r.n++;
    return r;
}

static uint8_t *place(const question *q, const run *r, uint32_t i)
{
    return &q->values[q->variables.at[r->first + i]];
}

static void keep(const question *q, const run *r, uint8_t *saved, bool back)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (back)
            *place(q, r, i) = saved[i];
        else
            saved[i] = *place(q, r, i);
}

typedef enum ending { END_ZERO, END_AS_IT_WAS, END_ONE_ZERO } ending;

static bool try_word(question *q, const run *r, const transplant_word *w, uint32_t at, ending end)
{
    if (at + w->n > r->n)
        return false;
    for (uint32_t i = 0; i < w->n; i++)
        *place(q, r, at + i) = w->bytes[i];
    for (uint32_t i = at + w->n; i < r->n && end != END_AS_IT_WAS; i++) {
        *place(q, r, i) = 0;
        if (end == END_ONE_ZERO)
            break;
    }
    return question_offer(q);
}

/* The word instead of the number that begins at `at`; what follows moves. */
static bool try_instead(question *q, const run *r, const transplant_word *w, uint32_t at,
                        const uint8_t *old)
{
    uint32_t end = at;
    while (end < r->n && (isdigit(old[end]) || (end == at && old[end] == '-')))
        end++;
    if (end == at)
        return false;
    for (uint32_t i = at, from = 0; i < r->n; i++) {
        uint32_t behind = end + (i - at) - w->n;
        *place(q, r, i) = from < w->n ? w->bytes[from++] : behind < r->n ? old[behind] : 0;
    }
    return question_offer(q);
}

/* The word before what stands at `at`, which moves. */
static bool try_before(question *q, const run *r, const transplant_word *w, uint32_t at,
                       const uint8_t *old)
{
    if (!w->n || !old[at] || at + w->n >= r->n)
        return false;
    for (uint32_t i = at; i < r->n; i++)
        *place(q, r, i) = i - at < w->n ? w->bytes[i - at] : old[i - w->n];
    return question_offer(q);
}

static bool try_at(question *q, const run *r, const transplant_word *w, uint32_t at,
                   const uint8_t *old)
{
    static const ending ends[] = {END_ZERO, END_AS_IT_WAS, END_ONE_ZERO};
    bool is_number =
        w->n && (isdigit(w->bytes[0]) || w->bytes[0] == '-') && (!at || !isdigit(old[at - 1]));
    for (int i = 0; i < 3; i++) {
        if (try_word(q, r, w, at, ends[i]))
            return true;
        keep(q, r, (uint8_t *)old, true);
    }
    if (try_before(q, r, w, at, old))
        return true;
    keep(q, r, (uint8_t *)old, true);
    bool found = is_number && try_instead(q, r, w, at, old);
    if (!found)
        keep(q, r, (uint8_t *)old, true);
    return found;
}

static bool try_all(question *q, const transplant_words *words, uint64_t limit)
{
    VEC(uint8_t) old = {0};
    bool found = false;
    for (uint32_t at = 0; !found && q->executions < limit && !question_expired(q); at++) {
        bool any = false;
        for (uint32_t first = 0; first < q->variables.n && !found;) {
            run r = run_at(q, first);
            vec_resize(&old, r.n);
            keep(q, &r, old.at, false);
            for (size_t i = 0; i < words->n && at < r.n && !found && q->executions < limit &&
                               !question_expired(q);
                 i++)
                found = try_at(q, &r, &words->at[i], at, old.at);
            any = any || at + 1 < r.n;
            first += r.n;
        }
        if (!any)
            break;
    }
    vec_free(&old);
    return found;
}

bool transplant(question *q, uint64_t budget)
{
    transplant_words words = {0};
    transplant_words_find(&words, q);
    bool found = try_all(q, &words, q->executions + budget) || question_judge(q);
    vec_clear(&q->offered);
    vec_free(&words);
    return found;
}

/* ---- Inputs of one box ----------------------------------------------------------------------- */

/* The concrete run that begins at reached byte `from`: its length. */
static size_t concrete_run(const trace_box *box, size_t from)
{
    size_t n = 0;
    while (from + n < box->reached.n && !box->reached.at[from + n].term &&
           (!n || box->reached.at[from + n].address == box->reached.at[from].address + n))
        n++;
    return n;
}

/* Copies the run over the symbolic bytes that begin at reached byte `to`, input `input`. */
static void add_row(const trace_box *box, size_t from, size_t n, size_t to, size_t input, bool text,
                    transplant_rows *rows)
{
    size_t at = rows->n;
    vec_append(rows, box->seen.at, box->seen.n);
    bool over = false;
    for (size_t i = 0; to + i < box->reached.n && box->reached.at[to + i].term; i++) {
        if (i && box->reached.at[to + i].address != box->reached.at[to].address + i)
            break;
        uint8_t byte = i < n ? box->reached.at[from + i].value : 0;
        if (text && over)
            byte = 0;
        over = over || !byte;
        if (i >= n && !text)
            break;
        rows->at[at + input + i] = byte;
    }
}

void transplant_box(const trace_box *box, size_t most, transplant_rows *rows)
{
    size_t input = 0, added = 0;
    for (size_t i = 0; i < box->args.n; i++)
        input += box->args.at[i].term != 0;
    for (size_t to = 0; to < box->reached.n; to++) {
        bool begins = box->reached.at[to].term &&
                      (!to || !box->reached.at[to - 1].term ||
                       box->reached.at[to].address != box->reached.at[to - 1].address + 1);
        for (size_t from = 0; begins && from < box->reached.n && added < most;) {
            size_t n = concrete_run(box, from);
            if (n) {
                add_row(box, from, n, to, input, true, rows);
                add_row(box, from, n, to, input, false, rows);
                added += 2;
            }
            from += n ? n : 1;
        }
        input += box->reached.at[to].term != 0;
    }
}
