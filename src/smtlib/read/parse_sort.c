#include "smtlib/read/reader_impl.h"

static sort_id unknown_sort(smt_reader *r, symbol_id name)
{
    symbol_id near = reader_suggest(r, name, true);
    if (near)
        return reader_fail(r, "unknown sort '%.200s'; did you mean '%.200s'?",
                           symbol_text(r->bank, name), symbol_text(r->bank, near));
    return reader_fail(r, "unknown sort '%.200s'", symbol_text(r->bank, name));
}

/* The sort of a family's datatype, whose parameters need not be written in the old form. */
static sort_id family_sort(smt_reader *r, symbol_id name)
{
    for (size_t i = 0; i < r->family.n; i++) {
        if (r->family.at[i].name == name)
            return sort_datatype(r->bank, r->family.at[i].datatype, r->family_parameters.at,
                                 (uint32_t)r->family_parameters.n);
    }
    datatype_id d =
        datatype_declare(r->bank, name, r->family_parameters.at, (uint32_t)r->family_parameters.n);
    struct family_member m = {.name = name, .datatype = d};
    vec_push(&r->family, m);
    return sort_datatype(r->bank, d, r->family_parameters.at, (uint32_t)r->family_parameters.n);
}

/* (-> A B C): functions are arrays of arrays. */
static sort_id function_sort(term_bank *b, const sort_id *args, uint32_t n)
{
    if (n < 2)
        return bank_fail(b, "a sort of functions takes at least 2 arguments, not %u", n);
    sort_id s = args[n - 1];
    for (uint32_t i = n - 1; i-- > 0;)
        s = sort_array(b, args[i], s);
    return s;
}

static sort_id tuples_in(term_bank *b, sort_kind kind, const sort_id *args, uint32_t n)
{
    sort_id tuple = sort_tuple(b, args, n);
    return tuple ? sort_collection(b, kind, tuple) : 0;
}

/* Sorts of cvc5 and z3 that a script may also declare itself, under the same names. *known is false for
 * any other name; 0 with bank_error set. */
static sort_id extension_sort(term_bank *b, const char *name, const sort_id *args, uint32_t n,
                              bool *known)
{
    static const struct {
        const char *name;
        sort_kind kind;
    } collections[] = {{"Seq", SORT_SEQ}, {"Set", SORT_SET}, {"Bag", SORT_BAG}};
    *known = true;
    for (size_t i = 0; i < sizeof collections / sizeof *collections; i++)
        if (!strcmp(name, collections[i].name))
            return n == 1 ? sort_collection(b, collections[i].kind, args[0])
                          : bank_fail(b, "sort '%s' takes 1 argument, not %u", name, n);
    if (!strcmp(name, "->"))
        return function_sort(b, args, n);
    if (!strcmp(name, "Tuple") || (!strcmp(name, "UnitTuple") && !n))
        return sort_tuple(b, args, n);
    if (!strcmp(name, "Relation"))
        return tuples_in(b, SORT_SET, args, n);
    if (!strcmp(name, "Table"))
        return tuples_in(b, SORT_BAG, args, n);
    *known = false;
    return 0;
}

static sort_id apply_sort(smt_reader *r, symbol_id name, const sort_id *args, uint32_t n,
                          uint32_t line, uint32_t column)
{
    uint32_t id;
    symtab_kind kind = symtab_find_sort(r->table, name, &id);
    /* A file that calls its logic real and uses Int nevertheless means its numerals as Int. */
    if (kind == SYMTAB_SORT && id == SORT_ID_INT)
        r->table->numerals_are_real = false;
    if (r->in_old_family && (kind == SYMTAB_NONE || kind == SYMTAB_DATATYPE)) {
        bool own = kind == SYMTAB_NONE;
        for (size_t i = 0; i < r->family.n && !own; i++)
            own = r->family.at[i].name == name;
        if (own && (!n || n == r->family_parameters.n))
            return n ? sort_substitute(r->bank, family_sort(r, name), r->family_parameters.at, args,
                                       n)
                     : family_sort(r, name);
    }
    sort_id s;
    if (kind == SYMTAB_NONE && !r->config.strict) {
        bool known;
        s = extension_sort(r->bank, symbol_text(r->bank, name), args, n, &known);
        if (known)
            return s ? s : reader_fail_at(r, line, column, "%s", bank_error(r->bank));
    }
    if (kind == SYMTAB_NONE)
        return unknown_sort(r, name);
    s = symtab_apply_sort(r->table, name, args, n);
    return s ? s : reader_fail_at(r, line, column, "%s", bank_error(r->bank));
}

/* The current token is the underscore of (_ BitVec n) or (_ FloatingPoint e s). */
static sort_id indexed_sort(smt_reader *r)
{
    uint32_t line = r->lex.line, column = r->lex.column;
    symbol_id name = expect_symbol(r, "the name of an indexed sort");
    if (!name)
        return 0;
    uint64_t index[2];
    unsigned n = 0;
    while (advance(r) != TOKEN_CLOSE) {
        uint64_t number;
        if (!token_index(r, &number))
            return 0;
        if (n < 2)
            index[n] = number;
        n++;
    }
    const char *text = symbol_text(r->bank, name);
    sort_id s = 0;
    if (!strcmp(text, "BitVec") && n == 1)
        s = sort_bv(r->bank, index[0]);
    else if (!strcmp(text, "FloatingPoint") && n == 2)
        s = sort_fp(r->bank, index[0], index[1]);
    else
        return reader_fail_at(r, line, column,
                              "unknown sort (_ %.200s …) with %u ind%s; (_ BitVec width) and (_ "
                              "FloatingPoint exponent significand) exist",
                              text, n, n == 1 ? "ex" : "ices");
    return s ? s : reader_fail_at(r, line, column, "%s", bank_error(r->bank));
}

/* An opening parenthesis: a whole indexed sort, or a frame for a sort with arguments (then *done is
 * false). */
static sort_id open_sort(smt_reader *r, bool *done)
{
    frame f = {.line = r->lex.line, .column = r->lex.column, .args = (uint32_t)r->sorts.n};
    *done = true;
    advance(r);
    if (!token_is_symbol(r))
        return reader_unexpected(r, "the name of a sort");
    if (r->lex.kind == TOKEN_SYMBOL && r->lex.length == 1 && *r->lex.text == '_')
        return indexed_sort(r);
    f.id = token_symbol(r);
    vec_push(&r->sort_frames, f);
    *done = false;
    return 0;
}

sort_id parse_sort(smt_reader *r)
{
    size_t bottom = r->sort_frames.n;
    for (;; advance(r)) {
        sort_id s;
        bool done = true;
        if (r->lex.kind == TOKEN_OPEN) {
            s = open_sort(r, &done);
        } else if (r->lex.kind == TOKEN_CLOSE && r->sort_frames.n > bottom) {
            frame f = vec_pop(&r->sort_frames);
            s = apply_sort(r, f.id, r->sorts.at + f.args, (uint32_t)r->sorts.n - f.args, f.line,
                           f.column);
            r->sorts.n = f.args;
        } else if (token_is_symbol(r)) {
            s = apply_sort(r, token_symbol(r), NULL, 0, r->lex.line, r->lex.column);
        } else {
            return reader_unexpected(r, "a sort");
        }
        if (!done)
            continue;
        if (!s)
            return 0;
        if (r->sort_frames.n == bottom)
            return s;
        vec_push(&r->sorts, s);
    }
}
