#include "smtlib/print/free_sets.h"

#include "base/hash.h"
#include "term/core/walk.h"

static const uint32_t *members_of(const free_sets *f, uint32_t set, uint32_t *n)
{
    uint32_t start = set ? f->ends.at[set - 1] : 0;
    *n = f->ends.at[set] - start;
    return f->members.at + start;
}

/* The number of the set in f->scratch, which is sorted. */
static uint32_t intern(free_sets *f)
{
    size_t n = f->scratch.n;
    if (!n)
        return 0;
    uint64_t hash = hash_words(n, f->scratch.at, n) >> 1; /* never MAP_NO_KEY */
    for (;; hash++) {
        bool is_new;
        uint64_t *place = map_insert(&f->interned, hash, &is_new);
        if (is_new) {
            *place = f->ends.n;
            vec_append(&f->members, f->scratch.at, n);
            vec_push(&f->ends, (uint32_t)f->members.n);
            return (uint32_t)*place;
        }
        uint32_t count;
        const uint32_t *members = members_of(f, (uint32_t)*place, &count);
        if (count == n && !memcmp(members, f->scratch.at, n * sizeof *members))
            return (uint32_t)*place;
    }
}

static uint32_t unite(free_sets *f, uint32_t x, uint32_t y)
{
    if (x == y || !y)
        return x;
    if (!x)
        return y;
    bool is_new;
    uint64_t key = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
    uint64_t *place = map_insert(&f->unions, key, &is_new);
    if (!is_new)
        return (uint32_t)*place;
    uint32_t n, m, i = 0, j = 0;
    const uint32_t *a = members_of(f, x, &n), *c = members_of(f, y, &m);
    vec_clear(&f->scratch);
    while (i < n || j < m) {
        uint32_t next = j == m || (i < n && a[i] <= c[j]) ? a[i] : c[j];
        i += i < n && a[i] == next;
        j += j < m && c[j] == next;
        vec_push(&f->scratch, next);
    }
    uint32_t set = intern(f);
    map_put(&f->unions, key, set);
    return set;
}

static uint32_t without(free_sets *f, uint32_t set, const term_id *vars, uint32_t n_vars)
{
    uint32_t n;
    const uint32_t *members = members_of(f, set, &n);
    vec_clear(&f->scratch);
    for (uint32_t i = 0; i < n; i++) {
        bool bound = false;
        for (uint32_t j = 0; j < n_vars && !bound; j++)
            bound = vars[j] == members[i];
        if (!bound)
            vec_push(&f->scratch, members[i]);
    }
    return intern(f);
}

static uint32_t set_of_var(free_sets *f, term_id t)
{
    vec_clear(&f->scratch);
    vec_push(&f->scratch, t);
    return intern(f);
}

static uint32_t set_of(const free_sets *f, const term_bank *b, term_id t)
{
    return term_has_var(b, t) ? (uint32_t)map_get(&f->of_term, t, 0) : 0;
}

void free_sets_build(free_sets *f, const term_bank *b, term_id t)
{
    map_clear(&f->of_term);
    map_clear(&f->unions);
    map_clear(&f->interned);
    vec_clear(&f->members);
    vec_clear(&f->ends);
    vec_push(&f->ends, 0);
    vec_clear(&f->order);
    term_postorder(b, &t, 1, &f->order);
    for (size_t i = 0; i < f->order.n; i++) {
        term_id s = f->order.at[i];
        if (!term_has_var(b, s))
            continue;
        uint32_t set = 0, n = term_arity(b, s);
        const term_id *args = term_args(b, s);
        bool binder = term_is_binder(term_op_of(b, s));
        uint32_t n_vars = binder ? term_var_count(b, s) : 0;
        if (term_op_of(b, s) == OP_VAR)
            set = set_of_var(f, s);
        for (uint32_t k = n_vars; k < n; k++)
            set = unite(f, set, set_of(f, b, args[k]));
        if (binder)
            set = without(f, set, args, n_vars);
        map_put(&f->of_term, s, set);
    }
}

const term_id *free_sets_of(const free_sets *f, const term_bank *b, term_id t, uint32_t *n)
{
    return members_of(f, set_of(f, b, t), n);
}

void free_sets_free(free_sets *f)
{
    map_free(&f->of_term);
    map_free(&f->unions);
    map_free(&f->interned);
    vec_free(&f->members);
    vec_free(&f->ends);
    vec_free(&f->scratch);
    vec_free(&f->order);
}
