/* Machines are made: transitions and terms become bytecode over frames. */
#include "prove/walk/machine_impl.h"

typedef struct builder {
    machine *m;
    spot *spot;
    term_vec roots;
} builder;

/* The number of the root. */
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
        const uint64_t *memory = map_find(&x->m->cells.by_array, p->variables.at[v].term);
        if (t->after.at[v] == p->variables.at[v].term)
            continue;
        if (memory) {
            add_writes(x, &w, (uint32_t)*memory, t->after.at[v]);
        } else {
            vec_push(&w.changed, (uint32_t)v);
            vec_push(&w.after, add_root(x, t->after.at[v]));
        }
    }
    vec_push(&x->spot->ways, w);
}

static bool is_call(void *context, decl_id d)
{
    const machine *m = context;
    return map_find(&m->cells.by_cell, d) || (m->boxes && boxes_find(m->boxes, d));
}

/* The numbers of its calls; those of opaque operations follow when all memories are known. True when there are such. */
static bool number_calls(machine *m, spot *s)
{
    const fuzz_bytecode *code = s->place.code;
    bool opaque = false;
    for (size_t i = 0; i < code->boxes.n; i++) {
        const uint64_t *memory = map_find(&m->cells.by_cell, code->boxes.at[i]);
        uint32_t number = 0;
        while (!memory && number < m->opaques.n && m->opaques.at[number] != code->boxes.at[i])
            number++;
        if (!memory && number == m->opaques.n)
            vec_push(&m->opaques, code->boxes.at[i]);
        vec_push(&s->calls, memory ? (uint32_t)*memory : (uint32_t)m->cells.memories.n + number);
        opaque |= !memory;
    }
    return opaque;
}

static bool find_sources(machine *m, walk_place *p)
{
    for (size_t i = 0; i < p->code->inputs.n; i++) {
        decl_id d = p->code->inputs.at[i].decl;
        size_t at = frame_place(&m->layout, d);
        if (at == m->layout.n && !(m->index && d == term_decl(m->system->program->bank, m->index)))
            return false;
        vec_push(&p->sources, (uint32_t)at);
    }
    return true;
}

static bool compile(builder *x, const char **reason)
{
    machine *m = x->m;
    fuzz_compile_config config = {.is_box = is_call, .context = m};
    *reason = m->cells.reason;
    bool good = !*reason && place_compile(&x->spot->place, m->system->program->bank, &x->roots,
                                          &config, reason);
    if (good && !find_sources(m, &x->spot->place)) {
        *reason = "an unknown constant";
        good = false;
    }
    vec_free(&x->roots);
    return good;
}

static bool build_spot(machine *m, uint32_t cut, bool watch, const char **reason)
{
    const ir_system *s = m->system;
    builder x = {.m = m, .spot = &m->spots[cut]};
    for (size_t i = 0; i < s->transitions.n && !m->cells.reason; i++)
        if (s->transitions.at[i].from == cut)
            add_way(&x, &s->transitions.at[i]);
    for (size_t i = 0; watch && i < s->undefined.n && !m->cells.reason; i++)
        if (s->undefined.at[i].from == cut)
            vec_push(&x.spot->watched, add_root(&x, s->undefined.at[i].guard));
    return compile(&x, reason);
}

static bool build_terms(machine *m, spot *s, const term_vec *terms, size_t from, size_t to,
                        const char **reason)
{
    builder x = {.m = m, .spot = s};
    for (size_t i = from; i < to; i++)
        add_root(&x, terms->at[i]);
    return compile(&x, reason);
}

/* `lazy`: also without opaque operations. In a worker nothing is compiled. */
static void start(machine *m, spot *s, bool lazy, place_call call)
{
    bool opaque = number_calls(m, s);
    place_start(&s->place, lazy || opaque, !m->boxes, call, m);
}

bool machine_build(machine *m, const machine_config *config, place_call call, const char **reason)
{
    static const term_vec none = {0};
    const term_vec *terms = config->terms ? config->terms : &none;
    size_t n = m->system->cuts.n;
    m->first_of_all = config->index ? config->first_of_all : terms->n;
    for (uint32_t cut = 0; cut < n; cut++)
        if (!build_spot(m, cut, config->watch, reason))
            return false;
    if (!build_terms(m, &m->terms, terms, 0, m->first_of_all, reason) ||
        !build_terms(m, &m->terms_at, terms, m->first_of_all, terms->n, reason))
        return false;
    for (uint32_t cut = 0; cut < n; cut++) /* all memories are known now */
        start(m, &m->spots[cut], false, call);
    start(m, &m->terms, true, call);
    start(m, &m->terms_at, true, call);
    return true;
}
