#include <assert.h>

#include "smtlib/read/reader_impl.h"

static bool refuse_old(smt_reader *r, const builtin *row)
{
    if (!row->old || !r->config.strict)
        return false;
    reader_fail(r, "'%s' is not SMT-LIB 2.7", row->name);
    return true;
}

/* The indices of (_ name …), up to the closing parenthesis. */
static bool parse_indices(smt_reader *r, frame *head)
{
    while (advance(r) != TOKEN_CLOSE) {
        uint64_t number;
        if (!token_index(r, &number))
            return false;
        if (number > UINT32_MAX)
            return reader_fail(r, "the index is too large");
        if (head->indices == UINT8_MAX)
            return reader_fail(r, "too many indices");
        vec_push(&r->indices, (uint32_t)number);
        head->indices++;
    }
    return true;
}

static bool head_is_term(smt_reader *r, frame *head, term_id t)
{
    r->indices.n -= head->indices;
    head->indices = 0;
    head->kind = HEAD_TERM;
    head->id = t;
    if (!t)
        reader_fail_at(r, head->line, head->column, "%s", bank_error(r->bank));
    return t != 0;
}

static bool float_head(smt_reader *r, frame *head, const builtin *row)
{
    if (!parse_indices(r, head))
        return false;
    if (head->indices != 2)
        return reader_fail_at(r, head->line, head->column, "(_ %s exponent significand) is meant",
                              row->name);
    const uint32_t *index = r->indices.at + r->indices.n - 2;
    return head_is_term(r, head, make_float(r, (builtin_float)row->what, index[0], index[1]));
}

/* (_ char #x41), a string; z3's (_ Char 65), one character of a string. */
static bool char_head(smt_reader *r, frame *head, bool character)
{
    uint64_t code = 0;
    advance(r);
    if (r->lex.kind == TOKEN_HEX && r->lex.length <= 8) {
        for (size_t i = 0; i < r->lex.length; i++) {
            unsigned c = (unsigned char)r->lex.text[i];
            code = code << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        }
    } else if (r->lex.kind == TOKEN_HEX) {
        code = UINT64_MAX;
    } else if (!token_index(r, &code)) {
        return false;
    }
    if (code > 0x2ffff)
        return reader_fail(r, "characters end at #x2FFFF");
    if (!expect(r, TOKEN_CLOSE, "')' after the character"))
        return false;
    uint32_t point = (uint32_t)code;
    term_id t = term_const(r->bank, value_string(r->bank, &point, 1));
    if (character)
        r->next_character = t;
    return head_is_term(r, head, t);
}

/* (_ is C), (_ is (C (S …) S)) and (_ update-field f). */
static bool member_head(smt_reader *r, frame *head, head_kind kind)
{
    advance(r);
    head->kind = (uint8_t)kind;
    bool nested = r->lex.kind == TOKEN_OPEN;
    if (nested)
        advance(r);
    if (!token_is_symbol(r))
        return reader_unexpected(r, kind == HEAD_TESTER    ? "a constructor"
                                    : kind == HEAD_UPDATER ? "a selector"
                                                           : "a function");
    head->id = token_symbol(r);
    while (nested && advance(r) != TOKEN_CLOSE) {
        if (!skip_expression(r))
            return false;
    }
    return expect(r, TOKEN_CLOSE, "')'");
}

/* (_ as-array f), as z3 writes it in models: the array x -> f(x). */
static bool as_array_head(smt_reader *r, frame *head)
{
    symbol_id name = expect_symbol(r, "the name of a function");
    if (!name)
        return false;
    symtab_entry e = *symtab_entry_of(r->table, name);
    if (e.kind != SYMTAB_DECL || decl_arity(r->bank, e.id) != 1 ||
        r->table->overloads.at[e.id].generic)
        return reader_fail(r, "'%.200s' is not a function of one argument",
                           symbol_text(r->bank, name));
    term_id x = term_var(r->bank, symbol_make(r->bank, "x"), decl_domain(r->bank, e.id, 0));
    term_id body = term_app(r->bank, e.id, &x, 1);
    return expect(r, TOKEN_CLOSE, "')'") &&
           head_is_term(r, head, term_quantifier(r->bank, OP_LAMBDA, &x, 1, body, NULL, 0));
}

/* (_ fmf.card S n) */
static bool cardinality_head(smt_reader *r, frame *head)
{
    uint64_t most;
    advance(r);
    sort_id s = parse_sort(r);
    if (!s)
        return false;
    advance(r);
    return token_index(r, &most) && expect(r, TOKEN_CLOSE, "')'") &&
           head_is_term(r, head, make_cardinality(r->bank, s, most));
}

static bool is_bv_name(const lexer *x)
{
    if (x->kind != TOKEN_SYMBOL || x->length < 3 || x->text[0] != 'b' || x->text[1] != 'v')
        return false;
    for (size_t i = 2; i < x->length; i++) {
        if (x->text[i] < '0' || x->text[i] > '9')
            return false;
    }
    return true;
}

static bool indexed_head(smt_reader *r, frame *head)
{
    advance(r);
    if (!token_is_symbol(r))
        return reader_unexpected(r, "the name of an indexed function");
    if (is_bv_name(&r->lex)) {
        head->kind = HEAD_TERM;
        head->id = parse_bv_name(r);
        return head->id != 0;
    }
    symbol_id name = token_symbol(r);
    unsigned number = symtab_entry_of(r->table, name)->builtin;
    if (!number)
        return reader_fail(r, "unknown indexed function (_ %.200s …)", symbol_text(r->bank, name));
    const builtin *row = builtin_at(number);
    if (refuse_old(r, row))
        return false;
    switch (row->kind) {
    case BUILTIN_FLOAT:
        return float_head(r, head, row);
    case BUILTIN_CHAR:
        return char_head(r, head, row->old);
    case BUILTIN_IS:
        return member_head(r, head, HEAD_TESTER);
    case BUILTIN_UPDATE:
        return member_head(r, head, HEAD_UPDATER);
    case BUILTIN_AS_ARRAY:
        return as_array_head(r, head);
    case BUILTIN_OP:
        head->kind = HEAD_OP;
        head->id = row->what;
        return parse_indices(r, head);
    case BUILTIN_DERIVED:
        head->kind = HEAD_BUILTIN;
        head->id = number;
        return parse_indices(r, head);
    case BUILTIN_MAP:
        return member_head(r, head, HEAD_MAP);
    case BUILTIN_CARDINALITY:
        return cardinality_head(r, head);
    default:
        return reader_fail(r, "'%s' takes no indices", row->name);
    }
}

/* The rest of (as (_ god_save_me_const |030102|) S), behind the second parenthesis. */
static bool literal_head(smt_reader *r, frame *head)
{
    symbol_id mark = expect_symbol(r, "'_'");
    symbol_id name = mark ? expect_symbol(r, "'god_save_me_const'") : 0;
    if (!name)
        return false;
    if (strcmp(symbol_text(r->bank, mark), "_") ||
        strcmp(symbol_text(r->bank, name), "god_save_me_const"))
        return reader_fail(r, "after 'as' comes a name or (_ god_save_me_const |bytes|)");
    head->id = expect_symbol(r, "the bytes, as |030102|");
    if (!head->id || !expect(r, TOKEN_CLOSE, "')' after the bytes"))
        return false;
    advance(r);
    head->kind = HEAD_ARRAY;
    head->phase = 1;
    head->extra = parse_sort(r);
    return head->extra && expect(r, TOKEN_CLOSE, "')' after the sort");
}

/* (as f S) */
static bool qualified_head(smt_reader *r, frame *head)
{
    if (advance(r) == TOKEN_OPEN)
        return literal_head(r, head);
    if (!token_is_symbol(r))
        return reader_unexpected(r, "a name after 'as'");
    symbol_id name = token_symbol(r);
    const symtab_entry *e = symtab_entry_of(r->table, name);
    bool array = e->builtin && builtin_at(e->builtin)->kind == BUILTIN_CONST &&
                 e->kind == SYMTAB_NONE && !e->term;
    advance(r);
    head->kind = array ? HEAD_ARRAY : HEAD_AS;
    head->id = name;
    head->extra = parse_sort(r);
    return head->extra && expect(r, TOKEN_CLOSE, "')' after the sort");
}

bool parse_compound_head(smt_reader *r, frame *head)
{
    return *r->lex.text == '_' ? indexed_head(r, head) : qualified_head(r, head);
}

/* The row of the reserved word that is the current token, or NULL. */
static const builtin *reserved_word(const smt_reader *r, const symtab_entry *e)
{
    if (!e->builtin || r->lex.kind != TOKEN_SYMBOL)
        return NULL;
    const builtin *row = builtin_at(e->builtin);
    return row->kind >= BUILTIN_UNDERSCORE && row->kind <= BUILTIN_ANNOTATION ? row : NULL;
}

static bool push_frame(smt_reader *r, const frame *f)
{
    vec_push(&r->frames, *f);
    return true;
}

static bool open_reserved(smt_reader *r, frame *f, const builtin *row, term_id *t)
{
    switch (row->kind) {
    case BUILTIN_LET:
        return open_let(r, f);
    case BUILTIN_BINDER:
        f->id = row->what;
        return open_binder(r, f);
    case BUILTIN_MATCH:
        f->kind = FRAME_MATCH;
        f->extra = (uint32_t)r->names.n;
        return push_frame(r, f);
    case BUILTIN_ANNOTATION:
        f->kind = FRAME_ANNOTATION;
        f->extra = (uint32_t)r->patterns.n;
        return push_frame(r, f);
    default: { /* (_ bv7 8), (as nil (List Int)) */
        size_t indices = r->indices.n;
        *t = parse_compound_head(r, f) ? apply_head(r, f, NULL, 0) : 0;
        r->indices.n = indices;
        return *t != 0;
    }
    }
}

/* ((f x) y): the parentheses up to the last one open frames whose function is their first argument. *head
 * is true after "((_" or "((as", whose frame is *f then. */
static bool open_applications(smt_reader *r, frame *f, bool *head)
{
    *head = false;
    while (r->lex.kind == TOKEN_OPEN) {
        frame inner = {.line = r->lex.line, .column = r->lex.column};
        advance(r);
        bool plain = r->lex.kind == TOKEN_SYMBOL;
        *head = plain && ((r->lex.length == 1 && *r->lex.text == '_') ||
                          (r->lex.length == 2 && !memcmp(r->lex.text, "as", 2)));
        if (*head)
            return parse_compound_head(r, f) && push_frame(r, f);
        if (r->config.strict ||
            (!plain && r->lex.kind != TOKEN_QUOTED && r->lex.kind != TOKEN_OPEN))
            return reader_unexpected(r, "'_' or 'as' after \"((\"");
        f->kind = HEAD_APPLY;
        push_frame(r, f);
        inner.args = (uint32_t)r->args.n;
        *f = inner;
    }
    return true;
}

/* A bound function goes before what its name means elsewhere. */
static bool is_local_function(const smt_reader *r, const symtab_entry *e)
{
    return e->term && term_op_of(r->bank, e->term) == OP_VAR &&
           sort_kind_of(r->bank, term_sort(r->bank, e->term)) == SORT_ARRAY;
}

/* The current token opens a term: either a frame is pushed, or *t is a whole term. */
static bool open_term(smt_reader *r, term_id *t)
{
    frame f = {.args = (uint32_t)r->args.n, .line = r->lex.line, .column = r->lex.column};
    bool head;
    advance(r);
    if (!open_applications(r, &f, &head))
        return false;
    if (head)
        return true;
    if (!token_is_symbol(r))
        return reader_unexpected(r, "a function name");
    symbol_id name = token_symbol(r);
    const symtab_entry *e = symtab_entry_of(r->table, name);
    const builtin *row = reserved_word(r, e);
    if (row)
        return open_reserved(r, &f, row, t);
    f.kind = HEAD_SYMBOL;
    f.id = name;
    if (e->builtin && e->kind == SYMTAB_NONE && !is_local_function(r, e)) {
        row = builtin_at(e->builtin);
        if (refuse_old(r, row))
            return false;
        if (row->kind == BUILTIN_OP) {
            f.kind = HEAD_OP;
            f.id = row->what;
        } else {
            f.kind = HEAD_BUILTIN;
            f.id = e->builtin;
        }
    }
    return push_frame(r, &f);
}

/* The current token closes the top frame; *t stays 0 when that does not make a term yet. */
static bool close_term(smt_reader *r, term_id *t)
{
    frame *f = &vec_last(&r->frames);
    switch ((head_kind)f->kind) {
    case FRAME_LET:
        return let_close(r, f, t);
    case FRAME_BINDER:
        return binder_close(r, f, t);
    case FRAME_ANNOTATION:
        return annotation_close(r, f, t);
    case FRAME_PATTERN:
        return pattern_close(r, f);
    case FRAME_MATCH:
        return match_close(r, f, t);
    default: {
        frame done = *f;
        *t = apply_head(r, &done, r->args.at + done.args, (uint32_t)r->args.n - done.args);
        r->frames.n--;
        r->args.n = done.args;
        r->indices.n -= done.indices;
        return *t != 0;
    }
    }
}

/* Whether a function stands where the current token is, also in logics that know no others: the first argument
 * of a filter or map. */
static bool wants_function(const smt_reader *r)
{
    if (!r->frames.n || vec_last(&r->frames).args != r->args.n)
        return false;
    const frame *f = &vec_last(&r->frames);
    if (f->kind == HEAD_OP)
        return f->id == OP_SET_FILTER || f->id == OP_SET_MAP || f->id == OP_BAG_FILTER ||
               f->id == OP_BAG_MAP;
    if (f->kind != HEAD_BUILTIN || builtin_at(f->id)->kind != BUILTIN_DERIVED)
        return false;
    unsigned what = builtin_at(f->id)->what;
    return what == DERIVED_SET_ALL || what == DERIVED_SET_SOME;
}

static term_id symbol_term(smt_reader *r)
{
    symbol_id name = token_symbol(r);
    const symtab_entry *e = symtab_entry_of(r->table, name);
    if (e->term)
        return e->term;
    if (reserved_word(r, e))
        return reader_fail(r, "'%.*s' is a reserved word", (int)r->lex.length, r->lex.text);
    frame f = {.kind = HEAD_SYMBOL, .id = name, .line = r->lex.line, .column = r->lex.column};
    if (e->builtin && refuse_old(r, builtin_at(e->builtin)))
        return 0;
    bool higher_order = r->table->higher_order;
    r->table->higher_order |= wants_function(r);
    term_id t = apply_head(r, &f, NULL, 0);
    r->table->higher_order = higher_order;
    return t;
}

/* An opening parenthesis where a let or match is not looking for a term. */
static bool special_open(smt_reader *r, bool *special)
{
    frame *f = &vec_last(&r->frames);
    *special = true;
    if (f->kind == FRAME_LET && f->phase == LET_LIST)
        return let_open(r, f);
    if (f->kind == FRAME_MATCH && match_wants_syntax(r, f))
        return match_open(r, f);
    *special = false;
    return true;
}

term_id parse_term(smt_reader *r)
{
    assert(!r->frames.n);
    r->outer_name = 0;
    for (;; advance(r)) {
        term_id t = 0;
        bool special = false;
        if (r->lex.kind == TOKEN_KEYWORD && r->frames.n &&
            vec_last(&r->frames).kind == FRAME_ANNOTATION) {
            if (!annotation_attributes(r))
                return 0;
            if (r->lex.kind == TOKEN_OPEN) /* of a pattern */
                continue;
        }
        switch (r->lex.kind) {
        case TOKEN_SYMBOL:
        case TOKEN_QUOTED:
            t = symbol_term(r);
            if (!t)
                return 0;
            break;
        case TOKEN_OPEN:
            if (r->frames.n && vec_last(&r->frames).kind >= FRAME_LET && !special_open(r, &special))
                return 0;
            if (!special && !open_term(r, &t))
                return 0;
            break;
        case TOKEN_CLOSE:
            if (!r->frames.n)
                return reader_unexpected(r, "a term");
            if (!close_term(r, &t))
                return 0;
            break;
        default:
            t = parse_literal(r);
            if (!t)
                return 0;
        }
        if (!t)
            continue;
        r->character = r->next_character;
        r->next_character = 0;
        if (!r->frames.n)
            return t;
        vec_push(&r->args, t);
    }
}
