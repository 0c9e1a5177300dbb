#include "smtlib/read/symtab.h"

#include <assert.h>
#include <stdlib.h>

#include "smtlib/read/builtins.h"
#include "smtlib/read/symtab_impl.h"

enum { FACT_PLAIN = 1, FACT_GENERIC = 2 };

symtab *symtab_new(term_bank *b)
{
    symtab *t = base_alloc_zero(1, sizeof *t);
    t->bank = b;
    builtins_install(t);
    return t;
}

void symtab_free(symtab *t)
{
    if (!t)
        return;
    vec_free(&t->entries);
    vec_free(&t->overloads);
    vec_free(&t->macros);
    vec_free(&t->macro_parameters);
    vec_free(&t->trail);
    vec_free(&t->scopes);
    vec_free(&t->decls);
    vec_free(&t->sort_facts);
    free(t);
}

term_bank *symtab_bank(const symtab *t)
{
    return t->bank;
}

symtab_entry *symtab_grow(symtab *t, symbol_id name)
{
    vec_resize(&t->entries, (size_t)name + 1);
    return &t->entries.at[name];
}

void symtab_undo(symtab *t, size_t mark)
{
    while (t->trail.n > mark) {
        const symtab_change *c = &vec_pop(&t->trail);
        symtab_entry *e = &t->entries.at[c->symbol];
        term_id term = c->term ? c->before.term : e->term;
        *e = c->before;
        e->term = term;
        if (c->listed)
            t->decls.n--;
    }
}

void symtab_push(symtab *t)
{
    vec_push(&t->scopes, (uint32_t)t->trail.n);
}

bool symtab_pop(symtab *t)
{
    if (!t->scopes.n)
        return false;
    uint32_t mark = vec_pop(&t->scopes);
    if (!t->global_declarations)
        symtab_undo(t, mark);
    vec_clear(&t->sort_facts);
    return true;
}

void symtab_reset_modes(symtab *t)
{
    t->global_declarations = t->numerals_are_real = t->backslash_escapes = false;
    t->higher_order = false;
}

void symtab_reset(symtab *t)
{
    symtab_undo(t, 0);
    vec_clear(&t->scopes);
    vec_clear(&t->macros);
    vec_clear(&t->macro_parameters);
    vec_clear(&t->sort_facts);
    assert(!t->decls.n);
}

size_t symtab_level(const symtab *t)
{
    return t->scopes.n;
}

/* The entry, after noting how it was. */
static symtab_entry *change(symtab *t, symbol_id name, bool listed, bool term)
{
    symtab_entry *e = symtab_entry_of(t, name);
    symtab_change c = {.symbol = name, .before = *e, .listed = listed, .term = term};
    vec_push(&t->trail, c);
    return e;
}

static bool decl_is_generic(symtab *t, decl_id d)
{
    if (symtab_sort_is_generic(t, decl_range(t->bank, d)))
        return true;
    for (uint32_t i = 0; i < decl_arity(t->bank, d); i++) {
        if (symtab_sort_is_generic(t, decl_domain(t->bank, d, i)))
            return true;
    }
    return false;
}

static void add_decl(symtab *t, decl_id d, bool listed)
{
    bool constant = !decl_arity(t->bank, d);
    symtab_entry *e = change(t, decl_name(t->bank, d), listed, constant);
    if (d >= t->overloads.n)
        vec_resize(&t->overloads, (size_t)d + 1);
    symtab_overload *o = &t->overloads.at[d];
    o->next = e->kind == SYMTAB_DECL ? e->id : 0;
    o->generic = decl_is_generic(t, d);
    e->kind = SYMTAB_DECL;
    e->id = d;
    if (constant)
        e->term = o->generic ? 0 : term_app(t->bank, d, NULL, 0);
    if (listed)
        vec_push(&t->decls, d);
}

void symtab_add_decl(symtab *t, decl_id d)
{
    add_decl(t, d, true);
}

void symtab_add_member(symtab *t, decl_id d)
{
    add_decl(t, d, false);
}

void symtab_add_term(symtab *t, symbol_id name, term_id term)
{
    symtab_entry *e = change(t, name, false, true);
    e->kind = SYMTAB_TERM;
    e->id = e->term = term;
}

void symtab_add_sort(symtab *t, symbol_id name, symtab_kind kind, uint32_t id)
{
    symtab_entry *e = change(t, name, false, false);
    e->sort_kind = kind;
    e->sort = id;
}

void symtab_add_sort_macro(symtab *t, symbol_id name, const sort_id *parameters, uint32_t n,
                           sort_id body)
{
    symtab_macro m = {.first = (uint32_t)t->macro_parameters.n, .count = n, .body = body};
    vec_append(&t->macro_parameters, parameters, n);
    vec_push(&t->macros, m);
    symtab_add_sort(t, name, SYMTAB_SORT_MACRO, (uint32_t)t->macros.n - 1);
}

symtab_kind symtab_find(const symtab *t, symbol_id name, uint32_t *id)
{
    if (name >= t->entries.n)
        return SYMTAB_NONE;
    const symtab_entry *e = &t->entries.at[name];
    if (e->kind == SYMTAB_NONE && e->term) {
        *id = e->term;
        return SYMTAB_TERM;
    }
    *id = e->id;
    return (symtab_kind)e->kind;
}

symtab_kind symtab_find_sort(const symtab *t, symbol_id name, uint32_t *id)
{
    if (name >= t->entries.n)
        return SYMTAB_NONE;
    *id = t->entries.at[name].sort;
    return (symtab_kind)t->entries.at[name].sort_kind;
}

decl_id symtab_next_overload(const symtab *t, decl_id d)
{
    return d < t->overloads.n ? t->overloads.at[d].next : 0;
}

const vec_u32 *symtab_decls(const symtab *t)
{
    return &t->decls;
}

static sort_id apply_named(symtab *t, symbol_id name, symtab_kind kind, uint32_t id,
                           const sort_id *args, uint32_t n, uint32_t *wanted)
{
    term_bank *b = t->bank;
    switch (kind) {
    case SYMTAB_SORT:
        *wanted = 0;
        return n ? 0 : id;
    case SYMTAB_ARRAY:
        *wanted = 2;
        return n == 2 ? sort_array(b, args[0], args[1]) : 0;
    case SYMTAB_SORT_FAMILY:
        *wanted = id;
        return n == id ? sort_declared(b, name, args, n) : 0;
    case SYMTAB_DATATYPE:
        return sort_datatype(b, id, args, n);
    case SYMTAB_SORT_MACRO: {
        const symtab_macro *m = &t->macros.at[id];
        *wanted = m->count;
        if (n != m->count)
            return 0;
        return n ? sort_substitute(b, m->body, t->macro_parameters.at + m->first, args, n)
                 : m->body;
    }
    default:
        assert(!"not a sort");
        return 0;
    }
}

sort_id symtab_apply_sort(symtab *t, symbol_id name, const sort_id *args, uint32_t n)
{
    uint32_t id = 0, wanted = n;
    symtab_kind kind = symtab_find_sort(t, name, &id);
    if (kind == SYMTAB_NONE)
        return bank_fail(t->bank, "unknown sort '%.200s'", symbol_text(t->bank, name));
    sort_id s = apply_named(t, name, kind, id, args, n, &wanted);
    if (!s && wanted != n)
        bank_fail(t->bank, "sort '%.200s' takes %u argument%s, not %u", symbol_text(t->bank, name),
                  wanted, wanted == 1 ? "" : "s", n);
    return s;
}

/* Pushes the children of a sort whose fact is not known; true if any parameter is among those that
 * are. */
static bool look_into(symtab *t, sort_id s, vec_u32 *todo)
{
    const term_bank *b = t->bank;
    sort_kind kind = sort_kind_of(b, s);
    sort_id pair[2];
    uint32_t n = 0;
    if (kind == SORT_ARRAY) {
        pair[0] = sort_array_index(b, s);
        pair[1] = sort_array_element(b, s);
        n = 2;
    } else {
        n = sort_parameter_count(b, s);
    }
    bool generic = kind == SORT_PARAMETER;
    for (uint32_t i = 0; i < n; i++) {
        sort_id child = kind == SORT_ARRAY ? pair[i] : sort_parameter_at(b, s, i);
        unsigned char fact = child < t->sort_facts.n ? t->sort_facts.at[child] : 0;
        if (!fact)
            vec_push(todo, child);
        generic |= fact == FACT_GENERIC;
    }
    return generic;
}

bool symtab_sort_is_generic(symtab *t, sort_id s)
{
    if (s < t->sort_facts.n && t->sort_facts.at[s])
        return t->sort_facts.at[s] == FACT_GENERIC;
    /* Arguments have smaller ids than the sort, so all facts fit. */
    if (s >= t->sort_facts.n)
        vec_resize(&t->sort_facts, (size_t)s + 1);
    vec_u32 todo = {0};
    vec_push(&todo, s);
    while (todo.n) {
        sort_id at = vec_last(&todo);
        size_t before = todo.n;
        bool generic = look_into(t, at, &todo);
        if (todo.n == before) {
            t->sort_facts.at[at] = generic ? FACT_GENERIC : FACT_PLAIN;
            todo.n--;
        }
    }
    vec_free(&todo);
    return t->sort_facts.at[s] == FACT_GENERIC;
}
