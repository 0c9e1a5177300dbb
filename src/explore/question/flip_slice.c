/* The splitter: which conditions a question has. */
#include "explore/question/flip_impl.h"
#include "explore/question/spread.h"

static bool meets(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* Marks the conditions before `i` that share variables with `set`, which grows by theirs. */
static void close_set(flipper *s, uint32_t i, uint64_t *set, uint8_t *chosen)
{
    explore_trace *t = s->trace;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t c = 0; c < i; c++) {
            if (chosen[c])
                continue;
            const uint64_t *uses = trace_uses(t, t->conditions.at[c].term);
            if (!s->config.no_splitter && !meets(uses, set, t->words))
                continue;
            chosen[c] = 1;
            for (uint32_t w = 0; w < t->words; w++) {
                grew = grew || (uses[w] & ~set[w]);
                set[w] |= uses[w];
            }
        }
    }
}

static term_id is_zero(flipper *s, const trace_variable *v)
{
    return term_eq(s->bank, v->term, term_const(s->bank, value_bv_u64(s->bank, 8, 0)));
}

/* Nothing stands behind the NUL of an argument: what is outside the question has to be right too.
 */
static void add_shape(flipper *s, question *q, const uint64_t *set)
{
    explore_trace *t = s->trace;
    for (uint32_t i = 0; i < t->variables.n; i++) {
        const trace_variable *v = &t->variables.at[i];
        if (!flip_in_set(set, i) || (v->kind != TANDEM_ARG && v->kind != TANDEM_ENV))
            continue;
        uint64_t next = map_get(&s->position, flip_place(v, v->offset + 1), 0);
        uint64_t previous = v->offset ? map_get(&s->position, flip_place(v, v->offset - 1), 0) : 0;
        if (next && flip_in_set(set, next - 1))
            question_add(q, term_make2(s->bank, OP_IMPLIES, is_zero(s, v),
                                       is_zero(s, &t->variables.at[next - 1])));
        else if (next && t->variables.at[next - 1].value)
            question_add(q, term_not(s->bank, is_zero(s, v)));
        if (previous && !flip_in_set(set, previous - 1) && !t->variables.at[previous - 1].value)
            question_add(q, is_zero(s, v));
    }
}

/* True: nothing that was made concrete, and no condition that was left out, is in the way. */
bool flip_pose(flipper *s, uint32_t i, term_id wanted, bool alone, question *q)
{
    explore_trace *t = s->trace;
    uint64_t *set = base_alloc(t->words * sizeof *set);
    uint8_t *chosen = base_alloc_zero(i + 1u, 1);
    memcpy(set, trace_uses(t, wanted), t->words * sizeof *set);
    if (!alone)
        close_set(s, i, set, chosen);
    question_init(q, t, s->boxes);
    q->limits = s->limits;
    q->deadline = s->config.deadline;
    add_shape(s, q, set);
    flip_add_pins(s, &t->conditions.at[i], q);
    bool pure = !alone && !t->n_mismatched;
    for (uint32_t c = 0; c < i; c++)
        if (chosen[c]) {
            question_add(q, t->conditions.at[c].term);
            pure = pure && t->conditions.at[c].kind != TRACE_PIN;
        }
    vec_push(&q->terms, wanted);
    bool tables = !s->config.no_fuzz && tabulate_boxes(s->tables, &q->terms);
    s->counts.tabulated += tables;
    for (size_t k = 0; k < q->terms.n; k++)
        if (trace_has_box(t, q->terms.at[k]))
            q->terms.at[k] = spread_equation(s->bank, q->terms.at[k], s->limits->spread_choices);
    question_close(q);
    free(set);
    free(chosen);
    return pure && !tables && !q->box_numbers.n;
}
