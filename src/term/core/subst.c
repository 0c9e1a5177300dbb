#include "term/core/subst.h"

#include <assert.h>
#include <stdlib.h>

#include "base/map.h"
#include "term/core/walk.h"

/* What is replaced in one scope. Scope 0 is the substitution as given; a binder that shadows a
 * `from` or would capture a variable of a `to` opens another one with its own copy. */
typedef struct scope {
    term_vec from, to;
    map index;              /* from term -> position + 1 */
    map from_vars, to_vars; /* free variables of the active pairs */
} scope;

struct term_subst {
    term_bank *bank;
    VEC(scope) scopes;
    map memo; /* scope << 32 | term -> result */
};

typedef struct frame {
    term_id term;
    uint32_t scope, inner; /* inner: the scope of the arguments */
    uint32_t next;
    term_id *renamed; /* the new variables of a binder, or NULL */
} frame;

static void add_vars(const term_bank *b, term_id t, map *set)
{
    term_vec vars = {0};
    if (term_has_var(b, t))
        term_free_vars(b, t, &vars);
    for (size_t i = 0; i < vars.n; i++)
        map_put(set, vars.at[i], 1);
    vec_free(&vars);
}

static void scope_add(const term_bank *b, scope *s, term_id from, term_id to)
{
    assert(term_sort(b, from) == term_sort(b, to));
    vec_push(&s->from, from);
    vec_push(&s->to, to);
    map_put(&s->index, from, s->from.n);
    add_vars(b, from, &s->from_vars);
    add_vars(b, to, &s->to_vars);
}

static void scope_release(scope *s)
{
    vec_free(&s->from);
    vec_free(&s->to);
    map_free(&s->index);
    map_free(&s->from_vars);
    map_free(&s->to_vars);
}

term_subst *term_subst_new(term_bank *b, const term_id *from, const term_id *to, size_t n)
{
    term_subst *s = base_alloc_zero(1, sizeof *s);
    scope first = {0};
    s->bank = b;
    for (size_t i = 0; i < n; i++)
        scope_add(b, &first, from[i], to[i]);
    vec_push(&s->scopes, first);
    return s;
}

void term_subst_free(term_subst *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->scopes.n; i++)
        scope_release(&s->scopes.at[i]);
    vec_free(&s->scopes);
    map_free(&s->memo);
    free(s);
}

static bool mentions(const term_bank *b, term_id t, const term_id *vars, uint32_t n)
{
    term_vec free_vars = {0};
    bool found = false;
    if (term_has_var(b, t))
        term_free_vars(b, t, &free_vars);
    for (size_t i = 0; i < free_vars.n && !found; i++)
        for (uint32_t j = 0; j < n && !found; j++)
            found = free_vars.at[i] == vars[j];
    vec_free(&free_vars);
    return found;
}

/* Opens the scope of a binder; *renamed gets its new variables if there are any. */
static uint32_t open_scope(term_subst *s, uint32_t outer, term_id binder, term_id **renamed)
{
    term_bank *b = s->bank;
    uint32_t n = term_var_count(b, binder);
    const term_id *vars = term_args(b, binder);
    bool shadows = false, captures = false;
    for (uint32_t i = 0; i < n; i++) {
        shadows |= map_find(&s->scopes.at[outer].from_vars, vars[i]) != NULL;
        captures |= map_find(&s->scopes.at[outer].to_vars, vars[i]) != NULL;
    }
    if (!shadows && !captures)
        return outer;
    scope inner = {0};
    const scope *around = &s->scopes.at[outer];
    for (size_t i = 0; i < around->from.n; i++)
        if (!mentions(b, around->from.at[i], vars, n))
            scope_add(b, &inner, around->from.at[i], around->to.at[i]);
    if (captures) {
        *renamed = base_alloc(n * sizeof **renamed);
        for (uint32_t i = 0; i < n; i++) {
            (*renamed)[i] = vars[i];
            if (!map_find(&around->to_vars, vars[i]))
                continue;
            symbol_id name = symbol_fresh(b, symbol_text(b, term_symbol(b, vars[i])));
            (*renamed)[i] = term_var(b, name, term_sort(b, vars[i]));
            scope_add(b, &inner, vars[i], (*renamed)[i]);
        }
    }
    vec_push(&s->scopes, inner);
    return (uint32_t)s->scopes.n - 1;
}

term_id term_rebuild(term_bank *b, term_id t, const term_id *args)
{
    uint32_t n = term_arity(b, t), n_indices;
    term_op op = term_op_of(b, t);
    if (term_is_binder(op)) {
        uint32_t vars = term_var_count(b, t);
        return term_quantifier(b, op, args, vars, args[vars], args + vars + 1, n - vars - 1);
    }
    if (op == OP_CONST || op == OP_VAR)
        return t;
    if (op == OP_CONST_ARRAY)
        return term_const_array(b, term_sort(b, t), args[0]);
    if (op == OP_CAST)
        return term_cast(b, args[0], term_sort(b, t));
    const uint32_t *indices = term_index_words(b, t, &n_indices);
    return term_make(b, op, indices, n_indices, args, n);
}

static uint64_t key(uint32_t at, term_id t)
{
    return (uint64_t)at << 32 | t;
}

static void finish(term_subst *s, frame *f, term_vec *scratch)
{
    term_bank *b = s->bank;
    uint32_t n = term_arity(b, f->term);
    uint32_t vars = term_is_binder(term_op_of(b, f->term)) ? term_var_count(b, f->term) : 0;
    bool changed = false;
    vec_clear(scratch);
    for (uint32_t i = 0; i < n; i++) {
        term_id old = term_arg(b, f->term, i);
        term_id new = i < vars ? (f->renamed ? f->renamed[i] : old)
                               : (term_id)map_get(&s->memo, key(f->inner, old), 0);
        changed |= new != old;
        vec_push(scratch, new);
    }
    term_id result = changed ? term_rebuild(b, f->term, scratch->at) : f->term;
    assert(result);
    map_put(&s->memo, key(f->scope, f->term), result);
    free(f->renamed);
}

/* Whether the result is known without looking at arguments. */
static bool settle(term_subst *s, uint32_t at, term_id t)
{
    if (map_find(&s->memo, key(at, t)))
        return true;
    uint64_t position = map_get(&s->scopes.at[at].index, t, 0);
    if (!position && term_arity(s->bank, t))
        return false;
    map_put(&s->memo, key(at, t), position ? s->scopes.at[at].to.at[position - 1] : t);
    return true;
}

static frame open_frame(term_subst *s, uint32_t at, term_id t)
{
    frame f = {.term = t, .scope = at, .inner = at};
    if (term_is_binder(term_op_of(s->bank, t))) {
        f.inner = open_scope(s, at, t, &f.renamed);
        f.next = term_var_count(s->bank, t);
    }
    return f;
}

term_id term_subst_apply(term_subst *s, term_id t)
{
    VEC(frame) stack = {0};
    term_vec scratch = {0};
    if (!settle(s, 0, t))
        vec_push(&stack, open_frame(s, 0, t));
    while (stack.n) {
        frame *f = &vec_last(&stack);
        if (f->next == term_arity(s->bank, f->term)) {
            finish(s, f, &scratch);
            stack.n--;
            continue;
        }
        term_id child = term_arg(s->bank, f->term, f->next++);
        uint32_t at = f->inner;
        if (!settle(s, at, child))
            vec_push(&stack, open_frame(s, at, child));
    }
    vec_free(&stack);
    vec_free(&scratch);
    return (term_id)map_get(&s->memo, key(0, t), 0);
}

term_id term_substitute(term_bank *b, term_id t, const term_id *from, const term_id *to, size_t n)
{
    term_subst *s = term_subst_new(b, from, to, n);
    term_id result = term_subst_apply(s, t);
    term_subst_free(s);
    return result;
}

static bool definition_of(void *context, decl_id d, const term_id **parameters, term_id *body)
{
    (void)parameters;
    const term_bank *b = context;
    *body = decl_body(b, d);
    return decl_kind_of(b, d) == DECL_DEFINED;
}

typedef struct expansion {
    term_bank *bank;
    term_meaning *meaning;
    void *context;
    bool definitions_only;
} expansion;

/* What the application of a declaration with a meaning is; 0: it has none. */
static term_id instantiate(const expansion *x, term_id t, const term_id *args)
{
    term_bank *b = x->bank;
    const term_id *given = NULL;
    term_vec own = {0};
    term_id body;
    decl_id d = term_op_of(b, t) == OP_APP ? term_decl(b, t) : 0;
    if (!d || !x->meaning(x->context, d, &given, &body))
        return 0;
    for (uint32_t i = 0; !given && i < decl_arity(b, d); i++)
        vec_push(&own, decl_parameter(b, d, i));
    uint32_t n = decl_arity(b, d);
    term_id now = n ? term_substitute(b, body, given ? given : own.at, args, n) : body;
    vec_free(&own);
    return now;
}

/* Nothing in it can have a meaning. */
static bool is_plain(const expansion *x, term_id t)
{
    return x->definitions_only && !term_has_defined(x->bank, t);
}

/* Bottom-up over a worklist: a meaning may contain others, so an instance is itself expanded before its
 * user is. Meanings do not rest on themselves, so this ends. */
static term_id expand(const expansion *x, term_id t)
{
    term_bank *b = x->bank;
    map memo = {0};
    term_vec stack = {0}, args = {0};
    vec_push(&stack, t);
    while (stack.n) {
        term_id u = vec_last(&stack);
        if (is_plain(x, u) || map_find(&memo, u)) {
            map_insert(&memo, u, NULL);
            if (!map_get(&memo, u, 0))
                map_put(&memo, u, u);
            stack.n--;
            continue;
        }
        size_t before = stack.n;
        for (uint32_t i = 0; i < term_arity(b, u); i++)
            if (!map_find(&memo, term_arg(b, u, i)))
                vec_push(&stack, term_arg(b, u, i));
        if (stack.n > before)
            continue;
        vec_clear(&args);
        for (uint32_t i = 0; i < term_arity(b, u); i++)
            vec_push(&args, (term_id)map_get(&memo, term_arg(b, u, i), 0));
        term_id instance = instantiate(x, u, args.at);
        if (!instance) {
            map_put(&memo, u, args.n ? term_rebuild(b, u, args.at) : u);
            stack.n--;
        } else if (is_plain(x, instance) || map_find(&memo, instance)) {
            map_put(&memo, u, map_get(&memo, instance, instance));
            stack.n--;
        } else {
            vec_push(&stack, instance); /* u is looked at again, with the instance known */
        }
    }
    term_id result = (term_id)map_get(&memo, t, 0);
    map_free(&memo);
    vec_free(&stack);
    vec_free(&args);
    return result;
}

term_id term_expand_definitions(term_bank *b, term_id t)
{
    return expand(&(expansion){b, definition_of, b, true}, t);
}

term_id term_expand(term_bank *b, term_id t, term_meaning *meaning, void *context)
{
    return expand(&(expansion){b, meaning, context, false}, t);
}
