#include "prove/walk/frame.h"

#include "term/value/word.h"

static void add_inputs(frame_layout *l, const ir_transition *t)
{
    for (size_t k = 0; k < t->inputs.n; k++) {
        size_t at = 0;
        while (at < l->inputs.n && l->inputs.at[at] != t->inputs.at[k])
            at++;
        if (at == l->inputs.n)
            vec_push(&l->inputs, t->inputs.at[k]);
    }
}

/* Where its length is computed, or large, runs that go farther have no value. */
static size_t cell_count(const ir_type *type)
{
    uint64_t n = 1;
    for (uint32_t k = 0; k < type->n_dims; k++)
        n = type->counts[k] && n <= FRAME_CELLS_MOST / type->counts[k] ? n * type->counts[k]
                                                                       : FRAME_CELLS_MOST + 1;
    return n > FRAME_CELLS_MOST ? FRAME_CELLS_SOME : n;
}

void frame_layout_init(frame_layout *l, const ir_system *s)
{
    const ir_program *p = s->program;
    *l = (frame_layout){.system = s, .n_variables = p->variables.n};
    for (size_t i = 0; i < s->transitions.n; i++)
        add_inputs(l, &s->transitions.at[i]);
    for (size_t i = 0; i < s->undefined.n; i++)
        add_inputs(l, &s->undefined.at[i]);
    l->n = l->n_plain = l->n_variables + l->inputs.n;
    for (uint32_t v = 0; v < l->n_variables; v++) {
        if (!p->variables.at[v].type.n_dims)
            continue;
        frame_array a = {.variable = v, .first = l->n, .n = cell_count(&p->variables.at[v].type)};
        vec_push(&l->arrays, a);
        l->n += a.n;
    }
}

void frame_layout_free(frame_layout *l)
{
    vec_free(&l->inputs);
    vec_free(&l->arrays);
}

term_id frame_term(const frame_layout *l, size_t at)
{
    return at < l->n_variables ? l->system->program->variables.at[at].term
                               : l->inputs.at[at - l->n_variables];
}

/* The array that a place is a cell of; NULL: it is none. */
static const frame_array *array_at(const frame_layout *l, size_t at)
{
    for (size_t i = 0; i < l->arrays.n; i++)
        if (at >= l->arrays.at[i].first && at < l->arrays.at[i].first + l->arrays.at[i].n)
            return &l->arrays.at[i];
    return NULL;
}

sort_id frame_sort(const frame_layout *l, size_t at)
{
    const term_bank *b = l->system->program->bank;
    const frame_array *a = at < l->n_plain ? NULL : array_at(l, at);
    sort_id sort = term_sort(b, frame_term(l, a ? a->variable : at));
    return sort_kind_of(b, sort) == SORT_ARRAY ? sort_array_element(b, sort) : sort;
}

const ir_type *frame_cell_type(const frame_layout *l, size_t at)
{
    const frame_array *a = at < l->n_plain ? NULL : array_at(l, at);
    return a ? &l->system->program->variables.at[a->variable].type : NULL;
}

size_t frame_place(const frame_layout *l, decl_id d)
{
    const term_bank *b = l->system->program->bank;
    for (size_t at = 0; at < l->n_plain; at++)
        if (term_decl(b, frame_term(l, at)) == d)
            return at;
    return l->n;
}

static const frame_array *cells_of(const frame_layout *l, size_t variable)
{
    for (size_t i = 0; i < l->arrays.n; i++)
        if (l->arrays.at[i].variable == variable)
            return &l->arrays.at[i];
    return NULL;
}

value_id frame_value(const frame_layout *l, const word *frame, size_t at)
{
    term_bank *b = l->system->program->bank;
    sort_id sort = term_sort(b, frame_term(l, at)), element = frame_sort(l, at);
    value_id v = value_of_word(b, element, (uint64_t)frame[at]);
    if (sort_kind_of(b, sort) != SORT_ARRAY)
        return v;
    const frame_array *a = cells_of(l, at);
    vec_u32 pairs = {0};
    v = value_array_constant(b, sort, v);
    for (size_t i = 0; a && i < a->n; i++) {
        vec_push(&pairs, value_of_word(b, sort_array_index(b, sort), i));
        vec_push(&pairs, value_of_word(b, element, (uint64_t)frame[a->first + i]));
    }
    if (pairs.n)
        v = value_array_store_all(b, v, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return v;
}

static bool put_word(const term_bank *b, sort_id sort, value_id v, word *to)
{
    uint64_t bits;
    if (!v || !word_fits_sort(b, sort) || !word_of_small(b, v, &bits))
        return false;
    *to = (word)bits;
    return true;
}

bool frame_put(const frame_layout *l, word *frame, size_t at, value_id v)
{
    const term_bank *b = l->system->program->bank;
    sort_id element = frame_sort(l, at);
    if (!v || sort_kind_of(b, term_sort(b, frame_term(l, at))) != SORT_ARRAY)
        return put_word(b, element, v, &frame[at]);
    const frame_array *a = cells_of(l, at);
    bool good = put_word(b, element, value_array_default(b, v), &frame[at]);
    for (size_t i = 0; good && a && i < a->n; i++)
        frame[a->first + i] = frame[at];
    for (uint32_t i = 0; good && a && i < value_array_size(b, v); i++) {
        uint64_t index;
        /* What lies outside of the array is nobody's. */
        if (word_of_small(b, value_array_index_at(b, v, i), &index) && index < a->n)
            good = put_word(b, element, value_array_element_at(b, v, i), &frame[a->first + index]);
    }
    return good;
}
