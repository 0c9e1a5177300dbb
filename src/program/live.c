#include "program/live.h"

#include <stdlib.h>

#include "base/map.h"
#include "term/core/walk.h"

typedef struct live_finder {
    ir_live *l;
    map variables; /* declaration -> variable */
    bool changed;
} live_finder;

static size_t n_variables(const ir_system *s)
{
    return s->program->variables.n;
}

/* What occurs in the term matters at the cut point. */
static void need(live_finder *f, uint32_t cut, term_id t)
{
    const ir_system *s = f->l->system;
    vec_u32 decls = {0};
    term_free_decls(s->program->bank, &t, 1, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        const uint64_t *v = map_find(&f->variables, decls.at[i]);
        bool *live = v ? &f->l->at[cut * n_variables(s) + *v] : NULL;
        if (live && !*live)
            *live = f->changed = true;
    }
    vec_free(&decls);
}

/* A value that is handed on matters where the variable does. */
static void need_values(live_finder *f, const ir_transition *t, bool *done)
{
    for (size_t v = 0; v < t->after.n; v++)
        if (!done[v] && ir_live_variable(f->l, t->to, v)) {
            done[v] = true;
            need(f, t->from, t->after.at[v]);
        }
}

void ir_live_find(ir_live *l, const ir_system *s)
{
    *l = (ir_live){.system = s};
    size_t n = n_variables(s);
    live_finder f = {.l = l, .changed = true};
    l->at = base_alloc_zero(s->cuts.n * n + 1, sizeof *l->at);
    bool *done = base_alloc_zero(s->transitions.n * n + 1, sizeof *done);
    for (size_t v = 0; v < n; v++)
        map_put(&f.variables, term_decl(s->program->bank, s->program->variables.at[v].term), v);
    for (size_t i = 0; i < s->transitions.n; i++)
        need(&f, s->transitions.at[i].from, s->transitions.at[i].guard);
    for (size_t i = 0; i < s->undefined.n; i++)
        need(&f, s->undefined.at[i].from, s->undefined.at[i].guard);
    while (f.changed) {
        f.changed = false;
        for (size_t i = 0; i < s->transitions.n; i++)
            if (s->transitions.at[i].to != IR_FAULT)
                need_values(&f, &s->transitions.at[i], done + i * n);
    }
    free(done);
    map_free(&f.variables);
}

void ir_live_free(ir_live *l)
{
    free(l->at);
}

bool ir_live_variable(const ir_live *l, uint32_t cut, size_t variable)
{
    return l->at[cut * n_variables(l->system) + variable];
}

bool ir_live_term(const ir_live *l, uint32_t cut, term_id t)
{
    const ir_program *p = l->system->program;
    vec_u32 decls = {0};
    bool live = true;
    term_free_decls(p->bank, &t, 1, &decls);
    for (size_t v = 0; v < p->variables.n && live; v++)
        for (size_t i = 0; i < decls.n && live; i++)
            live = term_decl(p->bank, p->variables.at[v].term) != decls.at[i] ||
                   ir_live_variable(l, cut, v);
    vec_free(&decls);
    return live;
}
