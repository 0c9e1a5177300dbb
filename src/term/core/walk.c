#include "term/core/walk.h"

#include "base/map.h"
#include "term/core/bank_impl.h"

typedef VEC(uint64_t) bit_vec;

/* A set of terms: few in a small table; more of them as a bit for each id up to the largest root, which bounds all
 * subterms. */
enum { FEW = 128 };

typedef struct term_set {
    term_id few[FEW]; /* by id, modulo; 0: free */
    uint32_t n;
    term_id largest;
    bit_vec bits;
} term_set;

static inline bool add_bit(bit_vec *bits, term_id t)
{
    uint64_t *word = &bits->at[t / 64], bit = UINT64_C(1) << t % 64;
    if (*word & bit)
        return false;
    *word |= bit;
    return true;
}

static void widen(term_set *s)
{
    vec_resize(&s->bits, (size_t)s->largest / 64 + 1);
    for (int i = 0; i < FEW; i++)
        if (s->few[i])
            add_bit(&s->bits, s->few[i]);
}

static bool add_to_few(term_set *s, term_id t)
{
    uint32_t i = t % FEW;
    for (; s->few[i]; i = (i + 1) % FEW)
        if (s->few[i] == t)
            return false;
    s->few[i] = t;
    if (++s->n > FEW / 2)
        widen(s);
    return true;
}

static inline bool add(term_set *s, term_id t)
{
    return s->bits.n ? add_bit(&s->bits, t) : add_to_few(s, t);
}

void term_postorder(const term_bank *b, const term_id *roots, size_t n, term_vec *order)
{
    enum { USUAL = 64 };
    term_set seen = {0};
    vec_u32 stack = {0}; /* pairs: term, next argument */
    vec_reserve(&stack, USUAL);
    vec_reserve(order, USUAL);
    for (size_t i = 0; i < n; i++)
        seen.largest = roots[i] > seen.largest ? roots[i] : seen.largest;
    for (size_t i = 0; i < n; i++) {
        if (!add(&seen, roots[i]))
            continue;
        vec_push(&stack, roots[i]);
        vec_push(&stack, 0);
        while (stack.n) {
            term_id t = stack.at[stack.n - 2];
            uint32_t next = stack.at[stack.n - 1]++;
            if (next == term_arity(b, t)) {
                vec_push(order, t);
                stack.n -= 2;
                continue;
            }
            term_id child = term_arg(b, t, next);
            if (add(&seen, child)) {
                vec_push(&stack, child);
                vec_push(&stack, 0);
            }
        }
    }
    vec_free(&stack);
    vec_free(&seen.bits);
}

void term_free_decls(const term_bank *b, const term_id *roots, size_t n, vec_u32 *decls)
{
    map seen = {0};
    term_vec pending = {0}, order = {0};
    for (size_t i = n; i-- > 0;)
        vec_push(&pending, roots[i]);
    while (pending.n) { /* definitions met on the way become roots */
        term_id root = vec_pop(&pending);
        vec_clear(&order);
        term_postorder(b, &root, 1, &order);
        for (size_t i = 0; i < order.n; i++) {
            if (term_op_of(b, order.at[i]) != OP_APP)
                continue;
            decl_id d = term_decl(b, order.at[i]);
            bool fresh;
            map_insert(&seen, d, &fresh);
            if (!fresh)
                continue;
            decl_kind kind = decl_kind_of(b, d);
            if (kind == DECL_FREE)
                vec_push(decls, d);
            else if ((kind == DECL_DEFINED || kind == DECL_RECURSIVE) && decl_body(b, d))
                vec_push(&pending, decl_body(b, d));
        }
    }
    map_free(&seen);
    vec_free(&pending);
    vec_free(&order);
}

/* Free variables: a subterm is visited once for each set of variables bound around it. Sets are
 * represented by the number of the binder occurrence that opened them. */
typedef struct scope {
    term_id binder;
    uint32_t outer;
} scope;

static bool bound_in(const term_bank *b, const scope *scopes, uint32_t at, term_id var)
{
    for (; at; at = scopes[at].outer) {
        uint32_t n = term_var_count(b, scopes[at].binder);
        for (uint32_t i = 0; i < n; i++)
            if (term_arg(b, scopes[at].binder, i) == var)
                return true;
    }
    return false;
}

void term_free_vars(const term_bank *b, term_id t, term_vec *vars)
{
    VEC(scope) scopes = {0};
    map visited = {0}, found = {0};
    vec_u32 stack = {0}; /* pairs: term, scope */
    vec_push(&scopes, ((scope){0, 0}));
    vec_push(&stack, t);
    vec_push(&stack, 0);
    while (stack.n) {
        uint32_t at = vec_pop(&stack);
        term_id u = vec_pop(&stack);
        bool fresh;
        if (!term_has_var(b, u))
            continue;
        map_insert(&visited, (uint64_t)at << 32 | u, &fresh);
        if (!fresh)
            continue;
        if (term_op_of(b, u) == OP_VAR) {
            if (!bound_in(b, scopes.at, at, u)) {
                map_insert(&found, u, &fresh);
                if (fresh)
                    vec_push(vars, u);
            }
            continue;
        }
        uint32_t first = 0;
        if (term_is_binder(term_op_of(b, u))) {
            first = term_var_count(b, u);
            vec_push(&scopes, ((scope){u, at}));
            at = (uint32_t)scopes.n - 1;
        }
        for (uint32_t i = term_arity(b, u); i-- > first;) {
            vec_push(&stack, term_arg(b, u, i));
            vec_push(&stack, at);
        }
    }
    vec_free(&scopes);
    vec_free(&stack);
    map_free(&visited);
    map_free(&found);
}

size_t term_dag_size(const term_bank *b, const term_id *roots, size_t n)
{
    term_vec order = {0};
    term_postorder(b, roots, n, &order);
    size_t size = order.n;
    vec_free(&order);
    return size;
}

uint64_t term_tree_size(const term_bank *b, term_id t)
{
    term_vec order = {0};
    map sizes = {0};
    uint64_t size = 0;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        size = 1;
        for (uint32_t j = 0; j < term_arity(b, order.at[i]); j++) {
            uint64_t part = map_get(&sizes, term_arg(b, order.at[i], j), 0);
            size = part > UINT64_MAX - size ? UINT64_MAX : size + part;
        }
        map_put(&sizes, order.at[i], size);
    }
    vec_free(&order);
    map_free(&sizes);
    return size;
}
