#include <stdlib.h>

#include "prove/walk/machine_impl.h"
#include "term/value/word.h"

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool call_opaque(machine *m, uint32_t opaque, const uint64_t *args, uint64_t *result)
{
    machine_call how = m->hook ? m->hook(m->hook_context, opaque, args, result) : MACHINE_NOT_MADE;
    if (how == MACHINE_FAILED)
        m->now->place.demand.failure = FUZZ_FAILED;
    return how == MACHINE_RETURNED;
}

static bool call(void *context, uint32_t which, const uint64_t *args, uint64_t *result)
{
    machine *m = context;
    uint32_t number = m->now->calls.at[which];
    if (number >= m->cells.memories.n)
        return call_opaque(m, number - (uint32_t)m->cells.memories.n, args, result);
    const cells_memory *x = &m->cells.memories.at[number];
    bool inside = args[0] < x->n;
    *result = cells_word(x, args[0]);
    m->unset |= inside ? !cells_is_set(x, args[0]) : !x->words;
    return inside || !x->bounded;
}

/* ---- Writing cells --------------------------------------------------------------------------- */

static void write_cells(machine *m, const walk_place *p, const way *w)
{
    for (size_t i = 0; i < w->writes.n; i++) /* copies are of what was there before the step */
        if (w->writes.at[i].source != CELLS_NONE)
            cells_keep(&m->cells.memories.at[w->writes.at[i].source]);
    for (size_t i = 0; i < w->writes.n; i++) {
        const word_write *x = &w->writes.at[i];
        cells_memory *to = &m->cells.memories.at[x->memory];
        if (!place_word(p, x->when))
            continue;
        uint64_t at = x->source == CELLS_NONE ? place_word(p, x->index) : 0;
        if (x->source != CELLS_NONE) {
            cells_copy(to, &m->cells.memories.at[x->source]);
        } else if (at < to->n) {
            to->words[at] = place_word(p, x->value);
            to->written[at] = to->round;
        }
    }
}

/* ---- Machines -------------------------------------------------------------------------------- */

machine *machine_new(const ir_system *s, const machine_config *config, const char **reason)
{
    machine *m = base_alloc_zero(1, sizeof *m);
    m->system = s;
    m->boxes = config->boxes;
    m->index = config->index;
    frame_layout_init(&m->layout, s);
    m->frame = base_alloc_zero(m->layout.n + 1, sizeof *m->frame);
    m->spots = base_alloc_zero(s->cuts.n, sizeof *m->spots);
    cells_init(&m->cells, &m->layout, m->frame);
    if (machine_build(m, config, call, reason))
        return m;
    machine_free(m);
    return NULL;
}

static void free_spot(spot *s)
{
    for (size_t k = 0; k < s->ways.n; k++) {
        vec_free(&s->ways.at[k].after);
        vec_free(&s->ways.at[k].changed);
        vec_free(&s->ways.at[k].writes);
    }
    place_free(&s->place);
    vec_free(&s->calls);
    vec_free(&s->watched);
    vec_free(&s->ways);
}

void machine_free(machine *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->system->cuts.n; i++)
        free_spot(&m->spots[i]);
    free_spot(&m->terms);
    free_spot(&m->terms_at);
    free(m->spots);
    free(m->frame);
    vec_free(&m->opaques);
    cells_free(&m->cells);
    frame_layout_free(&m->layout);
    free(m);
}

const frame_layout *machine_layout(const machine *m)
{
    return &m->layout;
}

void machine_set_hook(machine *m, machine_hook hook, void *context)
{
    m->hook = hook;
    m->hook_context = context;
}

size_t machine_opaque_count(const machine *m)
{
    return m->opaques.n;
}

decl_id machine_opaque(const machine *m, uint32_t opaque)
{
    return m->opaques.at[opaque];
}

uint64_t *machine_frame(machine *m)
{
    return m->frame;
}

size_t machine_cell_count(const machine *m)
{
    return m->layout.n - m->layout.n_plain;
}

size_t machine_size(const machine *m)
{
    size_t most = 1;
    for (size_t cut = 0; cut < m->system->cuts.n; cut++)
        if (m->spots[cut].place.code->code.n > most)
            most = m->spots[cut].place.code->code.n;
    return most;
}

uint32_t machine_cut(const machine *m)
{
    return m->cut;
}

bool machine_undefined(const machine *m)
{
    return m->undefined;
}

bool machine_read_unset(const machine *m)
{
    return m->unset;
}

uint64_t machine_taken(const machine *m)
{
    return m->taken;
}

void machine_begin(machine *m)
{
    m->cut = 0;
    m->unset = m->undefined = false;
    for (size_t i = 0; i < m->layout.arrays.n; i++)
        cells_reset(&m->cells.memories.at[i], m->frame[m->layout.arrays.at[i].variable]);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Inputs that are arrays are the same in all their cells. */
static void take_arrays(machine *m)
{
    for (size_t k = 0; k < m->layout.inputs.n; k++) {
        const uint64_t *memory = map_find(&m->cells.by_array, m->layout.inputs.at[k]);
        if (memory)
            m->cells.memories.at[*memory].fill = m->frame[m->layout.n_variables + k];
    }
}

static void compute(machine *m, spot *s)
{
    m->now = s;
    place_begin(&s->place, m->frame);
}

static machine_result without_value(const walk_place *p, uint32_t root)
{
    return place_failed(p, root) ? MACHINE_CRASH : MACHINE_NO_VALUE;
}

/* MACHINE_STEP: the write has all that it needs. */
static machine_result look_at_write(const machine *m, walk_place *p, const word_write *w)
{
    if (!place_known(p, w->when))
        return without_value(p, w->when);
    if (!place_word(p, w->when) || w->source != CELLS_NONE)
        return MACHINE_STEP;
    if (!place_known(p, w->index))
        return without_value(p, w->index);
    if (!place_known(p, w->value))
        return without_value(p, w->value);
    return place_word(p, w->index) < m->cells.memories.at[w->memory].n ? MACHINE_STEP
                                                                       : MACHINE_NO_VALUE;
}

/* MACHINE_STEP: all of what the way computes has a value. */
static machine_result look_ahead(const machine *m, walk_place *p, const way *w)
{
    for (size_t v = 0; v < w->after.n; v++)
        if (!place_known(p, w->after.at[v]))
            return without_value(p, w->after.at[v]);
    machine_result result = MACHINE_STEP;
    for (size_t i = 0; i < w->writes.n && result == MACHINE_STEP; i++)
        result = look_at_write(m, p, &w->writes.at[i]);
    return result;
}

static machine_result take(machine *m, walk_place *p, const way *w)
{
    machine_result result = place_is_smooth(p) && !w->writes.n ? MACHINE_STEP : look_ahead(m, p, w);
    if (result != MACHINE_STEP)
        return result;
    for (size_t i = 0; i < w->after.n; i++)
        m->frame[w->changed.at[i]] = place_word(p, w->after.at[i]);
    if (w->writes.n)
        write_cells(m, p, w);
    m->cut = w->transition->to;
    return MACHINE_STEP;
}

machine_result machine_step(machine *m, const ir_transition **taken)
{
    spot *s = &m->spots[m->cut];
    walk_place *p = &s->place;
    if (m->cells.memories.n && m->layout.inputs.n)
        take_arrays(m);
    compute(m, s);
    m->undefined = false;
    for (size_t i = 0; i < s->watched.n; i++)
        m->undefined |= place_known(p, s->watched.at[i]) && place_word(p, s->watched.at[i]);
    for (size_t i = 0; i < s->ways.n; i++) {
        const way *w = &s->ways.at[i];
        if (!place_known(p, w->guard))
            return without_value(p, w->guard);
        if (!place_word(p, w->guard))
            continue;
        if (taken)
            *taken = w->transition;
        return w->transition->to == IR_FAULT ? MACHINE_FAULT : take(m, p, w);
    }
    return MACHINE_END;
}

/* The cells of an array as they are now, into the frame. */
static void settle_cells(const machine *m, size_t array)
{
    const frame_array *a = &m->layout.arrays.at[array];
    const cells_memory *x = &m->cells.memories.at[array];
    m->frame[a->variable] = x->fill;
    for (size_t k = 0; x->round && k < a->n; k++)
        m->frame[a->first + k] = cells_word(x, k);
}

/* ---- From any frame -------------------------------------------------------------------------- */

static void load(machine *m, const word *frame)
{
    memcpy(m->frame, frame, m->layout.n * sizeof *frame);
    cells_fill(&m->cells, m->frame);
}

static void save(machine *m, word *frame)
{
    for (size_t i = 0; i < m->layout.arrays.n; i++)
        settle_cells(m, i);
    memcpy(frame, m->frame, m->layout.n * sizeof *frame);
}

machine_result machine_take(machine *m, word *frame, uint32_t *cut)
{
    load(m, frame);
    m->cut = *cut;
    m->taken++;
    machine_result result = machine_step(m, NULL);
    if (result == MACHINE_STEP) {
        save(m, frame);
        *cut = m->cut;
    }
    return result;
}

void machine_look(machine *m, const word *frame)
{
    load(m, frame);
    compute(m, &m->terms);
}

void machine_look_at(machine *m, word index)
{
    m->frame[m->layout.n] = (uint64_t)index;
    compute(m, &m->terms_at);
}

bool machine_term(machine *m, size_t term, word *value, bool *failed)
{
    spot *s = term < m->first_of_all ? &m->terms : &m->terms_at;
    uint32_t root = (uint32_t)(term < m->first_of_all ? term : term - m->first_of_all);
    m->now = s;
    bool known = place_known(&s->place, root);
    *value = (word)place_word(&s->place, root);
    if (failed)
        *failed = !known && place_failed(&s->place, root);
    return known;
}

/* ---- Values ---------------------------------------------------------------------------------- */

value_id machine_word_value(const machine *m, term_id t, uint64_t bits)
{
    term_bank *b = m->system->program->bank;
    return value_of_word(b, term_sort(b, t), bits);
}

value_id machine_value(const machine *m, size_t at)
{
    for (size_t i = 0; i < m->layout.arrays.n; i++)
        if (m->layout.arrays.at[i].variable == at)
            settle_cells(m, i);
    return frame_value(&m->layout, (const word *)m->frame, at);
}
