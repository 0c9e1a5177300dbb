/* Fields of inputs (explore/fields): told to the mutation stage, and used for what the solver cannot do with the bytes there are. A path
 * that needs more of them than a record has is out of its reach, as each question is about the bytes of one run; so there are variants
 * with longer records, in which all that speaks of them is right. */
#include "explore/search/explore_impl.h"

static strbuf *bytes_of(explore_test *t, uint8_t kind, uint32_t index)
{
    return kind == TANDEM_STDIN                                   ? &t->input
           : kind == TANDEM_FILE && index < t->files.n            ? &t->files.at[index].bytes
           : kind == TANDEM_OBJECT && !index && t->objects.n == 1 ? &t->objects.at[0].bytes
                                                                  : NULL;
}

static size_t most_bytes(const explorer *x, uint8_t kind)
{
    const explore_shape *shape = &x->config->shape;
    return kind == TANDEM_STDIN  ? shape->stdin_bytes
           : kind == TANDEM_FILE ? shape->file_bytes
                                 : explorer_most_data(x);
}

typedef enum resizing { TWICE, MORE, HALF, RESIZINGS } resizing;

/* What field `which` speaks of comes twice, gets some bytes more, or loses half. False: there is no such thing. */
static bool resize(field_list *list, size_t which, resizing way, strbuf *b, size_t most)
{
    enum { PLAIN_BYTES = 4 };
    const field *f = &list->at[which];
    bool items = f->kind == FIELD_COUNT;
    uint32_t from = items ? f->items[0] : f->from, length = f->to - from;
    field_edit e = {.at = items ? from : f->to,
                    .copied = UINT32_MAX,
                    .owner = items ? UINT32_MAX : (uint32_t)which,
                    .items = items};
    if (f->kind == FIELD_SUM || from > f->to || f->to > b->n || (items && way == MORE))
        return false;
    if (way == HALF && items) {
        e.removed = f->n_items > 1 ? f->items[f->n_items / 2] - from : 0;
    } else if (way == HALF) {
        e.removed = length / 2;
        e.at = f->to - e.removed;
    } else {
        e.n = way == MORE ? PLAIN_BYTES : length;
        e.copied = way == MORE ? UINT32_MAX : from;
    }
    if ((!e.n && !e.removed) || b->n + e.n > most)
        return false;
    strbuf more = STRBUF_INIT;
    for (uint32_t i = 0; i < e.n; i++)
        strbuf_putc(&more, way == MORE ? 'a' : b->text[from + i]);
    e.bytes = more.text;
    fields_edit(list, b, &e);
    strbuf_free(&more);
    return true;
}

/* Runs a variant; it is worth a trace, though it may have reached nothing new. */
static void run_variant(explorer *x, const queue_entry *e, const explore_test *t,
                        const field_list *fields)
{
    queue_entry *added = NULL;
    uint64_t tests = x->p->tests;
    explorer_try(x, t, e->generation + 1, &added);
    x->p->solved_kept += x->p->tests - tests;
    if (!added)
        return;
    added->grown = e->grown + 1;
    if (!added->gain)
        added->gain = 1;
    if (x->mutate)
        explore_mutate_describe(x->mutate, t, fields);
}

static void run_resized(explorer *x, const queue_entry *e, uint8_t kind, uint32_t index)
{
    const field_list *fields = &x->fields;
    uint64_t made = 0;
    for (size_t i = 0;
         i < RESIZINGS * fields->n && made < x->limits->field_variants && !explorer_over(x); i++) {
        field_list own = {0};
        explore_test t;
        explore_test_copy(&t, &e->test);
        fields_copy(&own, fields);
        strbuf *b = bytes_of(&t, kind, index);
        if (resize(&own, i % fields->n, (resizing)(i / fields->n), b, most_bytes(x, kind))) {
            fields_sum(&own, &x->folds, b);
            run_variant(x, e, &t, &own);
            made++;
        }
        explore_test_free(&t);
        vec_free(&own);
    }
}

/* The input with fields; NULL: there are none. */
static strbuf *described(const explorer *x, const queue_entry *e, const explore_trace *t,
                         uint8_t *kind, uint32_t *index)
{
    return x->limits->fields && fields_input(t, kind, index)
               ? bytes_of((explore_test *)&e->test, *kind, *index)
               : NULL;
}

void explorer_find_fields(explorer *x, const queue_entry *e, explore_trace *t)
{
    uint8_t kind;
    uint32_t index;
    const strbuf *b = described(x, e, t, &kind, &index);
    vec_clear(&x->fields);
    if (b)
        fields_infer(t, kind, index, b, x->limits, &x->folds, &x->fields);
    if (x->fields.n && x->mutate)
        explore_mutate_describe(x->mutate, &e->test, &x->fields);
    x->p->fields += x->fields.n;
}

void explorer_resize_fields(explorer *x, const queue_entry *e, const explore_trace *t)
{
    uint8_t kind;
    uint32_t index;
    if (!x->fields.n || !described(x, e, t, &kind, &index))
        return;
    explore_test right; /* as it is, but for the sums */
    explore_test_copy(&right, &e->test);
    fields_sum(&x->fields, &x->folds, bytes_of(&right, kind, index));
    run_variant(x, e, &right, &x->fields);
    explore_test_free(&right);
    if (e->gain && e->grown < x->limits->field_generations)
        run_resized(x, e, kind, index);
}

void explorer_mend_sums(explorer *x, const queue_entry *e, explore_trace *t)
{
    for (size_t i = 0; i < x->fields.n && !explorer_over(x); i++) {
        const field *f = &x->fields.at[i];
        if (f->kind != FIELD_SUM || f->fold)
            continue;
        const trace_condition *c = &t->conditions.at[f->condition];
        flip_result answer;
        if (c->kind != TRACE_BRANCH || c->n != 1 || term_op_of(t->bank, c->term) != OP_NOT)
            continue; /* it is right */
        flip_try(x->flips, f->condition, 0, false, &answer);
        if (answer.answer != FLIP_SAT)
            continue;
        explore_test mended;
        trace_make_test(t, &e->test, answer.values, &mended);
        run_variant(x, e, &mended, &x->fields);
        explore_test_free(&mended);
    }
}
