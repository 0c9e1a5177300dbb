#include "explore/question/flip_cache.h"

#include "base/hash.h"
#include "base/vec.h"

void flip_cache_clear(flip_cache *c)
{
    for (size_t i = 0; i < FLIP_CACHE_CORES; i++)
        vec_free(&c->cores[i].terms);
    for (size_t i = 0; i < FLIP_CACHE_MODELS; i++) {
        vec_free(&c->models[i].decls);
        vec_free(&c->models[i].values);
    }
    *c = (flip_cache){0};
}

/* ---- Refutations ----------------------------------------------------------------------------- */

static uint64_t mark(term_id t)
{
    return UINT64_C(1) << (hash_mix(7, t) & 63);
}

void flip_cache_add_core(flip_cache *c, const term_id *terms, size_t n)
{
    flip_core *core = &c->cores[c->n_cores++ % FLIP_CACHE_CORES];
    vec_clear(&core->terms);
    vec_append(&core->terms, terms, n);
    if (n)
        qsort(core->terms.at, n, sizeof *core->terms.at, vec_u32_order);
    core->marks = 0;
    for (size_t i = 0; i < n; i++)
        core->marks |= mark(terms[i]);
}

/* Both are sorted. */
static bool contains(const term_vec *all, const term_vec *part)
{
    size_t k = 0;
    for (size_t i = 0; i < part->n; i++) {
        while (k < all->n && all->at[k] < part->at[i])
            k++;
        if (k == all->n || all->at[k] != part->at[i])
            return false;
    }
    return true;
}

bool flip_cache_refutes(const flip_cache *c, const question *q)
{
    term_vec sorted = {0};
    uint64_t marks = 0;
    bool found = false;
    vec_append(&sorted, q->terms.at, q->terms.n);
    qsort(sorted.at, sorted.n, sizeof *sorted.at,
          vec_u32_order); /* it has the way wanted at least */
    for (size_t i = 0; i < sorted.n; i++)
        marks |= mark(sorted.at[i]);
    for (size_t i = 0; i < FLIP_CACHE_CORES && i < c->n_cores && !found; i++)
        found = c->cores[i].terms.n && !(c->cores[i].marks & ~marks) &&
                contains(&sorted, &c->cores[i].terms);
    vec_free(&sorted);
    return found;
}

/* ---- Answers --------------------------------------------------------------------------------- */

void flip_cache_add_values(flip_cache *c, const question *q)
{
    flip_values *m = &c->models[c->n_models++ % FLIP_CACHE_MODELS];
    vec_clear(&m->decls);
    vec_clear(&m->values);
    for (size_t i = 0; i < q->variables.n; i++) {
        vec_push(&m->decls, q->trace->variables.at[q->variables.at[i]].decl);
        vec_push(&m->values, q->values[q->variables.at[i]]);
    }
}

/* Sets what the model knows of the question's variables; false: nothing. */
static bool apply(const flip_values *m, question *q)
{
    bool any = false;
    for (size_t i = 0; i < q->variables.n; i++) {
        decl_id d = q->trace->variables.at[q->variables.at[i]].decl;
        for (size_t k = 0; k < m->decls.n; k++)
            if (m->decls.at[k] == d) {
                q->values[q->variables.at[i]] = m->values.at[k];
                any = true;
                break;
            }
    }
    return any;
}

bool flip_cache_answers(const flip_cache *c, question *q)
{
    uint64_t n = c->n_models < FLIP_CACHE_MODELS ? c->n_models : FLIP_CACHE_MODELS;
    if (!question_compile(q))
        return false;
    for (uint64_t i = 1; i <= n; i++) {
        bool any = apply(&c->models[(c->n_models - i) % FLIP_CACHE_MODELS], q);
        if (any && question_try(q))
            return true;
        for (size_t k = 0; any && k < q->variables.n; k++)
            q->values[q->variables.at[k]] = q->trace->variables.at[q->variables.at[k]].value;
    }
    return false;
}
