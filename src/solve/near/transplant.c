#include "solve/near/transplant.h"

#include <ctype.h>

#include "solve/near/transplant_words.h"

/* ---- Places ---------------------------------------------------------------------------------- */

/* Neighbouring places of one text. */
typedef struct run {
    uint32_t first, n;
} run;

enum { MOST_MARKS = 5 };
typedef struct transplant_marks {
    uint8_t at[MOST_MARKS];
    size_t n;
} transplant_marks;

static run run_at(const question *q, uint32_t first)
{
    run r = {first, 1};
    while (first + r.n < q->places.n && question_joined(q, first + r.n - 1))
        r.n++;
    return r;
}

static uint8_t *place(const question *q, const run *r, uint32_t i)
{
    return &q->values[r->first + i];
}

static void keep(const question *q, const run *r, uint8_t *saved, bool back)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (back)
            *place(q, r, i) = saved[i];
        else
            saved[i] = *place(q, r, i);
}

/* What stands behind a word: zeros, what was there, or one byte and what was there behind it. */
typedef enum ending { END_ZERO, END_AS_IT_WAS, END_ONE_BYTE } ending;

static bool try_word(question *q, const run *r, const transplant_word *w, uint32_t at, ending end,
                     uint8_t byte)
{
    uint32_t behind = at + w->n;
    if (behind > r->n || (end == END_ONE_BYTE && behind == r->n))
        return false;
    for (uint32_t i = 0; i < w->n; i++)
        *place(q, r, at + i) = w->bytes[i];
    for (uint32_t i = behind; i < r->n && end == END_ZERO; i++)
        *place(q, r, i) = 0;
    if (end == END_ONE_BYTE)
        *place(q, r, behind) = byte;
    return question_offer(q);
}

/* Single bytes that calls see: what texts are taken apart by. */
static void find_marks(const question *q, transplant_marks *marks)
{
    marks->n = 1; /* the end of a string */
    for (size_t i = q->calls.n; i-- > 0;) {
        size_t n;
        const box_cell *cells = boxes_cells(q->boxes, term_decl(q->bank, q->calls.at[i]), &n);
        for (size_t k = 0; k < n && marks->n < MOST_MARKS; k++)
            if (cells[k].argument == BOX_CELL_FIXED && cells[k].value &&
                (k + 1 == n || !cells[k + 1].value ||
                 cells[k + 1].address != cells[k].address + 1) &&
                (!k || cells[k - 1].address + 1 != cells[k].address) &&
                !memchr(marks->at, cells[k].value, marks->n))
                marks->at[marks->n++] = cells[k].value;
    }
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
                   const uint8_t *old, const transplant_marks *marks)
{
    bool is_number =
        w->n && (isdigit(w->bytes[0]) || w->bytes[0] == '-') && (!at || !isdigit(old[at - 1]));
    for (size_t i = 0; i < 2 + marks->n; i++) {
        ending end = i < 2 ? (ending)i : END_ONE_BYTE;
        if (try_word(q, r, w, at, end, i < 2 ? 0 : marks->at[i - 2]))
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
    transplant_marks marks = {0};
    bool found = false;
    find_marks(q, &marks);
    for (uint32_t at = 0; !found && q->executions < limit && !question_expired(q); at++) {
        bool any = false;
        for (uint32_t first = 0; first < q->places.n && !found;) {
            run r = run_at(q, first);
            vec_resize(&old, r.n);
            keep(q, &r, old.at, false);
            for (size_t i = 0; i < words->n && at < r.n && !found && q->executions < limit &&
                               !question_expired(q);
                 i++)
                found = try_at(q, &r, &words->at[i], at, old.at, &marks);
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

/* ---- Arguments of one call -------------------------------------------------------------------- */

/* The fixed run that begins at cell `from`: its length. */
static size_t fixed_run(const box_cell *cells, size_t n, size_t from)
{
    size_t k = 0;
    while (from + k < n && cells[from + k].argument == BOX_CELL_FIXED &&
           (!k || cells[from + k].address == cells[from].address + k))
        k++;
    return k;
}

static void put_byte(const question *q, decl_id d, const box_cell *cell, uint8_t byte,
                     uint64_t *row)
{
    uint64_t *word = &row[cell->argument], *mask = &row[decl_arity(q->bank, d) + cell->argument];
    *word = (*word & ~(UINT64_C(255) << 8 * cell->shift)) | (uint64_t)byte << 8 * cell->shift;
    *mask |= UINT64_C(255) << 8 * cell->shift;
}

/* Copies the `length` fixed bytes at cell `from` over the bytes of arguments that begin at `to`. */
static void add_row(const question *q, decl_id d, size_t from, size_t length, size_t to, bool text,
                    uint64_t *row)
{
    size_t n;
    const box_cell *cells = boxes_cells(q->boxes, d, &n);
    bool over = false;
    for (size_t i = 0; to + i < n && cells[to + i].argument != BOX_CELL_FIXED && !over; i++) {
        if (i && cells[to + i].address != cells[to].address + i)
            break;
        if (i >= length && !text)
            break;
        uint8_t byte = i < length ? cells[from + i].value : 0;
        over = text && !byte;
        put_byte(q, d, &cells[to + i], byte, row);
    }
}

static bool begins_text(const box_cell *cells, size_t to)
{
    return cells[to].argument != BOX_CELL_FIXED &&
           (!to || cells[to - 1].argument == BOX_CELL_FIXED ||
            cells[to].address != cells[to - 1].address + 1);
}

void transplant_call(const question *q, decl_id d, const uint64_t *seen, size_t most,
                     transplant_rows *rows)
{
    size_t n, added = 0, arity = decl_arity(q->bank, d);
    const box_cell *cells = boxes_cells(q->boxes, d, &n);
    for (size_t to = 0; to < n; to++)
        for (size_t from = 0; begins_text(cells, to) && from < n && added < most;) {
            size_t length = fixed_run(cells, n, from);
            for (int text = 1; length && text >= 0; text--) {
                vec_append(rows, seen, arity);
                vec_resize(rows, rows->n + arity);
                memset(rows->at + rows->n - arity, 0, arity * sizeof *rows->at);
                add_row(q, d, from, length, to, text, rows->at + rows->n - 2 * arity);
                added++;
            }
            from += length ? length : 1;
        }
}
