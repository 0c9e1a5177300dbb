#include "smtlib/read/reader_impl.h"

#include "base/text.h"

/* Whether numerals mean reals in a logic: it has Reals and no Ints, by its name. */
static bool logic_is_real(const char *logic)
{
    bool real = strstr(logic, "LRA") || strstr(logic, "NRA") || strstr(logic, "RDL");
    return real && !strstr(logic, "IRA") && !strstr(logic, "LIA") && !strstr(logic, "NIA") &&
           !strstr(logic, "IDL");
}

static bool set_logic(smt_reader *r)
{
    symbol_id logic = expect_symbol(r, "the name of a logic");
    if (!logic || !expect(r, TOKEN_CLOSE, "')'"))
        return false;
    r->command->symbol = logic;
    r->table->numerals_are_real = logic_is_real(symbol_text(r->bank, logic));
    r->table->higher_order = text_begins(symbol_text(r->bank, logic), "HO_");
    return true;
}

static bool text_is(const smt_reader *r, const char *text)
{
    return !strcmp(r->text.text, text);
}

/* What the reader itself takes from options and information. */
static void note_attribute(smt_reader *r)
{
    const char *keyword = symbol_text(r->bank, r->command->symbol);
    if (r->command->kind == CMD_SET_INFO && !strcmp(keyword, ":smt-lib-version"))
        r->lex.backslash_escapes = r->table->backslash_escapes = text_is(r, "2.0");
    if (r->command->kind == CMD_SET_OPTION && !strcmp(keyword, ":global-declarations"))
        r->table->global_declarations = text_is(r, "true");
}

/* (set-info :keyword value): the value may be missing, and may be several expressions (z3). */
static bool set_attribute(smt_reader *r)
{
    if (!expect(r, TOKEN_KEYWORD, "a keyword"))
        return false;
    r->command->symbol = token_symbol(r);
    advance(r);
    if (r->lex.kind == TOKEN_STRING) {
        string_text(r, r->lex.text, r->lex.length, &r->text);
        advance(r);
    } else if (r->lex.kind != TOKEN_CLOSE) {
        lexer_keep(&r->lex);
        if (!skip_expression(r))
            return false;
        size_t n;
        const char *text = lexer_kept(&r->lex, &n);
        strbuf_add(&r->text, text, n);
        advance(r);
    }
    if (r->lex.kind != TOKEN_CLOSE)
        return reader_unexpected(r, "')'");
    r->command->text = r->text.text;
    note_attribute(r);
    return true;
}

static bool get_attribute(smt_reader *r)
{
    if (!expect(r, TOKEN_KEYWORD, "a keyword"))
        return false;
    r->command->symbol = token_symbol(r);
    return expect(r, TOKEN_CLOSE, "')'");
}

static bool echo(smt_reader *r)
{
    if (!expect(r, TOKEN_STRING, "a string"))
        return false;
    string_text(r, r->lex.text, r->lex.length, &r->text);
    r->command->text = r->text.text;
    return expect(r, TOKEN_CLOSE, "')'");
}

/* A term of sort Bool. */
static term_id parse_formula(smt_reader *r)
{
    uint32_t line = r->lex.line, column = r->lex.column;
    term_id t = parse_term(r);
    if (!t || term_sort(r->bank, t) == SORT_ID_BOOL)
        return t;
    strbuf sort = STRBUF_INIT;
    sort_print(r->bank, term_sort(r->bank, t), &sort);
    reader_fail_at(r, line, column, "a formula (sort Bool) is wanted, this has sort %s", sort.text);
    strbuf_free(&sort);
    return 0;
}

static bool parse_assert(smt_reader *r)
{
    advance(r);
    r->command->term = parse_formula(r);
    r->command->named = r->outer_name;
    return r->command->term && expect(r, TOKEN_CLOSE, "')'");
}

static bool check_assuming(smt_reader *r)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the assumptions"))
        return false;
    while (advance(r) != TOKEN_CLOSE) {
        term_id t = parse_formula(r);
        if (!t)
            return false;
        vec_push(&r->command->terms, t);
    }
    return expect(r, TOKEN_CLOSE, "')'");
}

static bool get_value(smt_reader *r)
{
    if (!expect(r, TOKEN_OPEN, "'(' before the terms"))
        return false;
    while (advance(r) != TOKEN_CLOSE) {
        lexer_keep(&r->lex);
        bool higher_order = r->table->higher_order;
        r->table->higher_order = !r->config.strict; /* a function has a value too */
        term_id t = parse_term(r);
        r->table->higher_order = higher_order;
        if (!t)
            return false;
        size_t n;
        const char *text = lexer_kept(&r->lex, &n);
        vec_push(&r->command->terms, t);
        vec_push(&r->command->sources, base_strndup(text, n));
    }
    if (!r->command->terms.n)
        return reader_unexpected(r, "a term");
    return expect(r, TOKEN_CLOSE, "')'");
}

/* (simplify t :option value …) */
static bool simplify(smt_reader *r)
{
    advance(r);
    term_id t = parse_term(r);
    if (!t)
        return false;
    vec_push(&r->command->terms, t);
    while (advance(r) != TOKEN_CLOSE)
        if (!skip_expression(r))
            return false;
    return true;
}

/* The rest of a command that is not for us. */
static bool pass_over(smt_reader *r)
{
    while (advance(r) != TOKEN_CLOSE)
        if (!skip_expression(r))
            return false;
    return true;
}

/* (push n), (pop n): without a number, one level. */
static bool change_level(smt_reader *r, bool push)
{
    uint64_t n = 1;
    if (advance(r) != TOKEN_CLOSE && (!token_index(r, &n) || !expect(r, TOKEN_CLOSE, "')'")))
        return false;
    if (push && n > 1000000)
        return reader_fail(r, "push of more than a million levels");
    if (!push && n > symtab_level(r->table))
        return reader_fail(r, "pop of %llu levels, but there are only %zu", (unsigned long long)n,
                           symtab_level(r->table));
    for (uint64_t i = 0; i < n; i++) {
        if (push)
            symtab_push(r->table);
        else
            symtab_pop(r->table);
    }
    forget_ctypes(r);
    r->command->number = n;
    return true;
}

static bool reset(smt_reader *r, bool everything)
{
    if (!expect(r, TOKEN_CLOSE, "')'"))
        return false;
    if (everything || !r->table->global_declarations) {
        symtab_reset(r->table);
    } else {
        while (symtab_pop(r->table))
            continue;
    }
    if (everything) {
        symtab_reset_modes(r->table);
        r->lex.backslash_escapes = false;
    }
    forget_ctypes(r);
    return true;
}

bool parse_command(smt_reader *r, smt_command_kind kind)
{
    switch (kind) {
    case CMD_SET_LOGIC:
        return set_logic(r);
    case CMD_SET_OPTION:
    case CMD_SET_INFO:
        return set_attribute(r);
    case CMD_GET_INFO:
    case CMD_GET_OPTION:
        return get_attribute(r);
    case CMD_DECLARE_DATATYPE:
    case CMD_DECLARE_DATATYPES:
    case CMD_DECLARE_CODATATYPE:
    case CMD_DECLARE_CODATATYPES:
        return parse_datatypes(r, kind);
    case CMD_DECLARE_CONST:
    case CMD_DECLARE_FUN:
    case CMD_DECLARE_SORT:
    case CMD_DECLARE_SORT_PARAMETER:
    case CMD_DEFINE_CONST:
    case CMD_DEFINE_FUN:
    case CMD_DEFINE_FUN_REC:
    case CMD_DEFINE_FUNS_REC:
    case CMD_DEFINE_SORT:
        return parse_declaration(r, kind);
    case CMD_ASSERT:
        return parse_assert(r);
    case CMD_CHECK_SAT_ASSUMING:
        return check_assuming(r);
    case CMD_GET_VALUE:
        return get_value(r);
    case CMD_PUSH:
    case CMD_POP:
        return change_level(r, kind == CMD_PUSH);
    case CMD_RESET:
    case CMD_RESET_ASSERTIONS:
        return reset(r, kind == CMD_RESET);
    case CMD_DECLARE_CB:
    case CMD_DECLARE_ORACLE_FUN:
    case CMD_DEFINE_CTYPE:
    case CMD_SET_ARCH:
    case CMD_ALLOC:
    case CMD_ORACLE_ASSUME:
    case CMD_ORACLE_CONSTRAINT:
        return parse_box(r, kind);
    case CMD_ECHO:
        return echo(r);
    case CMD_SIMPLIFY:
        return simplify(r);
    case CMD_UNSUPPORTED:
    case CMD_BLOCK_MODEL:
    case CMD_BLOCK_MODEL_VALUES:
        return pass_over(r);
    default: /* commands without arguments */
        return expect(r, TOKEN_CLOSE, "')'");
    }
}
