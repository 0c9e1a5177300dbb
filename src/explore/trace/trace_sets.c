/* Which variables a term depends on. */
#include "explore/trace/trace_impl.h"
#include "term/core/walk.h"

enum { FLAG_BOX = 1, FLAG_FLOAT = 2 };

static bool is_float_op(term_op op)
{
    return op >= OP_FP && op <= OP_FP_TO_BITS;
}

static size_t make_set(explore_trace *t, term_id term)
{
    size_t at = t->sets.n;
    uint32_t words = t->words + 1;
    vec_resize(&t->sets, at + words);
    uint64_t *set = t->sets.at + at;
    for (uint32_t i = 0; i < term_arity(t->bank, term); i++) {
        const uint64_t *one = t->sets.at + map_get(&t->set_of_term, term_arg(t->bank, term, i), 0);
        for (uint32_t w = 0; w < words; w++)
            set[w] |= one[w];
    }
    if (is_float_op(term_op_of(t->bank, term)))
        set[t->words] |= FLAG_FLOAT;
    if (term_op_of(t->bank, term) == OP_APP && term_arity(t->bank, term))
        set[t->words] |= FLAG_BOX;
    return at;
}

const uint64_t *trace_uses(explore_trace *t, term_id term)
{
    const uint64_t *known = map_find(&t->set_of_term, term);
    if (known)
        return t->sets.at + *known;
    term_vec stack = {0};
    vec_push(&stack, term);
    while (stack.n) {
        term_id top = vec_last(&stack);
        bool ready = true;
        for (uint32_t i = 0; i < term_arity(t->bank, top); i++) {
            term_id arg = term_arg(t->bank, top, i);
            if (!map_find(&t->set_of_term, arg)) {
                vec_push(&stack, arg);
                ready = false;
            }
        }
        if (!ready)
            continue;
        (void)vec_pop(&stack);
        if (!map_find(&t->set_of_term, top))
            map_put(&t->set_of_term, top, make_set(t, top));
    }
    vec_free(&stack);
    return t->sets.at + map_get(&t->set_of_term, term, 0);
}

bool trace_has_box(explore_trace *t, term_id term)
{
    return trace_uses(t, term)[t->words] & FLAG_BOX;
}

bool trace_has_float(explore_trace *t, term_id term)
{
    return trace_uses(t, term)[t->words] & FLAG_FLOAT;
}

void trace_start_sets(explore_trace *t)
{
    t->words = (uint32_t)((t->variables.n + 63) / 64);
    if (!t->words)
        t->words = 1;
    vec_resize(&t->sets, t->words + 1u);
    for (size_t i = 0; i < t->variables.n; i++) {
        size_t at = t->sets.n;
        vec_resize(&t->sets, at + t->words + 1);
        t->sets.at[at + i / 64] = UINT64_C(1) << i % 64;
        map_put(&t->set_of_term, t->variables.at[i].term, at);
    }
}

void trace_mark_boxes(const explore_trace *t, const term_id *terms, size_t n, uint8_t *marks)
{
    term_vec order = {0};
    term_postorder(t->bank, terms, n, &order);
    for (size_t i = 0; i < order.n; i++) {
        if (term_op_of(t->bank, order.at[i]) != OP_APP || !term_arity(t->bank, order.at[i]))
            continue;
        const uint64_t *place = map_find(&t->box_of_decl, term_decl(t->bank, order.at[i]));
        if (place)
            marks[*place >> 32] = 1;
    }
    vec_free(&order);
}
