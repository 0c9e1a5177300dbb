#include "smtlib/read/reader_impl.h"

/* (match t ((pattern body) …)) becomes ite over testers, with the pattern's variables standing for
 * selectors of t.
 *
 * The frame: id: number of variables of the case being read; extra: where its list of constructors
 * begins on the stack of names (one for each case, 0 for a variable). Arguments: t, then the
 * bodies. */
enum { MATCH_SUBJECT, MATCH_CASES, MATCH_BODY, MATCH_DONE };

bool match_wants_syntax(const smt_reader *r, const frame *f)
{
    return f->phase == MATCH_CASES || f->phase == MATCH_DONE ||
           (f->phase == MATCH_SUBJECT && r->args.n > f->args);
}

/* A variable in a pattern; `_` is one that nobody refers to. */
static void bind_pattern_variable(smt_reader *r, frame *f, symbol_id name, term_id meaning)
{
    bind_local(r, name, meaning);
    f->id++;
    r->abbreviations++;
}

/* (C x y): the current token is C. */
static bool constructor_pattern(smt_reader *r, frame *f, term_id subject)
{
    term_bank *b = r->bank;
    if (!token_is_symbol(r))
        return reader_unexpected(r, "a constructor");
    decl_id c = find_constructor(r, term_sort(b, subject), token_symbol(r));
    if (!c)
        return reader_unexpected(r, "a constructor of the sort that is matched");
    vec_push(&r->names, c);
    uint32_t n = decl_arity(b, c), i = 0;
    while (advance(r) != TOKEN_CLOSE) {
        if (!token_is_symbol(r))
            return reader_unexpected(r, "a variable of the pattern");
        if (i < n)
            bind_pattern_variable(r, f, token_symbol(r),
                                  term_app(b, decl_selector(b, c, i), &subject, 1));
        i++;
    }
    if (i != n)
        return reader_fail(r, "constructor '%.200s' has %u field%s, the pattern has %u",
                           symbol_text(b, decl_name(b, c)), n, n == 1 ? "" : "s", i);
    return true;
}

static bool case_pattern(smt_reader *r, frame *f)
{
    term_id subject = r->args.at[f->args];
    if (r->args.n - f->args != r->names.n - f->extra + 1)
        return reader_unexpected(r, "only (pattern term) in the list of match");
    f->id = 0;
    f->phase = MATCH_BODY;
    advance(r);
    if (r->lex.kind == TOKEN_OPEN) {
        advance(r);
        return constructor_pattern(r, f, subject);
    }
    if (!token_is_symbol(r))
        return reader_unexpected(r, "a pattern");
    symbol_id name = token_symbol(r);
    decl_id c = find_constructor(r, term_sort(r->bank, subject), name);
    if (c && decl_arity(r->bank, c))
        return reader_fail(r, "constructor '%.200s' needs its variables: (%.200s …)",
                           symbol_text(r->bank, name), symbol_text(r->bank, name));
    vec_push(&r->names, c);
    if (!c)
        bind_pattern_variable(r, f, name, subject);
    return true;
}

bool match_open(smt_reader *r, frame *f)
{
    if (f->phase == MATCH_DONE)
        return reader_unexpected(r, "')' after the cases of match");
    if (f->phase == MATCH_CASES)
        return case_pattern(r, f);
    if (r->args.n != (size_t)f->args + 1)
        return reader_unexpected(r, "exactly one term to match");
    if (sort_kind_of(r->bank, term_sort(r->bank, vec_last(&r->args))) != SORT_DATATYPE)
        return reader_fail_at(r, f->line, f->column, "match needs a term of a datatype");
    f->phase = MATCH_CASES;
    return true;
}

/* Whether the cases cover every constructor of the subject's sort. */
static bool exhaustive(smt_reader *r, sort_id s, const decl_id *cases, uint32_t n)
{
    uint32_t count = datatype_constructor_count(r->bank, sort_datatype_of(r->bank, s));
    uint32_t covered = 0;
    bool all = false;
    unsigned char *seen = base_alloc_zero(count + 1, 1);
    for (uint32_t i = 0; i < n && !all; i++) {
        all = !cases[i];
        if (all)
            break;
        uint32_t index = decl_constructor_index(r->bank, cases[i]);
        covered += !seen[index];
        seen[index] = 1;
    }
    free(seen);
    return all || covered == count;
}

static term_id build_match(smt_reader *r, const frame *f)
{
    term_bank *b = r->bank;
    const decl_id *cases = r->names.at + f->extra;
    uint32_t n = (uint32_t)r->names.n - f->extra;
    term_id subject = r->args.at[f->args];
    const term_id *bodies = r->args.at + f->args + 1;
    if (!exhaustive(r, term_sort(b, subject), cases, n))
        return reader_fail_at(r, f->line, f->column,
                              "match does not cover all constructors; a variable as the last "
                              "pattern does");
    uint32_t last = 0;
    while (last + 1 < n && cases[last])
        last++;
    term_id t = bodies[last];
    for (uint32_t i = last; i-- > 0;) {
        term_id parts[] = {term_app(b, decl_tester(b, cases[i]), &subject, 1), bodies[i], t};
        t = term_build(b, OP_ITE, NULL, 0, parts, 3);
        if (!t)
            return reader_fail_at(r, f->line, f->column, "the cases of match differ in their sort");
    }
    return t;
}

bool match_close(smt_reader *r, frame *f, term_id *t)
{
    size_t cases = r->names.n - f->extra, terms = r->args.n - f->args;
    switch (f->phase) {
    case MATCH_BODY:
        if (terms != cases + 1)
            return reader_unexpected(r, "exactly one term for a pattern");
        r->abbreviations -= f->id;
        unbind_locals(r, r->locals.n - f->id);
        f->phase = MATCH_CASES;
        return true;
    case MATCH_CASES:
        f->phase = MATCH_DONE;
        return (cases && terms == cases + 1) || reader_unexpected(r, "a case of match");
    case MATCH_DONE:
        if (terms != cases + 1)
            return reader_unexpected(r, "')' after the cases of match");
        *t = build_match(r, f);
        r->names.n = f->extra;
        r->args.n = f->args;
        r->frames.n--;
        return *t != 0;
    default:
        return reader_unexpected(r, "the cases of match");
    }
}
