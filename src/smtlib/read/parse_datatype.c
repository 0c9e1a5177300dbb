#include <stdio.h>

#include "smtlib/read/reader_impl.h"
#include "term/core/codatatype.h"

/* (field S): its name and sort are added. */
static bool parse_field(smt_reader *r, vec_u32 *selectors, vec_u32 *sorts)
{
    if (r->lex.kind != TOKEN_OPEN)
        return reader_unexpected(r, "'(' before a selector and its sort");
    symbol_id name = expect_symbol(r, "a selector");
    if (!name)
        return false;
    advance(r);
    sort_id s = parse_sort(r);
    if (!s)
        return false;
    vec_push(selectors, name);
    vec_push(sorts, s);
    return expect(r, TOKEN_CLOSE, "')' after the selector's sort");
}

/* C or (C (field S) …), the current token being its first. */
static bool parse_constructor(smt_reader *r, datatype_id d)
{
    vec_u32 selectors = {0}, sorts = {0};
    bool good = true;
    symbol_id name = 0;
    if (token_is_symbol(r)) {
        name = token_symbol(r);
    } else if (r->lex.kind == TOKEN_OPEN) {
        name = expect_symbol(r, "a constructor");
        good = name != 0;
        while (good && advance(r) != TOKEN_CLOSE)
            good = parse_field(r, &selectors, &sorts);
    } else {
        good = reader_unexpected(r, "a constructor");
    }
    if (good)
        datatype_add_constructor(r->bank, d, name, selectors.at, sorts.at, (uint32_t)selectors.n);
    vec_free(&selectors);
    vec_free(&sorts);
    return good;
}

/* Constructors up to the closing parenthesis; the current token is the first or that. */
static bool parse_constructors(smt_reader *r, datatype_id d)
{
    if (r->lex.kind == TOKEN_CLOSE)
        return reader_unexpected(r, "a constructor");
    for (; r->lex.kind != TOKEN_CLOSE; advance(r)) {
        if (!parse_constructor(r, d))
            return false;
    }
    return true;
}

/* T …) with the current token being the first: each a sort parameter until the caller undoes it. */
static bool parse_parameters(smt_reader *r, vec_u32 *parameters)
{
    for (; r->lex.kind != TOKEN_CLOSE; advance(r)) {
        if (!token_is_symbol(r))
            return reader_unexpected(r, "a sort parameter");
        symbol_id name = token_symbol(r);
        vec_push(parameters, sort_parameter(r->bank, name));
        symtab_add_sort(r->table, name, SYMTAB_SORT, vec_last(parameters));
    }
    return true;
}

/* One datatype of the family, before its constructors are known: its own copy of parameters, since
 * `par` gives each its names. */
typedef struct member {
    symbol_id name;
    uint32_t arity;
    datatype_id datatype;
    vec_u32 parameters; /* stand-ins that nobody can name */
} member;
typedef VEC(member) member_vec;

static void free_members(member_vec *members)
{
    for (size_t i = 0; i < members->n; i++)
        vec_free(&members->at[i].parameters);
    vec_free(members);
}

/* Declares a datatype whose parameters are named T!0, T!1, … */
static void add_member(smt_reader *r, member_vec *members, symbol_id name, uint32_t arity)
{
    member m = {.name = name, .arity = arity};
    for (uint32_t i = 0; i < arity; i++) {
        char text[24];
        snprintf(text, sizeof text, "T!%u", i);
        vec_push(&m.parameters, sort_parameter(r->bank, symbol_make(r->bank, text)));
    }
    m.datatype = datatype_declare(r->bank, name, m.parameters.at, arity);
    vec_push(members, m);
}

static sort_id member_sort(smt_reader *r, const member *m)
{
    return sort_datatype(r->bank, m->datatype, m->parameters.at, m->arity);
}

static void name_member(smt_reader *r, const member *m)
{
    if (m->arity)
        symtab_add_sort(r->table, m->name, SYMTAB_DATATYPE, m->datatype);
    else
        symtab_add_sort(r->table, m->name, SYMTAB_SORT, member_sort(r, m));
}

/* (par (T …) (constructors)) or (constructors); the current token is the opening parenthesis. */
static bool parse_member(smt_reader *r, const member *m)
{
    size_t mark = symtab_mark(r->table);
    if (r->lex.kind != TOKEN_OPEN)
        return reader_unexpected(r, "'(' before the constructors");
    advance(r);
    bool parametric =
        r->lex.kind == TOKEN_SYMBOL && r->lex.length == 3 && !memcmp(r->lex.text, "par", 3);
    if (!parametric) {
        if (m->arity)
            return reader_unexpected(r, "'par' and the datatype's sort parameters");
        return parse_constructors(r, m->datatype);
    }
    if (!expect(r, TOKEN_OPEN, "'(' before the sort parameters"))
        return false;
    uint32_t n = 0;
    for (; advance(r) != TOKEN_CLOSE; n++) {
        if (!token_is_symbol(r))
            return reader_unexpected(r, "a sort parameter");
        if (n < m->arity)
            symtab_add_sort(r->table, token_symbol(r), SYMTAB_SORT, m->parameters.at[n]);
    }
    if (n != m->arity)
        return reader_fail(r,
                           "datatype '%.200s' was announced with %u sort parameters, here are %u",
                           symbol_text(r->bank, m->name), m->arity, n);
    if (!expect(r, TOKEN_OPEN, "'(' before the constructors"))
        return false;
    advance(r);
    bool good = parse_constructors(r, m->datatype) && expect(r, TOKEN_CLOSE, "')' after par");
    symtab_undo(r->table, mark);
    return good;
}

/* Constructors and selectors become functions. */
static void name_constructors(smt_reader *r, sort_id s)
{
    uint32_t n = datatype_constructor_count(r->bank, sort_datatype_of(r->bank, s));
    for (uint32_t i = 0; i < n; i++) {
        decl_id c = sort_constructor(r->bank, s, i);
        symtab_add_member(r->table, c);
        for (uint32_t k = 0; k < decl_arity(r->bank, c); k++)
            symtab_add_member(r->table, decl_selector(r->bank, c, k));
    }
}

static bool finish(smt_reader *r, const datatype_id *family, size_t n)
{
    smt_command_kind kind = r->command->kind;
    for (size_t i = 0; i < n; i++)
        if (kind == CMD_DECLARE_CODATATYPE || kind == CMD_DECLARE_CODATATYPES)
            datatype_mark_infinite(r->bank, family[i]);
    return datatype_finish(r->bank, family, (uint32_t)n) ||
           reader_fail_at(r, r->command->line, r->command->column, "%s", bank_error(r->bank));
}

static bool finish_members(smt_reader *r, const member_vec *members)
{
    vec_u32 family = {0};
    for (size_t i = 0; i < members->n; i++)
        vec_push(&family, members->at[i].datatype);
    bool good = finish(r, family.at, family.n);
    for (size_t i = 0; i < members->n && good; i++)
        name_constructors(r, member_sort(r, &members->at[i]));
    vec_free(&family);
    return good;
}

static bool fresh_sort_name(smt_reader *r, symbol_id name)
{
    uint32_t id;
    return symtab_find_sort(r->table, name, &id) == SYMTAB_NONE ||
           reader_fail(r, "sort '%.200s' is already declared", symbol_text(r->bank, name));
}

/* ((name arity) …): the current token is the second parenthesis. */
static bool parse_announcements(smt_reader *r, member_vec *members)
{
    for (; r->lex.kind != TOKEN_CLOSE; advance(r)) {
        uint64_t arity;
        if (r->lex.kind != TOKEN_OPEN)
            return reader_unexpected(r, "'(' before a datatype and its number of parameters");
        symbol_id name = expect_symbol(r, "a datatype");
        if (!name || !fresh_sort_name(r, name))
            return false;
        advance(r);
        if (!token_index(r, &arity) || !expect(r, TOKEN_CLOSE, "')'"))
            return false;
        if (arity > 1000)
            return reader_fail(r, "a datatype with more than 1000 parameters");
        add_member(r, members, name, (uint32_t)arity);
        name_member(r, &vec_last(members));
    }
    return true;
}

static bool parse_new_family(smt_reader *r, member_vec *members)
{
    if (!parse_announcements(r, members) || !expect(r, TOKEN_OPEN, "'(' before the datatypes"))
        return false;
    for (size_t i = 0; i < members->n; i++) {
        advance(r);
        if (!parse_member(r, &members->at[i]))
            return false;
    }
    return expect(r, TOKEN_CLOSE, "')' after the datatypes") && expect(r, TOKEN_CLOSE, "')'") &&
           finish_members(r, members);
}

/* (name constructor …) of the old form; the current token is the parenthesis. */
static bool parse_old_member(smt_reader *r)
{
    if (r->lex.kind != TOKEN_OPEN)
        return reader_unexpected(r, "'(' before a datatype");
    symbol_id name = expect_symbol(r, "a datatype");
    if (!name || !fresh_sort_name(r, name))
        return false;
    struct family_member *m = NULL;
    for (size_t i = 0; i < r->family.n; i++) {
        if (r->family.at[i].name == name)
            m = &r->family.at[i];
    }
    if (m && m->defined)
        return reader_fail(r, "datatype '%.200s' is defined twice", symbol_text(r->bank, name));
    if (!m) {
        struct family_member added = {.name = name};
        added.datatype = datatype_declare(r->bank, name, r->family_parameters.at,
                                          (uint32_t)r->family_parameters.n);
        vec_push(&r->family, added);
        m = &vec_last(&r->family);
    }
    m->defined = true;
    datatype_id d = m->datatype;
    advance(r);
    return parse_constructors(r, d);
}

static bool finish_old_family(smt_reader *r, size_t mark)
{
    vec_u32 family = {0};
    bool good = true;
    for (size_t i = 0; i < r->family.n && good; i++) {
        good = r->family.at[i].defined ||
               reader_fail_at(r, r->command->line, r->command->column, "unknown sort '%.200s'",
                              symbol_text(r->bank, r->family.at[i].name));
        vec_push(&family, r->family.at[i].datatype);
    }
    good = good && finish(r, family.at, family.n);
    symtab_undo(r->table, mark);
    for (size_t i = 0; i < r->family.n && good; i++) {
        const struct family_member *m = &r->family.at[i];
        uint32_t n = (uint32_t)r->family_parameters.n;
        sort_id s = sort_datatype(r->bank, m->datatype, r->family_parameters.at, n);
        symtab_add_sort(r->table, m->name, n ? SYMTAB_DATATYPE : SYMTAB_SORT, n ? m->datatype : s);
        name_constructors(r, s);
    }
    vec_free(&family);
    return good;
}

/* (declare-datatypes (T …) ((name constructor …) …)); the parameters were read. */
static bool parse_old_family(smt_reader *r, size_t mark)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the datatypes"))
        return false;
    r->in_old_family = true;
    while (advance(r) != TOKEN_CLOSE) {
        if (!parse_old_member(r))
            return false;
    }
    return expect(r, TOKEN_CLOSE, "')'") && finish_old_family(r, mark);
}

static bool parse_one(smt_reader *r, member_vec *members)
{
    symbol_id name = expect_symbol(r, "a datatype");
    if (!name || !fresh_sort_name(r, name))
        return false;
    /* How many parameters there are is known only after `par`: look first, then declare. */
    if (!expect(r, TOKEN_OPEN, "'(' before the constructors"))
        return false;
    advance(r);
    size_t mark = symtab_mark(r->table);
    vec_clear(&r->family_parameters);
    bool parametric =
        r->lex.kind == TOKEN_SYMBOL && r->lex.length == 3 && !memcmp(r->lex.text, "par", 3);
    if (parametric) {
        if (!expect(r, TOKEN_OPEN, "'(' before the sort parameters"))
            return false;
        advance(r);
        if (!parse_parameters(r, &r->family_parameters) ||
            !expect(r, TOKEN_OPEN, "'(' before the constructors"))
            return false;
        advance(r);
    }
    member m = {.name = name, .arity = (uint32_t)r->family_parameters.n};
    vec_append(&m.parameters, r->family_parameters.at, m.arity);
    m.datatype = datatype_declare(r->bank, name, m.parameters.at, m.arity);
    vec_push(members, m);
    name_member(r, &m);
    if (!parse_constructors(r, m.datatype) ||
        (parametric && !expect(r, TOKEN_CLOSE, "')' after par")) || !expect(r, TOKEN_CLOSE, "')'"))
        return false;
    symtab_undo(r->table, mark);
    name_member(r, &m);
    return finish_members(r, members);
}

bool parse_datatypes(smt_reader *r, smt_command_kind kind)
{
    member_vec members = {0};
    bool good;
    if (kind == CMD_DECLARE_DATATYPE || kind == CMD_DECLARE_CODATATYPE) {
        good = parse_one(r, &members);
    } else {
        size_t mark = symtab_mark(r->table);
        good = expect(r, TOKEN_OPEN, "'(' after declare-datatypes");
        if (good && advance(r) == TOKEN_OPEN) {
            good = parse_new_family(r, &members);
        } else if (good) {
            vec_clear(&r->family_parameters);
            good = parse_parameters(r, &r->family_parameters) && parse_old_family(r, mark);
        }
    }
    r->in_old_family = false;
    vec_clear(&r->family);
    free_members(&members);
    return good;
}
