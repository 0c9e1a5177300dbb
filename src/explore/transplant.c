#include "explore/transplant.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "term/walk.h"

enum { LONGEST = 64, MOST_WORDS = 160, MOST_CONSTANTS = 24, MOST_LENGTHS = 2 };

/* ---- Words -------------------------------------------------------------------------------------
 */

typedef struct word {
    uint8_t bytes[LONGEST];
    uint32_t n;
} word;
typedef VEC(word) word_vec;

static void add_word(word_vec *words, const void *bytes, size_t n)
{
    word w = {.n = (uint32_t)(n < LONGEST ? n : LONGEST)};
    if (words->n >= MOST_WORDS)
        return;
    memcpy(w.bytes, bytes, w.n);
    for (size_t i = 0; i < words->n; i++)
        if (words->at[i].n == w.n && !memcmp(words->at[i].bytes, w.bytes, w.n))
            return;
    vec_push(words, w);
}

static void add_text(word_vec *words, const char *text)
{
    add_word(words, text, strlen(text));
}

/* A byte that a conversion accepts: `at` is behind its % and width. */
static char filling(const uint8_t *at, size_t n)
{
    if (*at == '[')
        return n > 1 && at[1] != '^' ? (char)at[1] : 'a';
    return *at == '%' ? '%' : strchr("csS", *at) ? 'a' : '1';
}

/* A format with its conversions filled in, so that it can be read back: the first, the first two, …
 */
static void add_filled(word_vec *words, const uint8_t *format, size_t n)
{
    char out[LONGEST];
    size_t used = 0, filled = 0;
    for (size_t i = 0; i < n && used + 1 < sizeof out; i++) {
        if (format[i] != '%') {
            out[used++] = (char)format[i];
            continue;
        }
        do
            i++;
        while (i < n && strchr("0123456789.*-+# hlLqjzt", format[i]) && format[i]);
        if (i >= n)
            break;
        out[used++] = filling(format + i, n - i);
        filled = used;
        if (format[i] == '[') /* a ] that comes first belongs to the set */
            for (i += 2; i < n && format[i] != ']';)
                i++;
        add_word(words, out, filled);
    }
    if (filled && used > filled)
        add_word(words, out, used);
}

/* Concrete bytes that a box saw, as they lie and as strings. */
static void add_buffer(word_vec *words, const uint8_t *bytes, size_t n)
{
    size_t text = strnlen((const char *)bytes, n);
    if (text)
        add_word(words, bytes, text);
    add_filled(words, bytes, text);
    if (text < n && n <= LONGEST)
        add_word(words, bytes, n);
}

/* Runs of neighbouring concrete bytes. */
static void add_reached(word_vec *words, const trace_box *box)
{
    uint8_t run[256];
    size_t n = 0;
    for (size_t i = 0; i <= box->reached.n; i++) {
        const trace_byte *b = i < box->reached.n ? &box->reached.at[i] : NULL;
        bool joins = b && !b->term && n < sizeof run &&
                     (!n || b->address == box->reached.at[i - 1].address + 1);
        if (!joins && n) {
            add_buffer(words, run, n);
            for (size_t k = strnlen((char *)run, n) + 1; k < n;
                 k += strnlen((char *)run + k, n - k) + 1)
                add_buffer(words, run + k, strnlen((char *)run + k, n - k));
            n = 0;
        }
        if (b && !b->term && n < sizeof run)
            run[n++] = b->value;
    }
}

static void add_number(word_vec *words, uint64_t number, uint32_t width)
{
    char text[40];
    int64_t is_signed = (int64_t)(number << (64 - width)) >> (64 - width);
    snprintf(text, sizeof text, "%" PRId64, is_signed);
    add_text(words, text);
    snprintf(text, sizeof text, "%" PRIu64, number);
    add_text(words, text);
    if (number > 9) {
        snprintf(text, sizeof text, "0x%" PRIx64, number);
        add_text(words, text);
        snprintf(text, sizeof text, "%" PRIx64, number);
        add_text(words, text);
        snprintf(text, sizeof text, "0%" PRIo64, number);
        add_text(words, text);
    }
    for (uint32_t bytes = 1; bytes <= width / 8; bytes *= 2)
        add_word(words, &number, bytes);
}

static void add_fraction(word_vec *words, const term_bank *b, value_id v)
{
    uint64_t bits;
    char text[40];
    if (!value_small_bits(b, v, &bits))
        return;
    double number;
    if (sort_fp_significand(b, value_sort(b, v)) == 24) {
        uint32_t low = (uint32_t)bits;
        float single;
        memcpy(&single, &low, sizeof single);
        number = single;
    } else {
        memcpy(&number, &bits, sizeof number);
    }
    float narrow = (float)number;
    add_word(words, &narrow, sizeof narrow);
    add_word(words, &number, sizeof number);
    snprintf(text, sizeof text, "%.17g", number);
    add_text(words, text);
    snprintf(text, sizeof text, "%g", number);
    add_text(words, text);
    snprintf(text, sizeof text, "%g", number * 1.5 + 1);
    add_text(words, text);
    snprintf(text, sizeof text, "%g", number / 2 - 1);
    add_text(words, text);
}

/* Where programs, libraries and stacks lie: nobody writes these into an input. */
static bool is_address(uint64_t number, uint32_t width)
{
    return width == 64 && number >> 40 >= 0x55 && number >> 40 <= 0x7f;
}

/* Numbers of the conditions, those of the way wanted first, and their neighbours. */
static void add_constants(word_vec *words, const question *q)
{
    term_vec order = {0};
    uint32_t found = 0;
    for (size_t i = q->terms.n; i-- > 0 && found < MOST_CONSTANTS;) {
        vec_clear(&order);
        term_postorder(q->bank, &q->terms.at[i], 1, &order);
        for (size_t k = order.n; k-- > 0 && found < MOST_CONSTANTS;) {
            if (term_op_of(q->bank, order.at[k]) != OP_CONST)
                continue;
            value_id v = term_value(q->bank, order.at[k]);
            value_kind kind = value_kind_of(q->bank, v);
            uint64_t number;
            if (kind == VALUE_FP) {
                add_fraction(words, q->bank, v);
            } else if (kind == VALUE_BV && value_small_bits(q->bank, v, &number)) {
                uint32_t width = sort_bv_width(q->bank, value_sort(q->bank, v));
                if (is_address(number, width))
                    continue;
                add_number(words, number, width);
                add_number(words, number + 1, width);
                add_number(words, number - 1, width);
            } else {
                continue;
            }
            found++;
        }
    }
    vec_free(&order);
}

static void add_remarkable(word_vec *words)
{
    static const char *const texts[] = {"0",
                                        "1",
                                        "-1",
                                        "7",
                                        "42",
                                        "1000",
                                        "99999999999999999999",
                                        "-99999999999999999999",
                                        "0x10",
                                        "1.5",
                                        "-2.5",
                                        "1e9",
                                        "1e999",
                                        "nan",
                                        "inf",
                                        "1.1.1.1",
                                        "::1",
                                        "12:30",
                                        "2001-02-03",
                                        "a",
                                        "A",
                                        " ",
                                        "x"};
    add_word(words, "", 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_text(words, texts[i]);
}

/* The word with its digits doubled, one number after the other, until it has `length` bytes. False:
 * it has no digits, or is too long already. */
static bool stretch(const word *from, uint32_t length, word *to)
{
    *to = *from;
    for (uint32_t at = 0; to->n < length;) {
        uint32_t tried = 0;
        while (tried <= to->n && !isdigit(to->bytes[at % to->n])) {
            at++;
            tried++;
        }
        if (tried > to->n)
            return false;
        at %= to->n;
        memmove(to->bytes + at + 1, to->bytes + at, to->n - at);
        to->n++;
        while (at < to->n && isdigit(to->bytes[at]))
            at++;
    }
    return to->n == length;
}

/* A box that sees so many bytes of the input and then the end of a string wants just so many. */
static void add_stretched(word_vec *words, const question *q)
{
    word_vec made = {0};
    uint32_t last = 0, lengths = 0;
    for (size_t i = q->box_numbers.n; i-- > 0 && lengths < MOST_LENGTHS;) {
        const trace_box *box = &q->trace->boxes.at[q->box_numbers.at[i]];
        uint32_t n = 0;
        while (n < box->reached.n && box->reached.at[n].term)
            n++;
        bool ends = n && n < LONGEST && n < box->reached.n && !box->reached.at[n].value;
        if (!ends || n == last)
            continue;
        last = n;
        lengths++;
        for (size_t k = 0; k < words->n; k++) {
            word longer;
            if (words->at[k].n && words->at[k].n < n && stretch(&words->at[k], n, &longer))
                vec_push(&made, longer);
        }
    }
    for (size_t i = 0; i < made.n; i++)
        add_word(words, made.at[i].bytes, made.at[i].n);
    vec_free(&made);
}

/* ---- Places ------------------------------------------------------------------------------------
 */

/* Neighbouring variables of one input: positions in q->variables. */
typedef struct run {
    uint32_t first, n;
} run;

static run run_at(const question *q, uint32_t first)
{
    const trace_variable *all = q->trace->variables.at;
    run r = {first, 1};
    while (first + r.n < q->variables.n) {
        const trace_variable *a = &all[q->variables.at[first + r.n - 1]],
                             *b = &all[q->variables.at[first + r.n]];
        if (a->kind != b->kind || a->index != b->index || b->offset != a->offset + 1)
            break;
        r.n++;
    }
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

static bool try_word(question *q, const run *r, const word *w, uint32_t at, ending end)
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
static bool try_instead(question *q, const run *r, const word *w, uint32_t at, const uint8_t *old)
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

static bool try_at(question *q, const run *r, const word *w, uint32_t at, const uint8_t *old)
{
    static const ending ends[] = {END_ZERO, END_AS_IT_WAS, END_ONE_ZERO};
    bool is_number =
        w->n && (isdigit(w->bytes[0]) || w->bytes[0] == '-') && (!at || !isdigit(old[at - 1]));
    for (int i = 0; i < 3; i++) {
        if (try_word(q, r, w, at, ends[i]))
            return true;
        keep(q, r, (uint8_t *)old, true);
    }
    bool found = is_number && try_instead(q, r, w, at, old);
    if (!found)
        keep(q, r, (uint8_t *)old, true);
    return found;
}

static bool try_all(question *q, const word_vec *words, uint64_t limit)
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
    word_vec words = {0};
    for (size_t i = q->box_numbers.n; i-- > 0;)
        add_reached(&words, &q->trace->boxes.at[q->box_numbers.at[i]]);
    add_constants(&words, q);
    add_remarkable(&words);
    add_stretched(&words, q);
    bool found = try_all(q, &words, q->executions + budget) || question_judge(q);
    vec_clear(&q->offered);
    vec_free(&words);
    return found;
}

/* ---- Inputs of one box -------------------------------------------------------------------------
 */

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
