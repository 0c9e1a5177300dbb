#include "prove/walk/only_run.h"

#include <stdlib.h>

#include "term/core/walk.h"

typedef struct flow {
    const ir_system *system;
    bool *open; /* of each cut point and variable: it may hold what nobody has given to it */
    size_t n;
} flow;

static bool is_array(const term_bank *b, term_id t)
{
    return sort_kind_of(b, term_sort(b, t)) == SORT_ARRAY;
}

/* On something that comes from outside, or from nowhere. */
static bool depends(const flow *f, const ir_transition *way, term_id t)
{
    const ir_program *p = f->system->program;
    vec_u32 decls = {0};
    bool found = false;
    term_free_decls(p->bank, &t, 1, &decls);
    for (size_t i = 0; i < decls.n && !found; i++) {
        for (size_t v = 0; v < f->n && !found; v++)
            found = f->open[way->from * f->n + v] &&
                    decls.at[i] == term_decl(p->bank, p->variables.at[v].term);
        for (size_t k = 0; k < way->inputs.n && !found; k++)
            found = !is_array(p->bank, way->inputs.at[k]) &&
                    decls.at[i] == term_decl(p->bank, way->inputs.at[k]);
    }
    vec_free(&decls);
    return found;
}

/* True when something has changed. */
static bool pass(flow *f, const ir_transition *t)
{
    bool changed = false;
    for (size_t v = 0; v < t->after.n; v++) {
        bool *to = &f->open[t->to * f->n + v];
        if (!*to && depends(f, t, t->after.at[v]))
            *to = changed = true;
    }
    return changed;
}

bool only_run(const ir_system *s, bool opaque)
{
    flow f = {.system = s, .n = s->program->variables.n};
    if ((s->program->opaques.n && !opaque) || s->program->foreign.n)
        return false;
    f.open = base_alloc_zero(s->cuts.n * f.n + 1, sizeof *f.open);
    for (size_t v = 0; v < f.n; v++)
        f.open[v] = !s->program->variables.at[v].type.n_dims;
    bool changed = true, only = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < s->transitions.n; i++)
            if (s->transitions.at[i].to != IR_FAULT)
                changed |= pass(&f, &s->transitions.at[i]);
    }
    for (size_t i = 0; i < s->transitions.n && only; i++)
        only = !depends(&f, &s->transitions.at[i], s->transitions.at[i].guard);
    free(f.open);
    return only;
}
