#include "prove/smt/minimise.h"

#include <stdlib.h>

typedef struct minimiser {
    teacher *t;
    term_vec *all;
    bool **needed; /* of each cut point's conjuncts */
} minimiser;

/* Marks what the step needs; false when the teacher does not know. */
static bool need(minimiser *m, const ir_transition *one, term_id after, bool *grew)
{
    vec_u32 core = {0};
    term_vec none = {0};
    const term_vec *before = one->from ? &m->all[one->from] : &none;
    bool good = teacher_needs(m->t, one, before, after, &core) == TEACHER_HOLDS;
    for (size_t i = 0; good && i < core.n; i++) {
        bool *flag = &m->needed[one->from][core.at[i]];
        *grew |= !*flag;
        *flag = true;
    }
    vec_free(&core);
    return good;
}

/* From the assertions backwards: what is needed to keep what is needed. */
static bool mark(minimiser *m)
{
    const ir_system *s = m->t->system;
    bool grew = true, first = true;
    while (grew) {
        grew = false;
        for (size_t i = 0; i < s->transitions.n; i++) {
            const ir_transition *one = &s->transitions.at[i];
            if (one->to == IR_FAULT) {
                if (first && !need(m, one, TERM_ID_FALSE, &grew))
                    return false;
                continue;
            }
            for (size_t k = 0; k < m->all[one->to].n; k++)
                if (m->needed[one->to][k] && !need(m, one, m->all[one->to].at[k], &grew))
                    return false;
        }
        first = false;
    }
    return true;
}

static bool still_good(teacher *t, const term_vec *conjuncts)
{
    size_t n = t->system->cuts.n;
    term_id *invariant = base_alloc_zero(n, sizeof *invariant);
    for (size_t cut = 0; cut < n; cut++)
        invariant[cut] =
            term_and(t->system->program->bank, conjuncts[cut].at, (uint32_t)conjuncts[cut].n);
    const ir_transition *broken;
    bool good = teacher_check(t, invariant, &broken) == TEACHER_HOLDS;
    free(invariant);
    return good;
}

static void remove_at(term_vec *v, size_t i)
{
    memmove(v->at + i, v->at + i + 1, (v->n - i - 1) * sizeof *v->at);
    v->n--;
}

static void insert_at(term_vec *v, size_t i, term_id t)
{
    vec_push(v, t);
    memmove(v->at + i + 1, v->at + i, (v->n - i - 1) * sizeof *v->at);
    v->at[i] = t;
}

/* One by one, while they are few; later ones (clauses, bounds) first. */
static void remove_greedily(teacher *t, term_vec *conjuncts)
{
    size_t total = 0;
    for (size_t cut = 0; cut < t->system->cuts.n; cut++)
        total += conjuncts[cut].n;
    for (size_t cut = 0; total <= t->limits->minimise_greedy && cut < t->system->cuts.n; cut++)
        for (size_t i = conjuncts[cut].n; i-- > 0;) {
            term_id one = conjuncts[cut].at[i];
            remove_at(&conjuncts[cut], i);
            if (!still_good(t, conjuncts))
                insert_at(&conjuncts[cut], i, one);
        }
}

void minimise(teacher *t, term_vec *conjuncts)
{
    size_t n = t->system->cuts.n;
    minimiser m = {.t = t, .all = conjuncts};
    m.needed = base_alloc_zero(n, sizeof *m.needed);
    for (size_t cut = 0; cut < n; cut++)
        m.needed[cut] = base_alloc_zero(conjuncts[cut].n + 1, sizeof **m.needed);
    if (mark(&m)) {
        term_vec *fewer = base_alloc_zero(n, sizeof *fewer);
        for (size_t cut = 0; cut < n; cut++)
            for (size_t k = 0; k < conjuncts[cut].n; k++)
                if (m.needed[cut][k])
                    vec_push(&fewer[cut], conjuncts[cut].at[k]);
        if (still_good(t, fewer)) {
            remove_greedily(t, fewer);
            for (size_t cut = 0; cut < n; cut++) {
                term_vec old = conjuncts[cut];
                conjuncts[cut] = fewer[cut];
                fewer[cut] = old;
            }
        }
        for (size_t cut = 0; cut < n; cut++)
            vec_free(&fewer[cut]);
        free(fewer);
    }
    for (size_t cut = 0; cut < n; cut++)
        free(m.needed[cut]);
    free(m.needed);
}
