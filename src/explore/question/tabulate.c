#include "explore/question/tabulate.h"

#include "term/core/subst.h"

enum { VALUES = 256 };

typedef enum table_state { TABLE_NEW, TABLE_NONE, TABLE_MADE } table_state;

struct tabulator {
    explore_trace *trace;
    explore_recall *boxes;
    uint8_t *state;    /* of each box, a table_state */
    term_vec from, to; /* results of boxes, and their tables */
    uint32_t n_tables;
    uint64_t most;
};

tabulator *tabulate_new(explore_trace *t, explore_recall *boxes, uint64_t most)
{
    tabulator *x = base_alloc_zero(1, sizeof *x);
    x->trace = t;
    x->boxes = boxes;
    x->most = most;
    x->state = base_alloc_zero(t->boxes.n + 1, 1);
    return x;
}

void tabulate_free(tabulator *x)
{
    if (!x)
        return;
    vec_free(&x->from);
    vec_free(&x->to);
    free(x->state);
    free(x);
}

/* The one variable that the box sees; UINT32_MAX: several, or none. */
static uint32_t only_variable(explore_trace *t, const trace_box *box)
{
    uint32_t found = UINT32_MAX;
    for (size_t i = 0; i < box->inputs.n; i++) {
        const uint64_t *uses = trace_uses(t, box->inputs.at[i]);
        for (uint32_t v = 0; v < t->variables.n; v++) {
            if (!(uses[v / 64] >> v % 64 & 1) || v == found)
                continue;
            if (found != UINT32_MAX)
                return UINT32_MAX;
            found = v;
        }
    }
    return found;
}

/* What the box sees when the variable has these values: a row for each. */
static bool find_rows(tabulator *x, const trace_box *box, uint32_t variable, uint64_t *rows)
{
    term_bank *b = x->trace->bank;
    bool good = true;
    for (uint32_t value = 0; value < VALUES && good; value++) {
        term_model *m = model_new(b);
        model_set_value(m, x->trace->variables.at[variable].decl, value_bv_u64(b, 8, value));
        evaluator *e = eval_new(m, &(eval_config){.call = recall_value, .call_context = x->boxes});
        for (size_t i = 0; i < box->inputs.n && good; i++) {
            value_id seen = eval_term(e, box->inputs.at[i]);
            good = seen != EVAL_NO_VALUE &&
                   value_small_bits(b, seen, &rows[value * box->inputs.n + i]);
        }
        eval_free(e);
        model_free(m);
    }
    return good;
}

static bool add_table(tabulator *x, uint32_t number, uint32_t output, uint32_t variable,
                      const uint64_t *rows)
{
    const trace_box *box = &x->trace->boxes.at[number];
    term_bank *b = x->trace->bank;
    term_vec leaves = {0};
    bool good = true;
    for (uint32_t value = 0; value < VALUES && good; value++) {
        uint64_t word = 0;
        good = recall_word(x->boxes, number, output, rows + value * box->inputs.n, &word);
        vec_push(&leaves, term_const(b, value_bv_u64(b, box->widths.at[output], word)));
    }
    if (good) {
        vec_push(&x->from,
                 term_app(b, box->decls.at[output], box->inputs.at, (uint32_t)box->inputs.n));
        vec_push(&x->to, trace_choice(b, x->trace->variables.at[variable].term, &leaves));
    }
    vec_free(&leaves);
    return good;
}

static bool make_tables(tabulator *x, uint32_t number)
{
    const trace_box *box = &x->trace->boxes.at[number];
    uint32_t variable = only_variable(x->trace, box);
    if (variable == UINT32_MAX || box->is_fmod || x->n_tables >= x->most)
        return false;
    uint64_t *rows = base_alloc_zero(VALUES * box->inputs.n, sizeof *rows), word;
    size_t before = x->from.n;
    bool good = find_rows(x, box, variable, rows);
    recall_collect(x->boxes, true);
    for (uint32_t value = 0; value < VALUES && good; value++)
        (void)recall_word(x->boxes, number, 0, rows + value * box->inputs.n, &word);
    recall_collect(x->boxes, false);
    recall_flush(x->boxes);
    for (uint32_t k = 0; k < box->decls.n && good; k++)
        if (box->decls.at[k])
            good = add_table(x, number, k, variable, rows);
    if (!good)
        x->from.n = x->to.n = before;
    x->n_tables += good;
    free(rows);
    return good;
}

static bool has_boxes(explore_trace *t, const term_vec *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        if (trace_has_box(t, terms->at[i]))
            return true;
    return false;
}

/* A box that is called with what another gave sees that itself, not a table of it. */
static void keep_what_others_see(tabulator *x, const uint8_t *used, uint8_t *kept)
{
    const explore_trace *t = x->trace;
    for (uint32_t i = 0; i < t->boxes.n; i++)
        if (used[i] && x->state[i] != TABLE_MADE)
            trace_mark_boxes(t, t->boxes.at[i].inputs.at, t->boxes.at[i].inputs.n, kept);
}

static bool replace(tabulator *x, const uint8_t *used, const uint8_t *kept, term_vec *terms)
{
    explore_trace *t = x->trace;
    term_vec from = {0}, to = {0};
    for (size_t i = 0; i < x->from.n; i++) {
        uint64_t number = map_get(&t->box_of_decl, term_decl(t->bank, x->from.at[i]), 0) >> 32;
        if (!used[number] || kept[number])
            continue;
        vec_push(&from, x->from.at[i]);
        vec_push(&to, x->to.at[i]);
    }
    if (from.n) {
        term_subst *subst = term_subst_new(t->bank, from.at, to.at, from.n);
        for (size_t i = 0; i < terms->n; i++)
            terms->at[i] = term_subst_apply(subst, terms->at[i]);
        term_subst_free(subst);
    }
    bool any = from.n;
    vec_free(&from);
    vec_free(&to);
    return any;
}

bool tabulate_boxes(tabulator *x, term_vec *terms)
{
    explore_trace *t = x->trace;
    if (!has_boxes(t, terms))
        return false;
    uint8_t *used = base_alloc_zero(t->boxes.n + 1, 1), *kept = base_alloc_zero(t->boxes.n + 1, 1);
    bool any = false;
    trace_mark_boxes(t, terms->at, terms->n, used);
    for (uint32_t i = 0; i < t->boxes.n; i++) {
        if (used[i] && x->state[i] == TABLE_NEW)
            x->state[i] = make_tables(x, i) ? TABLE_MADE : TABLE_NONE;
        any = any || (used[i] && x->state[i] == TABLE_MADE);
    }
    if (any) {
        keep_what_others_see(x, used, kept);
        any = replace(x, used, kept, terms);
    }
    free(used);
    free(kept);
    return any;
}
