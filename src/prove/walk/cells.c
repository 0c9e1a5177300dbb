#include "prove/walk/cells.h"

#include <stdlib.h>

#include "fuzz/words/bytecode.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum { MAX_WRITES = 256, MAX_DEPTH = 4096 };

static term_id decline(cells *c, const char *reason)
{
    c->reason = reason;
    return 0;
}

static bool is_array(const cells *c, term_id t)
{
    const term_bank *b = c->layout->system->program->bank;
    return sort_kind_of(b, term_sort(b, t)) == SORT_ARRAY;
}

/* ---- Memories -------------------------------------------------------------------------------- */

static uint32_t add_memory(cells *c, term_id array)
{
    term_bank *b = c->layout->system->program->bank;
    sort_id sort = term_sort(b, array), index = sort_array_index(b, sort);
    cells_memory m = {.array = array};
    m.cell = decl_new(b, symbol_fresh(b, "cell"), &index, 1, sort_array_element(b, sort));
    uint32_t number = (uint32_t)c->memories.n;
    vec_push(&c->memories, m);
    map_put(&c->by_array, array, number);
    map_put(&c->by_cell, m.cell, number);
    return number;
}

void cells_init(cells *c, const frame_layout *layout, uint64_t *frame)
{
    *c = (cells){.layout = layout};
    for (size_t i = 0; i < layout->arrays.n; i++) {
        const frame_array *a = &layout->arrays.at[i];
        uint32_t number = add_memory(c, frame_term(layout, a->variable));
        cells_memory *m = &c->memories.at[number];
        m->n = a->n;
        m->bounded = true;
        m->words = frame + a->first;
        m->written = base_alloc_zero(a->n + 1, sizeof *m->written);
        m->round = 1;
    }
}

void cells_free(cells *c)
{
    for (size_t i = 0; i < c->memories.n; i++) {
        if (i >= c->layout->arrays.n)
            free(c->memories.at[i].words);
        free(c->memories.at[i].written);
        free(c->memories.at[i].before);
        free(c->memories.at[i].set_before);
    }
    vec_free(&c->memories);
    map_free(&c->by_array);
    map_free(&c->by_cell);
    map_free(&c->lowered);
    map_free(&c->selected);
}

void cells_reset(cells_memory *m, uint64_t fill)
{
    m->fill = fill;
    if (!m->written)
        return;
    if (!m->round || !++m->round) { /* words that were all set, or once in four billion */
        memset(m->written, 0, m->n * sizeof *m->written);
        m->round = 1;
    }
}

void cells_fill(cells *c, const uint64_t *frame)
{
    for (size_t i = 0; i < c->layout->arrays.n; i++) {
        c->memories.at[i].fill = frame[c->layout->arrays.at[i].variable];
        c->memories.at[i].round = 0;
    }
}

void cells_keep(cells_memory *m)
{
    m->fill_before = m->fill;
    for (size_t i = 0; i < m->n; i++) {
        m->before[i] = m->words[i];
        m->set_before[i] = cells_is_set(m, i);
    }
}

void cells_copy(cells_memory *to, const cells_memory *from)
{
    cells_reset(to, from->fill_before);
    for (size_t i = 0; i < to->n && i < from->n; i++) {
        to->words[i] = from->before[i];
        to->written[i] = from->set_before[i] ? to->round : 0;
    }
    /* What lies behind the end of a table of constants has a value. */
    for (size_t i = from->n; i < to->n && from->words && !from->bounded; i++) {
        to->words[i] = from->fill_before;
        to->written[i] = to->round;
    }
}

/* A table of constants. */
static uint32_t add_constant(cells *c, term_id array, value_id v)
{
    const term_bank *b = c->layout->system->program->bank;
    if (!word_fits_sort(b, sort_array_element(b, term_sort(b, array)))) {
        decline(c, "an array of arrays");
        return CELLS_NONE;
    }
    uint64_t n = 0, at;
    for (uint32_t i = 0; i < value_array_size(b, v); i++) {
        if (!value_small_bits(b, value_array_index_at(b, v, i), &at) || at >= FRAME_CELLS_MOST) {
            decline(c, "a large array");
            return CELLS_NONE;
        }
        n = at >= n ? at + 1 : n;
    }
    uint32_t number = add_memory(c, array);
    cells_memory *m = &c->memories.at[number];
    m->n = n;
    m->fill = word_of_value(b, value_array_default(b, v));
    m->words = base_alloc_zero(n + 1, sizeof *m->words);
    for (uint64_t i = 0; i < n; i++)
        m->words[i] = m->fill;
    for (uint32_t i = 0; i < value_array_size(b, v); i++)
        if (value_small_bits(b, value_array_index_at(b, v, i), &at))
            m->words[at] = word_of_value(b, value_array_element_at(b, v, i));
    return number;
}

/* The memory behind an array that is not computed; CELLS_NONE: it is, or that cannot be. */
static uint32_t memory_of(cells *c, term_id array)
{
    const term_bank *b = c->layout->system->program->bank;
    const uint64_t *known = map_find(&c->by_array, array);
    if (known)
        return (uint32_t)*known;
    if (term_op_of(b, array) == OP_CONST)
        return add_constant(c, array, term_value(b, array));
    if (term_op_of(b, array) == OP_CONST_ARRAY) {
        term_id element = term_arg(b, array, 0);
        if (term_op_of(b, element) != OP_CONST)
            return CELLS_NONE;
        return add_constant(c, array,
                            value_array_constant(c->layout->system->program->bank,
                                                 term_sort(b, array), term_value(b, element)));
    }
    return term_op_of(b, array) == OP_APP && !term_arity(b, array) ? add_memory(c, array)
                                                                   : CELLS_NONE;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

/* The element of an array at a lowered index. */
static term_id select_cell(cells *c, term_id array, term_id index, int depth)
{
    term_bank *b = c->layout->system->program->bank;
    uint64_t key = (uint64_t)array << 32 | index;
    term_id known = (term_id)map_get(&c->selected, key, 0), result = 0;
    if (known)
        return known;
    if (depth > MAX_DEPTH)
        return decline(c, "a long chain of writes to an array");
    term_op op = term_op_of(b, array);
    if (op == OP_STORE) {
        term_id at = cells_lower(c, term_arg(b, array, 1));
        term_id value = at ? cells_lower(c, term_arg(b, array, 2)) : 0;
        term_id other = value ? select_cell(c, term_arg(b, array, 0), index, depth + 1) : 0;
        if (other)
            result = term_make3(b, OP_ITE, term_eq(b, at, index), value, other);
    } else if (op == OP_ITE) {
        term_id when = cells_lower(c, term_arg(b, array, 0));
        term_id yes = when ? select_cell(c, term_arg(b, array, 1), index, depth + 1) : 0;
        term_id no = yes ? select_cell(c, term_arg(b, array, 2), index, depth + 1) : 0;
        if (no)
            result = term_make3(b, OP_ITE, when, yes, no);
    } else {
        uint32_t m = memory_of(c, array);
        if (m == CELLS_NONE)
            return decline(c, "an unusual array");
        result = term_app(b, c->memories.at[m].cell, &index, 1);
    }
    if (result)
        map_put(&c->selected, key, result);
    return result;
}

static term_id lower_one(cells *c, term_id t)
{
    term_bank *b = c->layout->system->program->bank;
    uint32_t n = term_arity(b, t);
    if (term_op_of(b, t) == OP_SELECT) {
        term_id index = (term_id)map_get(&c->lowered, term_arg(b, t, 1), 0);
        return index ? select_cell(c, term_arg(b, t, 0), index, 0) : 0;
    }
    if (!n)
        return t;
    term_id *args = base_alloc_zero(n, sizeof *args);
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        args[i] = (term_id)map_get(&c->lowered, term_arg(b, t, i), 0);
        good = args[i] != 0;
    }
    term_id result = good ? term_rebuild(b, t, args) : decline(c, "arrays that are compared");
    free(args);
    return result;
}

term_id cells_lower(cells *c, term_id t)
{
    term_bank *b = c->layout->system->program->bank;
    term_id known = (term_id)map_get(&c->lowered, t, 0);
    if (known)
        return known;
    term_vec order = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n && !c->reason; i++) {
        term_id one = order.at[i];
        if (map_find(&c->lowered, one) || is_array(c, one))
            continue;
        term_id result = lower_one(c, one);
        if (!result && !c->reason)
            c->reason = "an unusual term";
        if (result)
            map_put(&c->lowered, one, result);
    }
    vec_free(&order);
    return c->reason ? 0 : (term_id)map_get(&c->lowered, t, 0);
}

/* ---- Writes ---------------------------------------------------------------------------------- */

static bool flatten(cells *c, uint32_t memory, term_id t, term_id when, cells_write_vec *writes)
{
    term_bank *b = c->layout->system->program->bank;
    cells_write w = {.memory = memory, .source = CELLS_NONE, .when = when};
    if (writes->n > MAX_WRITES)
        return decline(c, "many writes to an array in one step");
    switch (term_op_of(b, t)) {
    case OP_STORE:
        if (!flatten(c, memory, term_arg(b, t, 0), when, writes))
            return false;
        w.index = cells_lower(c, term_arg(b, t, 1));
        w.value = w.index ? cells_lower(c, term_arg(b, t, 2)) : 0;
        break;
    case OP_ITE: {
        term_id split = cells_lower(c, term_arg(b, t, 0));
        if (!split)
            return false;
        term_id yes[] = {when, split}, no[] = {when, term_not(b, split)};
        return flatten(c, memory, term_arg(b, t, 1), term_and(b, yes, 2), writes) &&
               flatten(c, memory, term_arg(b, t, 2), term_and(b, no, 2), writes);
    }
    default:
        w.source = memory_of(c, t);
        if (w.source == memory)
            return true;
        if (w.source == CELLS_NONE)
            return decline(c, "an unusual array");
        w.index = w.value = TERM_ID_TRUE;
        if (!c->memories.at[w.source].before) {
            cells_memory *m = &c->memories.at[w.source];
            m->before = base_alloc_zero(m->n + 1, sizeof *m->before);
            m->set_before = base_alloc_zero(m->n + 1, sizeof *m->set_before);
        }
    }
    if (!w.value)
        return false;
    vec_push(writes, w);
    return true;
}

bool cells_writes(cells *c, uint32_t memory, term_id t, cells_write_vec *writes)
{
    return flatten(c, memory, t, TERM_ID_TRUE, writes);
}
