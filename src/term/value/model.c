#include "term/value/model.h"

#include <assert.h>

#include "base/alloc.h"
#include "term/core/tuple_map.h"

/* Parameters live in blocks of their own, so that pointers to them stay valid while the model
 * grows. */
typedef struct meaning {
    decl_id decl;
    value_id value;
    term_id body;
    uint32_t n;
    term_id *parameters;
} meaning;

typedef struct universe {
    sort_id sort;
    vec_u32 elements;
} universe;

struct term_model {
    term_bank *bank;
    VEC(universe) universes;
    VEC(meaning) meanings;
    map by_decl;             /* declaration -> number of its meaning + 1 */
    tuple_map partials;      /* operator, indices, arguments -> value */
    VEC(meaning) functions;  /* of underspecified operators, which stand for the declaration */
    const term_model *on[2]; /* what they say is said here, too; the first is NULL: none */
};

term_model *model_new(term_bank *b)
{
    term_model *m = base_alloc_zero(1, sizeof *m);
    m->bank = b;
    return m;
}

static void forget_elements(term_model *m)
{
    for (size_t i = 0; i < m->universes.n; i++)
        vec_free(&m->universes.at[i].elements);
    vec_clear(&m->universes);
}

void model_clear(term_model *m)
{
    forget_elements(m);
    for (size_t i = 0; i < m->meanings.n; i++)
        free(m->meanings.at[i].parameters);
    vec_clear(&m->meanings);
    map_clear(&m->by_decl);
    tuple_map_clear(&m->partials);
    for (size_t i = 0; i < m->functions.n; i++)
        free(m->functions.at[i].parameters);
    vec_clear(&m->functions);
    m->on[0] = m->on[1] = NULL;
}

void model_free(term_model *m)
{
    if (!m)
        return;
    model_clear(m);
    vec_free(&m->universes);
    vec_free(&m->meanings);
    map_free(&m->by_decl);
    tuple_map_free(&m->partials);
    vec_free(&m->functions);
    free(m);
}

term_bank *model_bank(const term_model *m)
{
    return m->bank;
}

static void set_function(meaning *f, const term_id *parameters, uint32_t n, term_id body)
{
    term_id *copy = NULL;
    if (n) {
        copy = base_alloc(n * sizeof *copy);
        memcpy(copy, parameters, n * sizeof *copy);
    }
    free(f->parameters);
    f->parameters = copy;
    f->n = n;
    f->value = 0;
    f->body = body;
}

static meaning *meaning_of(term_model *m, decl_id d)
{
    uint64_t *place = map_insert(&m->by_decl, d, NULL);
    if (!*place) {
        vec_push(&m->meanings, (meaning){.decl = d});
        *place = m->meanings.n;
    }
    return &m->meanings.at[*place - 1];
}

static const meaning *find_own(const term_model *m, decl_id d)
{
    uint64_t number = m->meanings.n ? map_get(&m->by_decl, d, 0) : 0;
    return number ? &m->meanings.at[number - 1] : NULL;
}

static const meaning *find(const term_model *m, decl_id d)
{
    const meaning *f = find_own(m, d);
    for (int i = 0; i < 2 && !f && m->on[i]; i++)
        f = find_own(m->on[i], d);
    return f;
}

void model_set_value(term_model *m, decl_id d, value_id v)
{
    meaning *f = meaning_of(m, d);
    set_function(f, NULL, 0, 0);
    f->value = v;
}

void model_set_function(term_model *m, decl_id d, const term_id *parameters, uint32_t n,
                        term_id body)
{
    assert(n == decl_arity(m->bank, d));
    if (!n && term_op_of(m->bank, body) == OP_CONST)
        model_set_value(m, d, term_value(m->bank, body));
    else
        set_function(meaning_of(m, d), parameters, n, body);
}

void model_forget(term_model *m, decl_id d)
{
    uint64_t *place = map_find(&m->by_decl, d);
    if (!place || !*place)
        return;
    meaning *gone = &m->meanings.at[*place - 1], *last = &vec_last(&m->meanings);
    free(gone->parameters);
    *gone = *last;
    map_put(&m->by_decl, last->decl, *place);
    m->meanings.n--;
    map_put(&m->by_decl, d, 0);
}

bool model_has(const term_model *m, decl_id d)
{
    return find(m, d) != NULL;
}

value_id model_value(const term_model *m, decl_id d)
{
    const meaning *f = find(m, d);
    return f ? f->value : 0;
}

term_id model_function(const term_model *m, decl_id d, const term_id **parameters)
{
    const meaning *f = find(m, d);
    if (!f || !f->body)
        return 0;
    if (parameters)
        *parameters = f->parameters;
    return f->body;
}

size_t model_size(const term_model *m)
{
    assert(!m->on[0]);
    return m->meanings.n;
}

decl_id model_decl_at(const term_model *m, size_t i)
{
    return m->meanings.at[i].decl;
}

static universe *universe_of(const term_model *m, sort_id sort)
{
    for (size_t i = 0; i < m->universes.n; i++)
        if (m->universes.at[i].sort == sort)
            return &m->universes.at[i];
    return NULL;
}

void model_add_element(term_model *m, value_id element)
{
    sort_id sort = value_sort(m->bank, element);
    universe *u = universe_of(m, sort);
    if (!u) {
        vec_push(&m->universes, (universe){.sort = sort});
        u = &vec_last(&m->universes);
    }
    for (size_t i = 0; i < u->elements.n; i++)
        if (u->elements.at[i] == element)
            return;
    vec_push(&u->elements, element);
}

const value_id *model_elements(const term_model *m, sort_id sort, uint32_t *n)
{
    const universe *u = universe_of(m, sort);
    *n = u ? (uint32_t)u->elements.n : 0;
    return u ? u->elements.at : NULL;
}

/* The number of indices needs no place in the key: it belongs to the operator. */
static void partial_key(vec_u32 *key, term_op op, const uint32_t *indices, uint32_t n_indices,
                        const value_id *args, uint32_t n)
{
    vec_push(key, op);
    vec_append(key, indices, n_indices);
    vec_append(key, args, n);
}

void model_set_partial(term_model *m, term_op op, const uint32_t *indices, uint32_t n_indices,
                       const value_id *args, uint32_t n, value_id result)
{
    vec_u32 key = {0};
    partial_key(&key, op, indices, n_indices, args, n);
    tuple_map_put(&m->partials, key.at, (uint32_t)key.n, result);
    vec_free(&key);
}

value_id model_partial(const term_model *m, term_op op, const uint32_t *indices, uint32_t n_indices,
                       const value_id *args, uint32_t n)
{
    value_id result = 0;
    for (int i = 0; i < 2 && m->on[i] && !result; i++)
        result = model_partial(m->on[i], op, indices, n_indices, args, n);
    if (!m->partials.entries.n || result)
        return result;
    vec_u32 key = {0};
    partial_key(&key, op, indices, n_indices, args, n);
    result = (value_id)tuple_map_get(&m->partials, key.at, (uint32_t)key.n, 0);
    vec_free(&key);
    return result;
}

static const meaning *find_function(const term_model *m, term_op op)
{
    for (size_t i = 0; i < m->functions.n; i++)
        if (m->functions.at[i].decl == (decl_id)op)
            return &m->functions.at[i];
    const meaning *f = NULL;
    for (int i = 0; i < 2 && m->on[i] && !f; i++)
        f = find_function(m->on[i], op);
    return f;
}

void model_set_partial_function(term_model *m, term_op op, const term_id *parameters, uint32_t n,
                                term_id body)
{
    size_t i = 0;
    while (i < m->functions.n && m->functions.at[i].decl != (decl_id)op)
        i++;
    if (i == m->functions.n)
        vec_push(&m->functions, ((meaning){.decl = (decl_id)op}));
    set_function(&m->functions.at[i], parameters, n, body);
}

term_id model_partial_function(const term_model *m, term_op op, const term_id **parameters,
                               uint32_t *n)
{
    const meaning *f = find_function(m, op);
    *parameters = f ? f->parameters : NULL;
    *n = f ? f->n : 0;
    return f ? f->body : 0;
}

static bool same_meaning(const meaning *f, const meaning *g)
{
    return f->value == g->value && f->body == g->body && f->n == g->n &&
           (!f->n || !memcmp(f->parameters, g->parameters, f->n * sizeof *f->parameters));
}

bool model_add(term_model *to, const term_model *from)
{
    assert(!from->on[0]);
    forget_elements(to);
    for (size_t i = 0; i < from->meanings.n; i++) {
        const meaning *new = &from->meanings.at[i], *old = find(to, new->decl);
        if (old && !same_meaning(old, new))
            return false;
        if (old)
            continue;
        meaning *f = meaning_of(to, new->decl);
        set_function(f, new->parameters, new->n, new->body);
        f->value = new->value;
    }
    for (size_t i = 0; i < from->partials.entries.n; i++) {
        const tuple_entry *e = &from->partials.entries.at[i];
        const uint32_t *key = from->partials.words.at + e->first;
        if (tuple_map_get(&to->partials, key, e->n, e->value) != e->value)
            return false;
        tuple_map_put(&to->partials, key, e->n, e->value);
    }
    for (size_t i = 0; i < from->functions.n; i++) {
        const meaning *new = &from->functions.at[i];
        const meaning *old = find_function(to, (term_op) new->decl);
        if (old && !same_meaning(old, new))
            return false;
        model_set_partial_function(to, (term_op) new->decl, new->parameters, new->n, new->body);
    }
    return true;
}

void model_settle(term_model *m)
{
    const term_model *on[2] = {m->on[0], m->on[1]};
    m->on[0] = m->on[1] = NULL;
    for (int i = 0; i < 2 && on[i]; i++) {
        bool good = model_add(m, on[i]);
        assert(good);
        (void)good;
    }
}

static bool says_partials(const term_model *m)
{
    bool says = m->partials.entries.n || m->functions.n;
    for (int i = 0; i < 2 && m->on[i] && !says; i++)
        says = says_partials(m->on[i]);
    return says;
}

bool model_rest_on(term_model *m, const term_model *base)
{
    assert(!base->on[0] && !m->on[1]);
    forget_elements(m);
    if (says_partials(m) && says_partials(base)) {
        model_settle(m);
        return model_add(m, base);
    }
    m->on[m->on[0] ? 1 : 0] = base;
    return true;
}
