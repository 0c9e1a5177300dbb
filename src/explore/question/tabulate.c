#include "explore/question/tabulate.h"

#include "solve/closed/tables.h"
#include "term/core/subst.h"

enum { VALUES = 256 }; /* of a byte */

/* What is known of a box. */
typedef enum tabulate_state { TABULATE_NEW, TABULATE_LARGE, TABULATE_MADE } tabulate_state;

struct tabulator {
    explore_trace *trace;
    box_set *boxes;
    uint8_t *state;    /* of each box, a tabulate_state */
    term_vec from, to; /* results of boxes, and their tables */
    uint32_t n_tables;
    uint64_t most;
};

tabulator *tabulate_new(explore_trace *t, box_set *boxes, uint64_t most)
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

static bool make_tables(tabulator *x, uint32_t number)
{
    const trace_box *made = &x->trace->boxes.at[number];
    table_config config = {.points = VALUES, .total = true};
    size_t before = x->from.n;
    bool good = !made->is_fmod && x->n_tables < x->most;
    for (uint32_t k = 0; k < made->decls.n && good; k++) {
        if (!made->decls.at[k])
            continue;
        term_id table, call = term_app(x->trace->bank, made->decls.at[k], made->inputs.at,
                                       (uint32_t)made->inputs.n);
        good = table_of_call(x->trace->bank, x->boxes, &config, call, &table) == TABLE_MADE;
        vec_push(&x->from, call);
        vec_push(&x->to, table);
    }
    if (!good)
        x->from.n = x->to.n = before;
    x->n_tables += good;
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
        if (used[i] && x->state[i] != TABULATE_MADE)
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
        if (used[i] && x->state[i] == TABULATE_NEW)
            x->state[i] = make_tables(x, i) ? TABULATE_MADE : TABULATE_LARGE;
        any = any || (used[i] && x->state[i] == TABULATE_MADE);
    }
    if (any) {
        keep_what_others_see(x, used, kept);
        any = replace(x, used, kept, terms);
    }
    free(used);
    free(kept);
    return any;
}
