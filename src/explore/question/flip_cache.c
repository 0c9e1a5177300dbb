#include "explore/question/flip_cache.h"

#include "base/hash.h"
#include "base/vec.h"

void flip_cache_clear(flip_cache *c)
{
    for (size_t i = 0; i < c->cores.n; i++)
        vec_free(&c->cores.at[i].terms);
    for (size_t i = 0; i < c->models.n; i++) {
        vec_free(&c->models.at[i].decls);
        vec_free(&c->models.at[i].values);
    }
    vec_free(&c->cores);
    vec_free(&c->models);
    *c = (flip_cache){.limits = c->limits};
}

/* ---- Refutations ----------------------------------------------------------------------------- */

static uint64_t mark(term_id t)
{
    return UINT64_C(1) << (hash_mix(7, t) & 63);
}

void flip_cache_add_core(flip_cache *c, const term_id *terms, size_t n)
{
    const uint64_t most = LIMITS_OR(c->limits, explore_limits_default)->cache_refuted;
    flip_core empty = {0};
    if (!most)
        return;
    if (c->cores.n < most)
        vec_push(&c->cores, empty);
    flip_core *core = &c->cores.at[c->n_cores++ % most];
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
    for (size_t i = 0; i < c->cores.n && !found; i++)
        found = c->cores.at[i].terms.n && !(c->cores.at[i].marks & ~marks) &&
                contains(&sorted, &c->cores.at[i].terms);
    vec_free(&sorted);
    return found;
}

/* ---- Answers --------------------------------------------------------------------------------- */

void flip_cache_add_values(flip_cache *c, const question *q)
{
    const uint64_t most = LIMITS_OR(c->limits, explore_limits_default)->cache_answers;
    flip_values empty = {0};
    if (!most)
        return;
    if (c->models.n < most)
        vec_push(&c->models, empty);
    flip_values *m = &c->models.at[c->n_models++ % most];
    vec_clear(&m->decls);
    vec_clear(&m->values);
    for (size_t i = 0; i < q->places.n; i++) {
        vec_push(&m->decls, q->inputs.at[q->places.at[i].input].decl);
        vec_push(&m->values, q->values[i]);
    }
}

/* Sets what the model knows of the question's inputs, which are bytes; false: nothing. */
static bool apply(const flip_values *m, question *q)
{
    bool any = false;
    for (size_t i = 0; i < q->places.n; i++) {
        decl_id d = q->inputs.at[q->places.at[i].input].decl;
        for (size_t k = 0; k < m->decls.n; k++)
            if (m->decls.at[k] == d) {
                q->values[i] = m->values.at[k];
                any = true;
                break;
            }
    }
    return any;
}

bool flip_cache_answers(const flip_cache *c, question *q)
{
    uint64_t n = c->models.n;
    if (!question_compile(q))
        return false;
    for (uint64_t i = 1; i <= n; i++) {
        bool any = apply(&c->models.at[(c->n_models - i) % n], q);
        if (any && question_try(q))
            return true;
        if (any)
            question_restart(q);
    }
    return false;
}
