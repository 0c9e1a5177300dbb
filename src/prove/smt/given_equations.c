#include "prove/smt/given_equations.h"

#include "prove/smt/identities.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum { MOST = 48 }; /* equations for a cut point */

static bool is_over_variables(const teacher *t, const map *variables, term_id equation)
{
    vec_u32 decls = {0};
    bool good = true;
    term_free_decls(t->system->program->bank, &equation, 1, &decls);
    for (size_t i = 0; i < decls.n && good; i++)
        good = map_find(variables, decls.at[i]) != NULL;
    vec_free(&decls);
    return good;
}

/* The equations of all guards, of the program and of its steps, each once. */
static void collect(const teacher *t, term_vec *found)
{
    const term_bank *b = t->system->program->bank;
    term_vec guards = {0}, order = {0};
    map variables = {0};
    for (size_t v = 0; v < t->names.n; v++)
        map_put(&variables, term_decl(b, t->names.at[v]), 1);
    for (size_t i = 0; i < t->system->program->edges.n; i++)
        vec_push(&guards, t->system->program->edges.at[i].guard);
    for (size_t i = 0; i < t->system->transitions.n; i++)
        vec_push(&guards, t->system->transitions.at[i].guard);
    term_postorder(b, guards.at, guards.n, &order);
    for (size_t i = 0; i < order.n && found->n < MOST; i++)
        if (identities_is_equation(b, order.at[i]) && is_over_variables(t, &variables, order.at[i]))
            vec_push(found, order.at[i]);
    vec_free(&guards);
    vec_free(&order);
    map_free(&variables);
}

/* Removes from conjuncts[to] what the transition does not show; true when it was all shown. */
static bool keep_shown(const teacher *t, const ir_transition *step, term_vec *conjuncts)
{
    term_bank *b = t->system->program->bank;
    term_vec parts = {0}, *after = &conjuncts[step->to];
    vec_append(&parts, conjuncts[step->from].at, conjuncts[step->from].n);
    vec_push(&parts, step->guard);
    vec_push(&parts, 0);
    size_t kept = 0, n = after->n;
    for (size_t i = 0; i < n; i++) {
        vec_last(&parts) = term_not(b, teacher_after(t, step, after->at[i]));
        if (identities_refute(b, parts.at, parts.n))
            after->at[kept++] = after->at[i];
    }
    after->n = kept;
    vec_free(&parts);
    return kept == n;
}

bool given_equations(teacher *t, term_vec *conjuncts)
{
    const ir_system *s = t->system;
    for (size_t cut = 1; cut < s->cuts.n; cut++)
        collect(t, &conjuncts[cut]);
    bool stable = false;
    while (!stable && !teacher_expired(t)) {
        stable = true;
        for (size_t i = 0; i < s->transitions.n; i++)
            if (s->transitions.at[i].to != IR_FAULT)
                stable &= keep_shown(t, &s->transitions.at[i], conjuncts);
    }
    return stable;
}
