#include "engine/scan.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* One thing that a pop takes back. */
typedef enum undo_kind {
    UNDO_TERM,  /* a term was seen */
    UNDO_SORT,  /* a sort was seen */
    UNDO_DECL,  /* a declaration was seen */
    UNDO_OWNER, /* a symbol got its declaration */
    UNDO_ALIAS, /* a declaration got an alias */
    UNDO_BODY   /* a recursive function got its body */
} undo_kind;

typedef struct undo {
    undo_kind kind;
    uint32_t id;
} undo;

typedef struct scan_level {
    size_t undos, decls;
} scan_level;

typedef VEC(uint8_t) byte_vec;

struct engine_scan {
    term_bank *bank;
    byte_vec seen_terms, seen_sorts, seen_decls;
    vec_u32 owners;  /* of symbols: the declaration that keeps its name */
    vec_u32 aliases; /* of declarations: what solvers know them as, or 0 */
    vec_u32 bodies;  /* of recursive functions */
    size_t alias_count;
    vec_u32 decls;
    VEC(undo) undos;
    VEC(scan_level) levels;
    term_vec stack; /* of the walk */
    vec_u32 sort_stack;
};

engine_scan *scan_new(term_bank *b)
{
    engine_scan *s = base_alloc_zero(1, sizeof *s);
    s->bank = b;
    return s;
}

void scan_free(engine_scan *s)
{
    if (!s)
        return;
    vec_free(&s->seen_terms);
    vec_free(&s->seen_sorts);
    vec_free(&s->seen_decls);
    vec_free(&s->owners);
    vec_free(&s->aliases);
    vec_free(&s->bodies);
    vec_free(&s->decls);
    vec_free(&s->undos);
    vec_free(&s->levels);
    vec_free(&s->stack);
    vec_free(&s->sort_stack);
    free(s);
}

void scan_push(engine_scan *s)
{
    scan_level level = {.undos = s->undos.n, .decls = s->decls.n};
    vec_push(&s->levels, level);
}

static void undo_one(engine_scan *s, undo u)
{
    switch (u.kind) {
    case UNDO_TERM:
        s->seen_terms.at[u.id] = 0;
        break;
    case UNDO_SORT:
        s->seen_sorts.at[u.id] = 0;
        break;
    case UNDO_DECL:
        s->seen_decls.at[u.id] = 0;
        break;
    case UNDO_OWNER:
        s->owners.at[u.id] = 0;
        break;
    case UNDO_ALIAS:
        s->aliases.at[u.id] = 0;
        s->alias_count--;
        break;
    case UNDO_BODY:
        s->bodies.at[u.id] = 0;
        break;
    }
}

static void undo_to(engine_scan *s, scan_level level)
{
    while (s->undos.n > level.undos) {
        undo last = vec_pop(&s->undos);
        undo_one(s, last);
    }
    s->decls.n = level.decls;
}

void scan_pop(engine_scan *s, size_t levels)
{
    assert(levels <= s->levels.n);
    if (!levels)
        return;
    undo_to(s, s->levels.at[s->levels.n - levels]);
    s->levels.n -= levels;
}

void scan_reset(engine_scan *s)
{
    undo_to(s, (scan_level){0});
    s->levels.n = 0;
}

static void note(engine_scan *s, undo_kind kind, uint32_t id)
{
    undo u = {.kind = kind, .id = id};
    vec_push(&s->undos, u);
}

/* Marks `id`; false if it was marked before. */
static bool mark(engine_scan *s, byte_vec *seen, undo_kind kind, uint32_t id)
{
    if (id >= seen->n)
        vec_resize(seen, (size_t)id + id / 4 + 64);
    if (seen->at[id])
        return false;
    seen->at[id] = 1;
    note(s, kind, id);
    return true;
}

static void set(engine_scan *s, vec_u32 *table, undo_kind kind, uint32_t key, uint32_t value)
{
    if (key >= table->n)
        vec_resize(table, (size_t)key + key / 4 + 64);
    table->at[key] = value;
    note(s, kind, key);
}

static uint32_t get(const vec_u32 *table, uint32_t key)
{
    return key < table->n ? table->at[key] : 0;
}

static void visit_datatype(engine_scan *s, sort_id sort)
{
    uint32_t n = datatype_constructor_count(s->bank, sort_datatype_of(s->bank, sort));
    for (uint32_t i = 0; i < n; i++) {
        decl_id constructor = sort_constructor(s->bank, sort, i);
        for (uint32_t k = 0; k < decl_arity(s->bank, constructor); k++)
            vec_push(&s->sort_stack, decl_domain(s->bank, constructor, k));
    }
}

static void visit_sort(engine_scan *s, sort_id first)
{
    vec_push(&s->sort_stack, first);
    while (s->sort_stack.n) {
        sort_id sort = vec_pop(&s->sort_stack);
        if (!mark(s, &s->seen_sorts, UNDO_SORT, sort))
            continue;
        sort_kind kind = sort_kind_of(s->bank, sort);
        if (kind == SORT_ARRAY) {
            vec_push(&s->sort_stack, sort_array_index(s->bank, sort));
            vec_push(&s->sort_stack, sort_array_element(s->bank, sort));
        } else if (sort_is_collection(kind)) {
            vec_push(&s->sort_stack, sort_element(s->bank, sort));
        } else if (kind == SORT_DATATYPE) {
            visit_datatype(s, sort);
        }
    }
}

/* Names that solvers give to things of their own in models. */
static bool is_solver_name(const char *name)
{
    static const char *const taken[] = {"/0", "div0", "mod0", "rem0", "model"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i]))
            return true;
    if (name[0] != 'k' || name[1] != '!' || !name[2])
        return false;
    for (name += 2; *name; name++)
        if (!isdigit((unsigned char)*name))
            return false;
    return true;
}

static decl_id make_alias(engine_scan *s, decl_id d)
{
    term_bank *b = s->bank;
    vec_u32 domain = {0};
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        vec_push(&domain, decl_domain(b, d, i));
    symbol_id name = symbol_fresh(b, symbol_text(b, decl_name(b, d)));
    decl_id alias = decl_new(b, name, domain.at, (uint32_t)domain.n, decl_range(b, d));
    vec_free(&domain);
    return alias;
}

static void visit_free(engine_scan *s, decl_id d)
{
    symbol_id name = decl_name(s->bank, d);
    if (!get(&s->owners, name) && !is_solver_name(symbol_text(s->bank, name))) {
        set(s, &s->owners, UNDO_OWNER, name, d);
        vec_push(&s->decls, d);
        return;
    }
    decl_id alias = make_alias(s, d);
    set(s, &s->aliases, UNDO_ALIAS, d, alias);
    s->alias_count++;
    set(s, &s->owners, UNDO_OWNER, decl_name(s->bank, alias), alias);
    vec_push(&s->decls, alias);
}

static void visit_recursive(engine_scan *s, decl_id d, vec_u32 *recursive)
{
    symbol_id name = decl_name(s->bank, d);
    if (!get(&s->owners, name))
        set(s, &s->owners, UNDO_OWNER, name, d);
    term_id body = decl_body(s->bank, d);
    if (!body)
        return; /* declared ahead and never defined: nothing to say of it */
    body = term_expand_definitions(s->bank, body);
    set(s, &s->bodies, UNDO_BODY, d, body);
    vec_push(recursive, d);
    vec_push(&s->stack, body);
}

static void visit_decl(engine_scan *s, decl_id d, vec_u32 *recursive)
{
    if (!mark(s, &s->seen_decls, UNDO_DECL, d))
        return;
    for (uint32_t i = 0; i < decl_arity(s->bank, d); i++)
        visit_sort(s, decl_domain(s->bank, d, i));
    visit_sort(s, decl_range(s->bank, d));
    decl_kind kind = decl_kind_of(s->bank, d);
    if (kind == DECL_FREE)
        visit_free(s, d);
    else if (kind == DECL_RECURSIVE)
        visit_recursive(s, d, recursive);
}

static void walk(engine_scan *s, term_id root, vec_u32 *recursive)
{
    const term_bank *b = s->bank;
    vec_push(&s->stack, root);
    while (s->stack.n) {
        term_id t = vec_pop(&s->stack);
        if (!mark(s, &s->seen_terms, UNDO_TERM, t))
            continue;
        visit_sort(s, term_sort(b, t));
        if (term_op_of(b, t) == OP_APP)
            visit_decl(s, term_decl(b, t), recursive);
        for (uint32_t i = term_arity(b, t); i-- > 0;)
            vec_push(&s->stack, term_arg(b, t, i));
    }
}

/* `root` with declarations replaced by what `table` has for them. */
static term_id rename_decls(term_bank *b, term_id root, const vec_u32 *table)
{
    term_vec order = {0}, args = {0};
    map renamed = {0};
    term_postorder(b, &root, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i], result = t;
        bool changed = false;
        vec_clear(&args);
        for (uint32_t k = 0; k < term_arity(b, t); k++) {
            term_id arg = term_arg(b, t, k);
            vec_push(&args, (term_id)map_get(&renamed, arg, arg));
            changed |= vec_last(&args) != arg;
        }
        decl_id alias = term_op_of(b, t) == OP_APP ? get(table, term_decl(b, t)) : 0;
        if (alias)
            result = term_app(b, alias, args.at, (uint32_t)args.n);
        else if (changed)
            result = term_rebuild(b, t, args.at);
        if (result != t)
            map_put(&renamed, t, result);
    }
    term_id result = (term_id)map_get(&renamed, root, root);
    vec_free(&order);
    vec_free(&args);
    map_free(&renamed);
    return result;
}

term_id scan_term(engine_scan *s, term_id t, vec_u32 *recursive)
{
    size_t first = recursive->n;
    if (term_has_defined(s->bank, t))
        t = term_expand_definitions(s->bank, t);
    walk(s, t, recursive);
    if (!s->alias_count)
        return t;
    for (size_t i = first; i < recursive->n; i++) {
        decl_id d = recursive->at[i];
        s->bodies.at[d] = rename_decls(s->bank, s->bodies.at[d], &s->aliases);
    }
    return rename_decls(s->bank, t, &s->aliases);
}

term_id scan_body(const engine_scan *s, decl_id recursive)
{
    return get(&s->bodies, recursive);
}

const vec_u32 *scan_decls(const engine_scan *s)
{
    return &s->decls;
}

void scan_resolve_model(const engine_scan *s, term_model *m)
{
    for (uint32_t d = 1; s->alias_count && d < s->aliases.n; d++) {
        decl_id alias = s->aliases.at[d];
        if (!alias || !model_has(m, alias))
            continue;
        const term_id *parameters = NULL;
        term_id body = model_function(m, alias, &parameters);
        if (body)
            model_set_function(m, d, parameters, decl_arity(s->bank, d), body);
        else if (model_value(m, alias))
            model_set_value(m, d, model_value(m, alias));
    }
}
