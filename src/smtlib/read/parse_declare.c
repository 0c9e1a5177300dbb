#include "smtlib/read/reader_impl.h"

static bool same_signature(const term_bank *b, decl_id x, decl_id y)
{
    if (decl_arity(b, x) != decl_arity(b, y) || decl_range(b, x) != decl_range(b, y))
        return false;
    for (uint32_t i = 0; i < decl_arity(b, x); i++) {
        if (decl_domain(b, x, i) != decl_domain(b, y, i))
            return false;
    }
    return true;
}

bool declare(smt_reader *r, decl_id d)
{
    symbol_id name = decl_name(r->bank, d);
    const symtab_entry *e = symtab_entry_of(r->table, name);
    for (decl_id old = e->kind == SYMTAB_DECL ? e->id : 0; old;
         old = symtab_next_overload(r->table, old)) {
        if (same_signature(r->bank, old, d))
            return reader_fail_at(r, r->command->line, r->command->column,
                                  "'%.200s' is already declared with this signature",
                                  symbol_text(r->bank, name));
    }
    symtab_add_decl(r->table, d);
    vec_push(&r->command->decls, d);
    return true;
}

/* (S …), on the stack of sorts. */
static bool parse_sort_list(smt_reader *r)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the argument sorts"))
        return false;
    while (advance(r) != TOKEN_CLOSE) {
        sort_id s = parse_sort(r);
        if (!s)
            return false;
        vec_push(&r->sorts, s);
    }
    return true;
}

static bool declare_function(smt_reader *r, bool constant)
{
    symbol_id name = expect_symbol(r, "a name to declare");
    if (!name || (!constant && !parse_sort_list(r)))
        return false;
    advance(r);
    sort_id range = parse_sort(r);
    if (!range)
        return false;
    return expect(r, TOKEN_CLOSE, "')'") &&
           declare(r, decl_new(r->bank, name, r->sorts.at, (uint32_t)r->sorts.n, range));
}

/* A function header: name, ((x S) …) unless it is a constant, and S. The variables stay on the
 * stack of terms and in force. */
static decl_id parse_header(smt_reader *r, bool constant, uint32_t *n)
{
    symbol_id name = expect_symbol(r, "a name to define");
    size_t first = r->args.n;
    *n = 0;
    if (!name)
        return 0;
    advance(r);
    if (!constant) {
        if (!bind_variables(r, n))
            return 0;
        advance(r);
    }
    sort_id range = parse_sort(r);
    if (!range)
        return 0;
    vec_clear(&r->sorts);
    for (uint32_t i = 0; i < *n; i++)
        vec_push(&r->sorts, term_sort(r->bank, r->args.at[first + i]));
    return decl_new(r->bank, name, r->sorts.at, *n, range);
}

/* The body of a definition, of the sort that its header says. */
static term_id parse_body(smt_reader *r, decl_id d)
{
    advance(r);
    uint32_t line = r->lex.line, column = r->lex.column;
    term_id body = parse_term(r);
    if (!body)
        return 0;
    term_id fitting = coerce(r, body, decl_range(r->bank, d));
    if (fitting)
        return fitting;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "the body of '%.200s' has sort ",
                  symbol_text(r->bank, decl_name(r->bank, d)));
    sort_print(r->bank, term_sort(r->bank, body), &message);
    strbuf_puts(&message, ", its header says ");
    sort_print(r->bank, decl_range(r->bank, d), &message);
    reader_fail_at(r, line, column, "%s", message.text);
    strbuf_free(&message);
    return 0;
}

static bool define_function(smt_reader *r, bool constant, bool recursive)
{
    uint32_t n;
    decl_id d = parse_header(r, constant, &n);
    if (!d || (recursive && !declare(r, d)))
        return false;
    /* A parameter shadows the function; a function without parameters shadows itself. */
    term_id body = parse_body(r, d);
    if (!body || !expect(r, TOKEN_CLOSE, "')'"))
        return false;
    unbind_variables(r, r->args.at, n);
    decl_define(r->bank, d, r->args.at, body, recursive);
    return recursive || declare(r, d);
}

/* (define-funs-rec (headers) (bodies)) */
static bool define_functions(smt_reader *r)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the headers"))
        return false;
    /* Variables of all headers, one after the other; they are bound again for each body. */
    vec_u32 decls = {0};
    term_vec variables = {0};
    vec_u32 names = {0};
    vec_reserve(&variables, 8);
    bool good = true;
    while (good && advance(r) != TOKEN_CLOSE) {
        uint32_t n;
        if (r->lex.kind != TOKEN_OPEN) {
            good = reader_unexpected(r, "'(' before a header");
            break;
        }
        decl_id d = parse_header(r, false, &n);
        good = d && expect(r, TOKEN_CLOSE, "')' after the header") && declare(r, d);
        if (!good)
            break;
        for (uint32_t i = 0; i < n; i++)
            vec_push(&names, r->locals.at[r->locals.n - n + i].symbol);
        vec_append(&variables, r->args.at, n);
        unbind_variables(r, r->args.at, n);
        r->args.n = 0;
        vec_push(&decls, d);
    }
    good = good && expect(r, TOKEN_OPEN, "'(' before the bodies");
    size_t first = 0;
    for (size_t i = 0; i < decls.n && good; i++) {
        uint32_t n = decl_arity(r->bank, decls.at[i]);
        for (uint32_t k = 0; k < n; k++) {
            ++*map_insert(&r->bound, variables.at[first + k], NULL);
            bind_local(r, names.at[first + k], variables.at[first + k]);
        }
        term_id body = parse_body(r, decls.at[i]);
        good = body != 0;
        if (good) {
            unbind_variables(r, variables.at + first, n);
            decl_define(r->bank, decls.at[i], variables.at + first, body, true);
        }
        first += n;
    }
    vec_free(&decls);
    vec_free(&variables);
    vec_free(&names);
    return good && expect(r, TOKEN_CLOSE, "')' after the bodies") && expect(r, TOKEN_CLOSE, "')'");
}

/* Sorts */

static bool new_sort_name(smt_reader *r, symbol_id *name)
{
    uint32_t id;
    *name = expect_symbol(r, "the name of a sort");
    if (!*name)
        return false;
    if (symtab_find_sort(r->table, *name, &id) != SYMTAB_NONE)
        return reader_fail(r, "sort '%.200s' is already declared", symbol_text(r->bank, *name));
    return true;
}

static bool declare_sort(smt_reader *r)
{
    symbol_id name;
    uint64_t arity = 0;
    if (!new_sort_name(r, &name))
        return false;
    if (advance(r) != TOKEN_CLOSE || r->config.strict) { /* the arity is often left out */
        if (!token_index(r, &arity) || !expect(r, TOKEN_CLOSE, "')'"))
            return false;
        if (arity > 1000)
            return reader_fail(r, "a sort with more than 1000 parameters");
    }
    r->command->symbol = name;
    r->command->number = arity;
    if (arity)
        symtab_add_sort(r->table, name, SYMTAB_SORT_FAMILY, (uint32_t)arity);
    else
        symtab_add_sort(r->table, name, SYMTAB_SORT, sort_declared(r->bank, name, NULL, 0));
    return true;
}

static bool define_sort(smt_reader *r)
{
    symbol_id name;
    if (!new_sort_name(r, &name) || !expect(r, TOKEN_OPEN, "'(' before the sort parameters"))
        return false;
    size_t mark = symtab_mark(r->table);
    vec_u32 parameters = {0};
    bool good = true;
    while (good && advance(r) != TOKEN_CLOSE) {
        if (!token_is_symbol(r)) {
            good = reader_unexpected(r, "a sort parameter");
            break;
        }
        symbol_id parameter = token_symbol(r);
        vec_push(&parameters, sort_parameter(r->bank, parameter));
        symtab_add_sort(r->table, parameter, SYMTAB_SORT, vec_last(&parameters));
    }
    if (good) {
        advance(r);
        sort_id body = parse_sort(r);
        good = body && expect(r, TOKEN_CLOSE, "')'");
        symtab_undo(r->table, mark);
        if (good)
            symtab_add_sort_macro(r->table, name, parameters.at, (uint32_t)parameters.n, body);
    }
    r->command->symbol = name;
    vec_free(&parameters);
    return good;
}

static bool declare_sort_parameter(smt_reader *r)
{
    symbol_id name;
    if (!new_sort_name(r, &name) || !expect(r, TOKEN_CLOSE, "')'"))
        return false;
    r->command->symbol = name;
    symtab_add_sort(r->table, name, SYMTAB_SORT, sort_parameter(r->bank, name));
    return true;
}

bool parse_declaration(smt_reader *r, smt_command_kind kind)
{
    switch (kind) {
    case CMD_DECLARE_CONST:
        return declare_function(r, true);
    case CMD_DECLARE_FUN:
        return declare_function(r, false);
    case CMD_DEFINE_CONST:
        return define_function(r, true, false);
    case CMD_DEFINE_FUN:
        return define_function(r, false, false);
    case CMD_DEFINE_FUN_REC:
        return define_function(r, false, true);
    case CMD_DEFINE_FUNS_REC:
        return define_functions(r);
    case CMD_DECLARE_SORT:
        return declare_sort(r);
    case CMD_DECLARE_SORT_PARAMETER:
        return declare_sort_parameter(r);
    default:
        return define_sort(r);
    }
}
