/* The splitter: which conditions a question has. */
#include "explore/question/flip_impl.h"
#include "solve/near/spread.h"

/* Marks the conditions before `i` that share variables with `set`, which grows by theirs. */
static void close_set(flipper *s, uint32_t i, bool pins, uint64_t *set, uint8_t *chosen)
{
    explore_trace *t = s->trace;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t c = 0; c < i; c++) {
            if (chosen[c] || (!pins && t->conditions.at[c].kind == TRACE_PIN))
                continue;
            const uint64_t *uses = trace_uses(t, t->conditions.at[c].term);
            if (!s->config.no_splitter && !flip_sets_meet(uses, set, t->words))
                continue;
            chosen[c] = 1;
            for (uint32_t w = 0; w < t->words; w++) {
                grew = grew || (uses[w] & ~set[w]);
                set[w] |= uses[w];
            }
        }
    }
}

/* Marks what `set` rests on: without it a table that is read behind its end has some value. */
static void choose_assumptions(const flipper *s, uint32_t i, const uint64_t *set, uint8_t *chosen)
{
    explore_trace *t = s->trace;
    for (uint32_t c = 0; c < i; c++)
        chosen[c] = t->conditions.at[c].kind == TRACE_ASSUME &&
                    flip_sets_meet(trace_uses(t, t->conditions.at[c].term), set, t->words);
}

static term_id is_zero(flipper *s, const trace_variable *v)
{
    return term_eq(s->bank, v->term, term_const(s->bank, value_bv_u64(s->bank, 8, 0)));
}

static bool ends_with_zero(const trace_variable *v)
{
    return v->kind == TANDEM_ARG || v->kind == TANDEM_ENV;
}

/* What the conditions before `i` look at that are not in the question. */
static uint64_t *used_by_others(flipper *s, uint32_t i, const uint64_t *set, const uint8_t *chosen)
{
    explore_trace *t = s->trace;
    uint64_t *others = base_alloc_zero(t->words, sizeof *others);
    for (uint32_t c = 0; c < i; c++) {
        const uint64_t *uses = chosen[c] ? NULL : trace_uses(t, t->conditions.at[c].term);
        for (uint32_t w = 0; uses && w < t->words; w++)
            others[w] |= uses[w] & ~set[w];
    }
    return others;
}

/* Whether the rest of the question's run, up to it, stays as it is where the text ends at `v`: nobody looked at what was
 * behind that. */
static bool may_end_at(const explore_trace *t, const trace_variable *v, const uint64_t *others)
{
    for (uint32_t i = 0; i < t->variables.n; i++) {
        const trace_variable *o = &t->variables.at[i];
        if (flip_in_set(others, i) && o->value && o->kind == v->kind && o->index == v->index &&
            o->offset > v->offset)
            return false;
    }
    return true;
}

/* Nothing stands behind the NUL of an argument: what is outside the question, the conditions before `i` that are not chosen,
 * has to be right too. */
static void add_shape(flipper *s, flip_question *q, uint32_t i, const uint64_t *set,
                      const uint8_t *chosen)
{
    explore_trace *t = s->trace;
    uint64_t *others = NULL;
    for (uint32_t k = 0; k < t->variables.n; k++) {
        const trace_variable *v = &t->variables.at[k];
        if (!flip_in_set(set, k) || !ends_with_zero(v))
            continue;
        uint64_t next = map_get(&s->position, flip_place(v, v->offset + 1), 0);
        uint64_t previous = v->offset ? map_get(&s->position, flip_place(v, v->offset - 1), 0) : 0;
        others = others ? others : used_by_others(s, i, set, chosen);
        if (next && flip_in_set(set, next - 1))
            question_add(&q->near, term_make2(s->bank, OP_IMPLIES, is_zero(s, v),
                                              is_zero(s, &t->variables.at[next - 1])));
        if (v->value && !may_end_at(t, v, others))
            question_add(&q->near, term_not(s->bank, is_zero(s, v)));
        if (previous && !flip_in_set(set, previous - 1) && !t->variables.at[previous - 1].value)
            question_add(&q->near, is_zero(s, v));
    }
    free(others);
}

static int by_place(const void *x, const void *y, void *context)
{
    const trace_variable *all = context, *a = &all[*(const uint32_t *)x],
                         *b = &all[*(const uint32_t *)y];
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* The variables that the terms depend on are its inputs, neighbours together. */
static void add_inputs(explore_trace *t, flip_question *q)
{
    uint64_t *all = base_alloc_zero(t->words, sizeof *all);
    for (size_t i = 0; i < q->near.terms.n; i++) {
        const uint64_t *uses = trace_uses(t, q->near.terms.at[i]);
        for (uint32_t w = 0; w < t->words; w++)
            all[w] |= uses[w];
    }
    for (uint32_t i = 0; i < t->variables.n; i++)
        if (flip_in_set(all, i))
            vec_push(&q->variables, i);
    free(all);
    if (q->variables.n)
        qsort_r(q->variables.at, q->variables.n, sizeof *q->variables.at, by_place,
                t->variables.at);
    const trace_variable *before = NULL;
    for (size_t i = 0; i < q->variables.n; i++) {
        const trace_variable *v = &t->variables.at[q->variables.at[i]];
        bool joins = before && before->kind == v->kind && before->index == v->index &&
                     before->offset + 1 == v->offset;
        question_add_input(&q->near, v->decl, v->value, joins);
        before = v;
    }
}

/* After all terms were added. */
static void close_question(flipper *s, flip_question *q)
{
    explore_trace *t = s->trace;
    bool boxes = false;
    add_inputs(t, q);
    question_close(&q->near);
    for (size_t i = 0; i < q->near.terms.n; i++) {
        boxes = boxes || trace_has_box(t, q->near.terms.at[i]);
        q->floats = q->floats || trace_has_float(t, q->near.terms.at[i]);
    }
    uint8_t *seen = base_alloc_zero(t->boxes.n + 1, 1);
    if (boxes)
        trace_mark_boxes(t, q->near.terms.at, q->near.terms.n, seen);
    for (uint32_t i = 0; i < t->boxes.n; i++)
        if (seen[i])
            vec_push(&q->box_numbers, i);
    free(seen);
    if (boxes || q->floats)
        question_compile(&q->near);
}

void flip_question_free(flip_question *q)
{
    question_free(&q->near);
    vec_free(&q->variables);
    vec_free(&q->box_numbers);
}

bool flip_pose(flipper *s, uint32_t i, term_id wanted, flip_extent extent, flip_question *q)
{
    explore_trace *t = s->trace;
    uint64_t *set = base_alloc(t->words * sizeof *set);
    uint8_t *chosen = base_alloc_zero(i + 1u, 1);
    memcpy(set, trace_uses(t, wanted), t->words * sizeof *set);
    const uint64_t *aimed = trace_uses(t, s->goal ? s->goal : wanted);
    for (uint32_t w = 0; w < t->words; w++)
        set[w] |= aimed[w];
    if (extent == FLIP_ALONE)
        choose_assumptions(s, i, set, chosen);
    else
        close_set(s, i, extent == FLIP_PATH, set, chosen);
    *q = (flip_question){0};
    question_init(&q->near, s->bank, s->boxes, s->config.solve_limits);
    q->near.simplify = s->simplify;
    q->near.deadline = s->config.deadline;
    q->near.interrupt = s->config.interrupt;
    add_shape(s, q, i, set, chosen);
    flip_add_pins(s, &t->conditions.at[i], q);
    for (uint32_t c = 0; c < i; c++)
        if (chosen[c]) {
            question_add(&q->near, t->conditions.at[c].term);
            q->pinned |= t->conditions.at[c].kind == TRACE_PIN;
        }
    if (s->goal)
        question_add(&q->near, s->goal);
    term_vec *terms = &q->near.terms;
    vec_push(terms, wanted);
    bool tables = !s->config.no_fuzz && tabulate_boxes(s->tables, terms);
    s->counts.tabulated += tables;
    for (size_t k = 0; k < terms->n; k++)
        if (trace_has_box(t, terms->at[k]))
            terms->at[k] = spread_equation(s->bank, terms->at[k], s->limits->spread_choices);
    close_question(s, q);
    free(set);
    free(chosen);
    return extent == FLIP_PATH && !t->n_mismatched && !q->pinned && !tables && !q->box_numbers.n;
}
