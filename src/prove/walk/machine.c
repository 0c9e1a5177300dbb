#include "prove/walk/machine.h"

#include <stdlib.h>

#include "fuzz/jit/jit.h"
#include "prove/walk/cells.h"

#define UNCHANGED UINT32_MAX
enum { HOT = 250000 }; /* runs at one cut point before it is compiled */

/* A write, by the numbers of roots. */
typedef struct word_write {
    uint32_t memory, source;
    uint32_t when, index, value;
} word_write;

/* A transition. */
typedef struct way {
    const ir_transition *transition;
    uint32_t guard;  /* roots */
    vec_u32 after;   /* of those variables that change and are no arrays … */
    vec_u32 changed; /* … which these are */
    VEC(word_write) writes;
} way;

/* A cut point. */
typedef struct place {
    fuzz_bytecode *code;
    fuzz_machine registers;
    fuzz_jit *jit;
    uint64_t runs;
    vec_u32 sources; /* of the inputs of the bytecode: where they are in the frame */
    uint64_t *gathered;
    vec_u32 memories; /* of its calls */
    VEC(way) ways;
    vec_u32 watched; /* roots: conditions of undefined behaviour */
} place;

struct machine {
    const ir_system *system;
    cells cells;
    term_vec inputs;
    size_t n_variables;
    uint64_t *frame;
    place *places;
    uint32_t cut;
    const place *now; /* whose bytecode is running */
    bool undefined, unset;
};

/* ---- Reading and writing cells --------------------------------------------------------------- */

static bool read_cell(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    machine *m = context;
    const cells_memory *x = &m->cells.memories.at[m->now->memories.at[box]];
    bool inside = args[0] < x->n;
    *result = cells_word(x, args[0]);
    m->unset |= inside ? !cells_is_set(x, args[0]) : !x->words;
    return inside || !x->bounded;
}

static void copy_cells(cells_memory *to, const cells_memory *from)
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

static uint64_t root_word(const place *p, uint32_t root)
{
    return p->registers.regs[p->code->roots.at[root]];
}

static bool has_value(const place *p, uint32_t root)
{
    return !p->registers.trapped || !p->registers.undefined[p->code->roots.at[root]];
}

static bool write_is_known(const machine *m, const place *p, const word_write *w)
{
    return has_value(p, w->when) && (!root_word(p, w->when) || w->source != CELLS_NONE ||
                                     (has_value(p, w->index) && has_value(p, w->value) &&
                                      root_word(p, w->index) < m->cells.memories.at[w->memory].n));
}

/* Copies are of what was there before the step. */
static void keep_sources(machine *m, const way *w)
{
    for (size_t i = 0; i < w->writes.n; i++) {
        cells_memory *x = w->writes.at[i].source == CELLS_NONE
                              ? NULL
                              : &m->cells.memories.at[w->writes.at[i].source];
        if (!x)
            continue;
        x->fill_before = x->fill;
        for (size_t k = 0; k < x->n; k++) {
            x->before[k] = x->words[k];
            x->set_before[k] = cells_is_set(x, k);
        }
    }
}

static void write_cells(machine *m, const place *p, const way *w)
{
    keep_sources(m, w);
    for (size_t i = 0; i < w->writes.n; i++) {
        const word_write *x = &w->writes.at[i];
        cells_memory *to = &m->cells.memories.at[x->memory];
        if (!root_word(p, x->when))
            continue;
        uint64_t at = x->source == CELLS_NONE ? root_word(p, x->index) : 0;
        if (x->source != CELLS_NONE) {
            copy_cells(to, &m->cells.memories.at[x->source]);
        } else if (at < to->n) {
            to->words[at] = root_word(p, x->value);
            to->written[at] = to->round;
        }
    }
}

/* ---- Building -------------------------------------------------------------------------------- */

typedef struct builder {
    machine *m;
    place *p;
    term_vec roots;
} builder;

/* The number of the root; UNCHANGED: it cannot be. */
static uint32_t add_root(builder *x, term_id t)
{
    term_id lowered = cells_lower(&x->m->cells, t);
    vec_push(&x->roots, lowered ? lowered : TERM_ID_FALSE);
    return (uint32_t)x->roots.n - 1;
}

static void add_writes(builder *x, way *w, uint32_t memory, term_id after)
{
    cells_write_vec writes = {0};
    cells_writes(&x->m->cells, memory, after, &writes);
    for (size_t i = 0; i < writes.n; i++) {
        const cells_write *from = &writes.at[i];
        word_write to = {.memory = memory, .source = from->source};
        to.when = add_root(x, from->when);
        to.index = add_root(x, from->index);
        to.value = add_root(x, from->value);
        vec_push(&w->writes, to);
    }
    vec_free(&writes);
}

static void add_way(builder *x, const ir_transition *t)
{
    const ir_program *p = x->m->system->program;
    way w = {.transition = t, .guard = add_root(x, t->guard)};
    for (size_t v = 0; v < t->after.n; v++) {
        bool same = t->after.at[v] == p->variables.at[v].term;
        const uint64_t *memory = map_find(&x->m->cells.by_array, p->variables.at[v].term);
        if (same)
            continue;
        if (memory) {
            add_writes(x, &w, (uint32_t)*memory, t->after.at[v]);
        } else {
            vec_push(&w.changed, (uint32_t)v);
            vec_push(&w.after, add_root(x, t->after.at[v]));
        }
    }
    vec_push(&x->p->ways, w);
}

static bool is_cell(void *context, decl_id d)
{
    const machine *m = context;
    return map_find(&m->cells.by_cell, d) != NULL;
}

static uint32_t frame_place(const machine *m, decl_id d)
{
    const ir_program *p = m->system->program;
    for (uint32_t v = 0; v < m->n_variables; v++)
        if (term_decl(p->bank, p->variables.at[v].term) == d)
            return v;
    for (uint32_t k = 0; k < m->inputs.n; k++)
        if (term_decl(p->bank, m->inputs.at[k]) == d)
            return (uint32_t)m->n_variables + k;
    return UNCHANGED;
}

static bool finish_place(builder *x, const char **reason)
{
    machine *m = x->m;
    place *p = x->p;
    fuzz_compile_config config = {.is_box = is_cell, .context = m};
    p->code = fuzz_compile(m->system->program->bank, x->roots.at, x->roots.n, &config, reason);
    if (!p->code)
        return false;
    for (size_t i = 0; i < p->code->inputs.n; i++) {
        vec_push(&p->sources, frame_place(m, p->code->inputs.at[i].decl));
        if (vec_last(&p->sources) == UNCHANGED) {
            *reason = "an unknown constant";
            return false;
        }
    }
    for (size_t i = 0; i < p->code->boxes.n; i++)
        vec_push(&p->memories, (uint32_t)map_get(&m->cells.by_cell, p->code->boxes.at[i], 0));
    p->gathered = base_alloc_zero(p->code->inputs.n + 1, sizeof *p->gathered);
    fuzz_machine_init(&p->registers, p->code);
    p->registers.call = read_cell;
    p->registers.context = m;
    return true;
}

static bool build_place(machine *m, uint32_t cut, bool watch, const char **reason)
{
    const ir_system *s = m->system;
    builder x = {.m = m, .p = &m->places[cut]};
    for (size_t i = 0; i < s->transitions.n && !m->cells.reason; i++)
        if (s->transitions.at[i].from == cut)
            add_way(&x, &s->transitions.at[i]);
    for (size_t i = 0; watch && i < s->undefined.n && !m->cells.reason; i++)
        if (s->undefined.at[i].from == cut)
            vec_push(&x.p->watched, add_root(&x, s->undefined.at[i].guard));
    *reason = m->cells.reason;
    bool good = !*reason && finish_place(&x, reason);
    vec_free(&x.roots);
    return good;
}

static void find_inputs(machine *m)
{
    const ir_system *s = m->system;
    for (size_t i = 0; i < s->transitions.n + s->undefined.n; i++) {
        const ir_transition *t =
            i < s->transitions.n ? &s->transitions.at[i] : &s->undefined.at[i - s->transitions.n];
        for (size_t k = 0; k < t->inputs.n; k++) {
            size_t at = 0;
            while (at < m->inputs.n && m->inputs.at[at] != t->inputs.at[k])
                at++;
            if (at == m->inputs.n)
                vec_push(&m->inputs, t->inputs.at[k]);
        }
    }
}

/* ---- Machines -------------------------------------------------------------------------------- */

machine *machine_new(const ir_system *s, bool watch, const char **reason)
{
    machine *m = base_alloc_zero(1, sizeof *m);
    m->system = s;
    m->n_variables = s->program->variables.n;
    find_inputs(m);
    m->frame = base_alloc_zero(m->n_variables + m->inputs.n + 1, sizeof *m->frame);
    m->places = base_alloc_zero(s->cuts.n, sizeof *m->places);
    cells_init(&m->cells, s);
    *reason = m->cells.reason;
    bool good = !*reason;
    for (uint32_t cut = 0; cut < s->cuts.n && good; cut++)
        good = build_place(m, cut, watch, reason);
    if (good)
        return m;
    machine_free(m);
    return NULL;
}

void machine_free(machine *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->system->cuts.n; i++) {
        place *p = &m->places[i];
        for (size_t k = 0; k < p->ways.n; k++) {
            vec_free(&p->ways.at[k].after);
            vec_free(&p->ways.at[k].changed);
            vec_free(&p->ways.at[k].writes);
        }
        fuzz_jit_free(p->jit);
        if (p->gathered)
            fuzz_machine_free(&p->registers);
        fuzz_bytecode_free(p->code);
        free(p->gathered);
        vec_free(&p->sources);
        vec_free(&p->memories);
        vec_free(&p->watched);
        vec_free(&p->ways);
    }
    free(m->places);
    free(m->frame);
    vec_free(&m->inputs);
    cells_free(&m->cells);
    free(m);
}

uint64_t *machine_frame(machine *m)
{
    return m->frame;
}

size_t machine_frame_size(const machine *m)
{
    return m->n_variables + m->inputs.n;
}

const term_vec *machine_inputs(const machine *m)
{
    return &m->inputs;
}

size_t machine_cell_count(const machine *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->cells.memories.n; i++)
        n += m->cells.memories.at[i].n;
    return n;
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

void machine_begin(machine *m)
{
    m->cut = 0;
    m->unset = m->undefined = false;
    for (size_t v = 0; v < m->n_variables; v++) {
        const uint64_t *memory =
            map_find(&m->cells.by_array, m->system->program->variables.at[v].term);
        cells_memory *x = memory ? &m->cells.memories.at[*memory] : NULL;
        if (x)
            cells_reset(x, m->frame[v]);
    }
}

/* Inputs that are arrays are the same in all their cells. */
static void take_arrays(machine *m)
{
    for (size_t k = 0; k < m->inputs.n; k++) {
        const uint64_t *memory = map_find(&m->cells.by_array, m->inputs.at[k]);
        if (memory)
            m->cells.memories.at[*memory].fill = m->frame[m->n_variables + k];
    }
}

static void compute(machine *m, place *p)
{
    for (size_t i = 0; i < p->sources.n; i++)
        p->gathered[i] = m->frame[p->sources.at[i]];
    m->now = p;
    if (p->jit) {
        fuzz_jit_run(p->jit, p->gathered, &p->registers);
        return;
    }
    fuzz_run(p->code, p->gathered, &p->registers);
    if (++p->runs == HOT)
        p->jit = fuzz_jit_new(p->code, NULL);
}

/* Whether all of what the way computes has a value. */
static bool is_known(const machine *m, const place *p, const way *w)
{
    for (size_t v = 0; v < w->after.n; v++)
        if (!has_value(p, w->after.at[v]))
            return false;
    for (size_t i = 0; i < w->writes.n; i++)
        if (!write_is_known(m, p, &w->writes.at[i]))
            return false;
    return true;
}

static machine_result take(machine *m, const place *p, const way *w)
{
    if ((p->registers.trapped || w->writes.n) && !is_known(m, p, w))
        return MACHINE_NO_VALUE;
    const uint64_t *words = p->registers.regs;
    const uint32_t *roots = p->code->roots.at;
    for (size_t i = 0; i < w->after.n; i++)
        m->frame[w->changed.at[i]] = words[roots[w->after.at[i]]];
    if (w->writes.n)
        write_cells(m, p, w);
    m->cut = w->transition->to;
    return MACHINE_STEP;
}

machine_result machine_step(machine *m, const ir_transition **taken)
{
    place *p = &m->places[m->cut];
    if (m->cells.memories.n && m->inputs.n)
        take_arrays(m);
    compute(m, p);
    m->undefined = false;
    for (size_t i = 0; i < p->watched.n; i++)
        m->undefined |= has_value(p, p->watched.at[i]) && root_word(p, p->watched.at[i]);
    for (size_t i = 0; i < p->ways.n; i++) {
        const way *w = &p->ways.at[i];
        if (!has_value(p, w->guard))
            return MACHINE_NO_VALUE;
        if (!root_word(p, w->guard))
            continue;
        if (taken)
            *taken = w->transition;
        return w->transition->to == IR_FAULT ? MACHINE_FAULT : take(m, p, w);
    }
    return MACHINE_END;
}

/* Cells one by one; behind those that the machine has lies nothing. */
static value_id array_value(const machine *m, term_id array)
{
    term_bank *b = m->system->program->bank;
    sort_id sort = term_sort(b, array), index = sort_array_index(b, sort);
    sort_id element = sort_array_element(b, sort);
    const uint64_t *memory = map_find(&m->cells.by_array, array);
    const cells_memory *x = memory ? &m->cells.memories.at[*memory] : NULL;
    value_id v = value_array_constant(b, sort, value_of_word(b, element, x ? x->fill : 0));
    vec_u32 pairs = {0};
    for (size_t i = 0; x && i < x->n; i++) {
        vec_push(&pairs, value_of_word(b, index, i));
        vec_push(&pairs, value_of_word(b, element, cells_word(x, i)));
    }
    if (pairs.n)
        v = value_array_store_all(b, v, pairs.at, pairs.n / 2);
    vec_free(&pairs);
    return v;
}

value_id machine_word_value(const machine *m, term_id t, uint64_t word)
{
    term_bank *b = m->system->program->bank;
    return value_of_word(b, term_sort(b, t), word);
}

value_id machine_value(const machine *m, size_t at)
{
    const ir_program *p = m->system->program;
    term_id t = at < m->n_variables ? p->variables.at[at].term : m->inputs.at[at - m->n_variables];
    sort_id sort = term_sort(p->bank, t);
    if (sort_kind_of(p->bank, sort) == SORT_ARRAY)
        return array_value(m, t);
    return value_of_word(p->bank, sort, m->frame[at]);
}
