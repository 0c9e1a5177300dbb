#include <assert.h>

#include "smtlib/read/reader_impl.h"
#include "term/core/walk.h"

/* How the frames here use their members:
 *     let         extra: first: where its names begin; in the body: how many there are
 *     binder      id: operator; extra: number of variables, which are its first arguments;
 *                 names: the number of patterns before
 *     annotation  extra: number of patterns before; id: its :named
 *     pattern     - */

void bind_local(smt_reader *r, symbol_id name, term_id meaning)
{
    symtab_entry *e = symtab_entry_of(r->table, name);
    local_change c = {.symbol = name, .before = e->term};
    vec_push(&r->locals, c);
    e->term = meaning;
}

void unbind_locals(smt_reader *r, size_t mark)
{
    while (r->locals.n > mark) {
        const local_change *c = &vec_pop(&r->locals);
        symtab_entry_of(r->table, c->symbol)->term = c->before;
    }
}

/* let */

bool open_let(smt_reader *r, frame *f)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the bindings of let"))
        return false;
    f->kind = FRAME_LET;
    f->phase = LET_LIST;
    f->extra = (uint32_t)r->names.n;
    vec_push(&r->frames, *f);
    return true;
}

/* Nothing but bindings stands in the list. */
static bool only_bindings(smt_reader *r, const frame *f)
{
    return r->args.n - f->args == r->names.n - f->extra ||
           reader_unexpected(r, "only (variable term) in the list of let");
}

bool let_open(smt_reader *r, frame *f)
{
    if (!only_bindings(r, f))
        return false;
    symbol_id name = expect_symbol(r, "a variable of let");
    if (!name)
        return false;
    vec_push(&r->names, name);
    f->phase = LET_BINDING;
    return true;
}

/* All bindings are in force at once. */
static bool let_begin_body(smt_reader *r, frame *f)
{
    uint32_t first = f->extra, n = (uint32_t)r->names.n - first;
    if (!only_bindings(r, f))
        return false;
    if (!n && r->config.strict)
        return reader_fail(r, "let without bindings");
    for (uint32_t i = 0; i < n; i++)
        bind_local(r, r->names.at[first + i], r->args.at[f->args + i]);
    r->names.n = first;
    r->args.n = f->args;
    r->abbreviations += n;
    f->extra = n;
    f->phase = LET_BODY;
    return true;
}

bool let_close(smt_reader *r, frame *f, term_id *t)
{
    uint32_t terms = (uint32_t)r->args.n - f->args;
    switch (f->phase) {
    case LET_BINDING:
        f->phase = LET_LIST;
        return terms == r->names.n - f->extra ||
               reader_unexpected(r, "exactly one term for a variable of let");
    case LET_LIST:
        return let_begin_body(r, f);
    default:
        if (terms != 1)
            return reader_unexpected(r, "exactly one term as the body of let");
        *t = vec_last(&r->args);
        r->args.n = f->args;
        r->abbreviations -= f->extra;
        unbind_locals(r, r->locals.n - f->extra);
        r->frames.n--;
        return true;
    }
}

/* Binders */

/* The variable that `name` stands for from here on. Where a let may have brought a variable of a
 * binder further out into this scope, a second one with its name and sort would capture it, and
 * gets a name of its own. */
static term_id new_variable(smt_reader *r, symbol_id name, sort_id sort)
{
    term_id v = term_var(r->bank, name, sort);
    if (r->abbreviations && map_get(&r->bound, v, 0)) {
        char *stem = base_strdup(symbol_text(r->bank, name));
        v = term_var(r->bank, symbol_fresh(r->bank, stem), sort);
        free(stem);
    }
    ++*map_insert(&r->bound, v, NULL);
    bind_local(r, name, v);
    return v;
}

bool bind_variables(smt_reader *r, uint32_t *n)
{
    size_t first = r->args.n;
    if (r->lex.kind != TOKEN_OPEN)
        return reader_unexpected(r, "'(' before the variables");
    vec_u32 names = {0};
    bool good = true;
    while (good && advance(r) != TOKEN_CLOSE) {
        if (r->lex.kind != TOKEN_OPEN) {
            good = reader_unexpected(r, "'(' before a variable and its sort");
            break;
        }
        symbol_id name = expect_symbol(r, "a variable");
        sort_id sort = name ? (advance(r), parse_sort(r)) : 0;
        good = sort && expect(r, TOKEN_CLOSE, "')' after a variable and its sort");
        if (good) {
            vec_push(&names, name);
            vec_push(&r->args, sort);
        }
    }
    *n = (uint32_t)names.n;
    for (size_t i = 0; i < names.n && good; i++)
        r->args.at[first + i] = new_variable(r, names.at[i], r->args.at[first + i]);
    vec_free(&names);
    return good;
}

void unbind_variables(smt_reader *r, const term_id *variables, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        --*map_find(&r->bound, variables[i]);
    unbind_locals(r, r->locals.n - n);
}

bool open_binder(smt_reader *r, frame *f)
{
    advance(r);
    if (!bind_variables(r, &f->extra))
        return false;
    if (!f->extra)
        return reader_fail(r, "a binder needs at least one variable");
    f->kind = FRAME_BINDER;
    vec_push(&r->names, (uint32_t)r->patterns.n);
    vec_push(&r->frames, *f);
    return true;
}

bool binder_close(smt_reader *r, frame *f, term_id *t)
{
    uint32_t n = f->extra;
    const term_id *variables = r->args.at + f->args;
    if (r->args.n != f->args + n + 1)
        return reader_unexpected(r, "exactly one term as the body of a binder");
    uint32_t patterns = vec_pop(&r->names);
    *t = term_quantifier(r->bank, (term_op)f->id, variables, n, variables[n],
                         r->patterns.at + patterns, (uint32_t)r->patterns.n - patterns);
    if (!*t)
        return reader_fail_at(r, f->line, f->column, "%s", bank_error(r->bank));
    unbind_variables(r, variables, n);
    r->patterns.n = patterns;
    r->args.n = f->args;
    r->frames.n--;
    return true;
}

/* Annotations */

/* A name for a closed term, from here on. */
static bool name_term(smt_reader *r, frame *f, term_id t)
{
    symbol_id name = expect_symbol(r, "a symbol after :named");
    if (!name)
        return false;
    if (term_has_var(r->bank, t)) {
        term_vec free_vars = {0};
        term_free_vars(r->bank, t, &free_vars);
        bool closed = !free_vars.n;
        vec_free(&free_vars);
        if (!closed && r->config.strict)
            return reader_fail(r, "a named term must not have bound variables");
        if (!closed)
            return true; /* z3 and cvc5 do not mind, and nobody can refer to it */
    }
    const symtab_entry *e = symtab_entry_of(r->table, name);
    if (e->term || e->kind != SYMTAB_NONE)
        return reader_fail(r, "'%.200s' is in use; :named needs a new name",
                           symbol_text(r->bank, name));
    decl_id d = decl_new(r->bank, name, NULL, 0, term_sort(r->bank, t));
    decl_define(r->bank, d, NULL, t, false);
    symtab_add_decl(r->table, d);
    if (r->command)
        vec_push(&r->command->decls, d);
    f->id = name;
    return true;
}

static bool token_text_is(const smt_reader *r, const char *text)
{
    return r->lex.length == strlen(text) && !memcmp(r->lex.text, text, r->lex.length);
}

bool annotation_attributes(smt_reader *r)
{
    frame *f = &vec_last(&r->frames);
    if (r->args.n != (size_t)f->args + 1)
        return reader_unexpected(r, "exactly one term before the attributes");
    while (r->lex.kind == TOKEN_KEYWORD) {
        if (token_text_is(r, ":named")) {
            if (!name_term(r, f, r->args.at[f->args]))
                return false;
            advance(r);
        } else if (token_text_is(r, ":pattern")) {
            if (!expect(r, TOKEN_OPEN, "'(' before the terms of a pattern"))
                return false;
            frame pattern = {.kind = FRAME_PATTERN,
                             .args = (uint32_t)r->args.n,
                             .line = r->lex.line,
                             .column = r->lex.column};
            vec_push(&r->frames, pattern);
            return true;
        } else {
            token_kind next = advance(r);
            if (next == TOKEN_KEYWORD || next == TOKEN_CLOSE)
                continue;
            if (!skip_expression(r))
                return false;
            advance(r);
        }
    }
    return r->lex.kind == TOKEN_CLOSE || reader_unexpected(r, "an attribute or ')'");
}

bool annotation_close(smt_reader *r, frame *f, term_id *t)
{
    if (r->args.n != (size_t)f->args + 1)
        return reader_unexpected(r, "exactly one term inside (! …)");
    *t = vec_pop(&r->args);
    size_t depth = --r->frames.n;
    bool quantified = depth && r->frames.at[depth - 1].kind == FRAME_BINDER;
    if (!quantified)
        r->patterns.n = f->extra;
    if (!depth)
        r->outer_name = f->id;
    return true;
}

bool pattern_close(smt_reader *r, frame *f)
{
    uint32_t n = (uint32_t)r->args.n - f->args;
    if (!n) { /* it says nothing, and others read it */
        r->frames.n--;
        return true;
    }
    term_id p = term_make(r->bank, OP_PATTERN, NULL, 0, r->args.at + f->args, n);
    if (!p)
        return reader_fail_at(r, f->line, f->column, "%s", bank_error(r->bank));
    vec_push(&r->patterns, p);
    r->args.n = f->args;
    r->frames.n--;
    return true;
}
