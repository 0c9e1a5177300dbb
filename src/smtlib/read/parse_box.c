/* Declarations of closed boxes, in the spellings that exist:
 *
 *     (declare-cb f (S …) S [:lib "file"] [:symbol "name"])     also with C types for sorts
 *     (declare-cb f (S …) S [:source "C text"] [:c "prototype"] …)
 *     (declare-cb f …)                                          its signature is found elsewhere
 *     (declare-oracle-fun f program (S …) S)                     parameters also as (x S)
 *     (declare-oracle-fun f (S …) S program)
 *     (oracle-assume ((x S) …) ((y S) …) formula program), oracle-constraint
 *
 * and the path-condition dialect: set-arch, define-ctype, alloc. */
#include <stdlib.h>

#include "smtlib/read/reader_impl.h"

void smt_box_clear(smt_box *box)
{
    for (size_t i = 0; i < box->ctypes.n; i++)
        free(box->ctypes.at[i]);
    vec_clear(&box->ctypes);
    free(box->library);
    free(box->source);
    free(box->symbol);
    free(box->executable);
    free(box->prototype);
    box->library = box->source = box->symbol = box->executable = box->prototype = NULL;
}

/* Goes back to the token at which lexer_keep was called, on the same line. */
static void rewind_to_kept(smt_reader *r, uint64_t depth)
{
    r->lex.next = r->lex.keep;
    r->lex.depth = depth;
    r->lex.keep = NULL;
    advance(r);
}

static bool is_sort_constructor(const char *text, size_t n)
{
    static const char *const names[] = {"Array", "Tuple", "Seq", "Set", "Bag", "Relation"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !memcmp(text, names[i], n))
            return true;
    return false;
}

/* Whether the parenthesis that is the current token opens a sort; the token is the same after. */
static bool opens_sort(smt_reader *r)
{
    uint64_t depth = r->lex.depth - 1;
    uint32_t id;
    lexer_keep(&r->lex);
    advance(r);
    bool sort = !token_is_symbol(r) ||
                (r->lex.kind == TOKEN_SYMBOL && r->lex.length == 1 && *r->lex.text == '_') ||
                is_sort_constructor(r->lex.text, r->lex.length) ||
                symtab_find_sort(r->table, token_symbol(r), &id) != SYMTAB_NONE;
    rewind_to_kept(r, depth);
    return sort;
}

void forget_ctypes(smt_reader *r)
{
    size_t kept = 0;
    uint32_t id;
    for (size_t i = 0; i < r->ctypes.n; i++)
        if (symtab_find_sort(r->table, r->ctypes.at[i], &id) != SYMTAB_NONE)
            r->ctypes.at[kept++] = r->ctypes.at[i];
    r->ctypes.n = kept;
}

static bool is_ctype(const smt_reader *r, symbol_id name)
{
    for (size_t i = 0; i < r->ctypes.n; i++)
        if (r->ctypes.at[i] == name)
            return true;
    return false;
}

/* A sort, a C type, or (x S); onto the stack of sorts. */
static bool parse_parameter(smt_reader *r)
{
    bool named = r->lex.kind == TOKEN_OPEN && !opens_sort(r);
    symbol_id ctype = token_is_symbol(r) ? token_symbol(r) : 0;
    if (named) {
        if (!expect_symbol(r, "the name of a parameter"))
            return false;
        advance(r);
    }
    sort_id s = parse_sort(r);
    if (!s || (named && !expect(r, TOKEN_CLOSE, "')'")))
        return false;
    vec_push(&r->sorts, s);
    vec_push(&r->command->box.ctypes,
             ctype && is_ctype(r, ctype) ? base_strdup(symbol_text(r->bank, ctype)) : NULL);
    return true;
}

static bool parse_parameters(smt_reader *r)
{
    if (r->lex.kind != TOKEN_OPEN)
        return reader_unexpected(r, "'(' before the argument sorts");
    while (advance(r) != TOKEN_CLOSE)
        if (!parse_parameter(r))
            return false;
    return true;
}

static char *token_text(smt_reader *r)
{
    strbuf text = STRBUF_INIT;
    if (r->lex.kind == TOKEN_STRING)
        string_text(r, r->lex.text, r->lex.length, &text);
    else
        strbuf_add(&text, r->lex.text, r->lex.length);
    return strbuf_detach(&text);
}

static bool token_names_program(const smt_reader *r)
{
    return token_is_symbol(r) || r->lex.kind == TOKEN_STRING;
}

/* :lib "file", :source "text", :symbol "name" and :c "prototype", from the current token up to the closing parenthesis. */
static bool parse_bindings(smt_reader *r)
{
    smt_box *box = &r->command->box;
    for (; r->lex.kind == TOKEN_KEYWORD; advance(r)) {
        symbol_id keyword = token_symbol(r);
        const char *name = symbol_text(r->bank, keyword);
        char **place = !strcmp(name, ":lib")       ? &box->library
                       : !strcmp(name, ":source")  ? &box->source
                       : !strcmp(name, ":symbol")  ? &box->symbol
                       : !strcmp(name, ":program") ? &box->executable
                       : !strcmp(name, ":c")       ? &box->prototype
                                                   : NULL;
        if (!place)
            return reader_fail(
                r, "a closed box has :lib, :source, :symbol, :c and :program, not '%s'", name);
        advance(r);
        if (!token_names_program(r))
            return reader_unexpected(r, "a string");
        free(*place);
        *place = token_text(r);
    }
    return r->lex.kind == TOKEN_CLOSE || reader_unexpected(r, "')' or :lib or :symbol");
}

/* The declaration of that name and signature in scope, or 0. */
static decl_id declared_before(smt_reader *r, symbol_id name, sort_id range)
{
    uint32_t d;
    if (symtab_find(r->table, name, &d) != SYMTAB_DECL)
        return 0;
    for (; d; d = symtab_next_overload(r->table, d)) {
        bool same = decl_arity(r->bank, d) == r->sorts.n && decl_range(r->bank, d) == range;
        for (uint32_t i = 0; same && i < r->sorts.n; i++)
            same = decl_domain(r->bank, d, i) == r->sorts.at[i];
        if (same)
            return d;
    }
    return 0;
}

static bool finish_box(smt_reader *r, symbol_id name)
{
    sort_id range = vec_pop(&r->sorts);
    bool by_ctypes = false;
    for (size_t i = 0; i < r->command->box.ctypes.n; i++)
        by_ctypes |= r->command->box.ctypes.at[i] != NULL;
    if (!by_ctypes)
        vec_clear(&r->command->box.ctypes);
    decl_id before = declared_before(r, name, range); /* files do say it twice: the same box */
    if (before) {
        vec_push(&r->command->decls, before);
        return true;
    }
    return declare(r, decl_new(r->bank, name, r->sorts.at, (uint32_t)r->sorts.n, range));
}

/* A declaration without sorts. */
static bool find_signature(smt_reader *r, symbol_id name)
{
    smt_box *box = &r->command->box;
    const char *function = box->symbol ? box->symbol : symbol_text(r->bank, name);
    char *error = NULL;
    bool good = r->config.signature &&
                r->config.signature(r->config.context, function, &r->sorts, box, &error);
    if (!good)
        reader_fail(r, "%s", error ? error : "a declaration of a closed box has its sorts");
    free(error);
    return good;
}

static bool declare_cb(smt_reader *r)
{
    symbol_id name = expect_symbol(r, "a name to declare");
    if (!name)
        return false;
    advance(r);
    if (r->lex.kind == TOKEN_CLOSE || r->lex.kind == TOKEN_KEYWORD)
        return parse_bindings(r) && find_signature(r, name) && finish_box(r, name);
    if (!parse_parameters(r))
        return false;
    advance(r);
    if (!parse_parameter(r))
        return false;
    advance(r);
    return parse_bindings(r) && finish_box(r, name);
}

static bool declare_oracle(smt_reader *r)
{
    symbol_id name = expect_symbol(r, "a name to declare");
    if (!name)
        return false;
    advance(r);
    char **program = &r->command->box.executable;
    if (token_names_program(r)) { /* the program first */
        *program = token_text(r);
        advance(r);
    }
    if (!parse_parameters(r))
        return false;
    advance(r);
    if (!parse_parameter(r))
        return false;
    advance(r);
    if (!*program && token_names_program(r)) {
        *program = token_text(r);
        advance(r);
    }
    if (r->lex.kind != TOKEN_CLOSE)
        return reader_unexpected(r, "')'");
    return finish_box(r, name);
}

static bool define_ctype(smt_reader *r)
{
    symbol_id name = expect_symbol(r, "a C type");
    if (!name)
        return false;
    advance(r);
    sort_id s = parse_sort(r);
    if (!s || !expect(r, TOKEN_CLOSE, "')'"))
        return false;
    symtab_add_sort(r->table, name, SYMTAB_SORT, s);
    vec_push(&r->ctypes, name);
    r->command->symbol = name;
    return true;
}

/* (alloc ADDRESS n TERM) and (alloc ADDRESS n "hex bytes"). */
static bool parse_alloc(smt_reader *r)
{
    advance(r);
    term_id address = parse_term(r);
    if (!address)
        return false;
    advance(r);
    if (!token_index(r, &r->command->number))
        return false;
    vec_push(&r->command->terms, address);
    if (advance(r) == TOKEN_STRING) {
        strbuf_add(&r->text, r->lex.text, r->lex.length);
        r->command->text = r->text.text;
    } else {
        term_id content = parse_term(r);
        if (!content)
            return false;
        vec_push(&r->command->terms, content);
    }
    return expect(r, TOKEN_CLOSE, "')'");
}

/* A declaration that only the command has: it is in no scope. */
static decl_id hidden(smt_reader *r, const char *stem, const term_id *variables, uint32_t n,
                      sort_id range)
{
    vec_clear(&r->sorts);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&r->sorts, term_sort(r->bank, variables[i]));
    decl_id d = decl_new(r->bank, symbol_fresh(r->bank, stem), r->sorts.at, n, range);
    vec_push(&r->command->decls, d);
    return d;
}

/* ((x S) …) ((y S) …) formula program */
static bool oracle_formula(smt_reader *r)
{
    uint32_t inputs, outputs;
    advance(r);
    if (!bind_variables(r, &inputs))
        return false;
    advance(r);
    if (!bind_variables(r, &outputs))
        return false;
    if (!outputs)
        return reader_fail(r, "an oracle needs at least one output");
    advance(r);
    uint32_t line = r->lex.line, column = r->lex.column;
    term_id formula = parse_term(r);
    if (!formula)
        return false;
    if (term_sort(r->bank, formula) != SORT_ID_BOOL)
        return reader_fail_at(r, line, column, "the formula of an oracle must be of sort Bool");
    const term_id *variables = r->args.at;
    unbind_variables(r, variables, inputs + outputs);
    decl_id d = hidden(r, "oracle", variables, inputs + outputs, SORT_ID_BOOL);
    decl_define(r->bank, d, variables, formula, false);
    for (uint32_t i = 0; i < outputs; i++)
        hidden(r, symbol_text(r->bank, term_symbol(r->bank, variables[inputs + i])), variables,
               inputs, term_sort(r->bank, variables[inputs + i]));
    r->command->number = inputs;
    advance(r);
    if (!token_names_program(r))
        return reader_unexpected(r, "the program of the oracle");
    r->command->box.executable = token_text(r);
    return expect(r, TOKEN_CLOSE, "')'");
}

bool parse_box(smt_reader *r, smt_command_kind kind)
{
    switch (kind) {
    case CMD_DECLARE_CB:
        return declare_cb(r);
    case CMD_DECLARE_ORACLE_FUN:
        return declare_oracle(r);
    case CMD_ORACLE_ASSUME:
    case CMD_ORACLE_CONSTRAINT:
        return oracle_formula(r);
    case CMD_DEFINE_CTYPE:
        return define_ctype(r);
    case CMD_SET_ARCH:
        r->command->symbol = expect_symbol(r, "the name of an architecture");
        return r->command->symbol && expect(r, TOKEN_CLOSE, "')'");
    default:
        return parse_alloc(r);
    }
}
