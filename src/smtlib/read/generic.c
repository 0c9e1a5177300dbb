#include "smtlib/read/reader_impl.h"

typedef struct sort_pair {
    sort_id pattern, actual;
} sort_pair;

/* Sort parameters and what they stand for in one application. */
typedef struct unifier {
    symtab *table;
    vec_u32 parameters, meanings;
    map seen; /* pairs (pattern, actual) that were compared */
    VEC(sort_pair) todo;
} unifier;

static void unifier_free(unifier *u)
{
    vec_free(&u->parameters);
    vec_free(&u->meanings);
    vec_free(&u->todo);
    map_free(&u->seen);
}

static void add_pair(unifier *u, sort_id pattern, sort_id actual)
{
    sort_pair pair = {pattern, actual};
    vec_push(&u->todo, pair);
}

static bool bind_parameter(unifier *u, sort_id parameter, sort_id meaning)
{
    for (size_t i = 0; i < u->parameters.n; i++) {
        if (u->parameters.at[i] == parameter)
            return u->meanings.at[i] == meaning;
    }
    vec_push(&u->parameters, parameter);
    vec_push(&u->meanings, meaning);
    return true;
}

static bool add_children(unifier *u, sort_id pattern, sort_id actual)
{
    const term_bank *b = u->table->bank;
    sort_kind kind = sort_kind_of(b, pattern);
    if (kind != sort_kind_of(b, actual))
        return false;
    if (kind == SORT_ARRAY) {
        add_pair(u, sort_array_index(b, pattern), sort_array_index(b, actual));
        add_pair(u, sort_array_element(b, pattern), sort_array_element(b, actual));
        return true;
    }
    uint32_t n = sort_parameter_count(b, pattern);
    if (sort_name(b, pattern) != sort_name(b, actual) || n != sort_parameter_count(b, actual))
        return false;
    if (kind == SORT_DATATYPE && sort_datatype_of(b, pattern) != sort_datatype_of(b, actual))
        return false;
    for (uint32_t i = 0; i < n; i++)
        add_pair(u, sort_parameter_at(b, pattern, i), sort_parameter_at(b, actual, i));
    return true;
}

/* Finds what the parameters of `pattern` must be to make it `actual`. */
static bool unify(unifier *u, sort_id pattern, sort_id actual)
{
    add_pair(u, pattern, actual);
    while (u->todo.n) {
        pattern = vec_last(&u->todo).pattern;
        actual = vec_last(&u->todo).actual;
        u->todo.n--;
        bool is_new;
        map_insert(&u->seen, (uint64_t)pattern << 32 | actual, &is_new);
        if (!is_new)
            continue;
        bool fits;
        if (sort_kind_of(u->table->bank, pattern) == SORT_PARAMETER)
            fits = bind_parameter(u, pattern, actual);
        else if (!symtab_sort_is_generic(u->table, pattern))
            fits = pattern == actual;
        else
            fits = add_children(u, pattern, actual);
        if (!fits)
            return false;
    }
    return true;
}

static sort_id substituted(unifier *u, sort_id s)
{
    return sort_substitute(u->table->bank, s, u->parameters.at, u->meanings.at,
                           (uint32_t)u->parameters.n);
}

/* The declaration that a function with sort parameters has at these sorts: one that was made
 * before, or a new one in the same scope as any declaration made now. */
static decl_id function_instance(smt_reader *r, unifier *u, decl_id generic)
{
    term_bank *b = r->bank;
    uint32_t n = decl_arity(b, generic);
    vec_u32 domain = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&domain, substituted(u, decl_domain(b, generic, i)));
    sort_id range = substituted(u, decl_range(b, generic));
    decl_id found = 0;
    for (decl_id d = symtab_entry_of(r->table, decl_name(b, generic))->id; d && !found;
         d = symtab_next_overload(r->table, d)) {
        bool same = decl_arity(b, d) == n && decl_range(b, d) == range;
        for (uint32_t i = 0; i < n && same; i++)
            same = decl_domain(b, d, i) == domain.at[i];
        if (same)
            found = d;
    }
    if (!found) {
        found = decl_new(b, decl_name(b, generic), domain.at, n, range);
        symtab_add_decl(r->table, found);
        if (r->command)
            vec_push(&r->command->decls, found);
    }
    vec_free(&domain);
    return found;
}

static decl_id instance(smt_reader *r, unifier *u, decl_id generic)
{
    term_bank *b = r->bank;
    decl_kind kind = decl_kind_of(b, generic);
    if (kind == DECL_FREE)
        return function_instance(r, u, generic);
    if (kind != DECL_CONSTRUCTOR && kind != DECL_SELECTOR)
        return 0;
    sort_id whole = substituted(u, decl_range(b, decl_constructor(b, generic)));
    if (symtab_sort_is_generic(r->table, whole) &&
        whole == decl_range(b, decl_constructor(b, generic)) && !u->parameters.n)
        return 0; /* nothing said what the parameters are */
    decl_id c = sort_constructor(b, whole, decl_constructor_index(b, generic));
    return kind == DECL_CONSTRUCTOR ? c : decl_selector(b, c, decl_field_index(b, generic));
}

decl_id instance_by_arguments(smt_reader *r, decl_id generic, const term_id *args, uint32_t n)
{
    unifier u = {.table = r->table};
    bool fits = true;
    for (uint32_t i = 0; i < n && fits; i++)
        fits = unify(&u, decl_domain(r->bank, generic, i), term_sort(r->bank, args[i]));
    decl_id d = fits ? instance(r, &u, generic) : 0;
    unifier_free(&u);
    return d;
}

decl_id instance_by_range(smt_reader *r, decl_id generic, sort_id range)
{
    unifier u = {.table = r->table};
    decl_id d = unify(&u, decl_range(r->bank, generic), range) ? instance(r, &u, generic) : 0;
    unifier_free(&u);
    return d;
}
