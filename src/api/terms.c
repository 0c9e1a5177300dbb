/* Sorts and terms of the public API. */
#include "api/context.h"

#include <string.h>

tandem_sort tandem_sort_bool(tandem_context *t)
{
    (void)t;
    return SORT_ID_BOOL;
}

tandem_sort tandem_sort_int(tandem_context *t)
{
    (void)t;
    return SORT_ID_INT;
}

tandem_sort tandem_sort_real(tandem_context *t)
{
    (void)t;
    return SORT_ID_REAL;
}

tandem_sort tandem_sort_string(tandem_context *t)
{
    (void)t;
    return SORT_ID_STRING;
}

tandem_sort tandem_sort_bv(tandem_context *t, uint32_t width)
{
    return api_checked(t, sort_bv(t->bank, width));
}

tandem_sort tandem_sort_fp(tandem_context *t, uint32_t exponent, uint32_t significand)
{
    return api_checked(t, sort_fp(t->bank, exponent, significand));
}

tandem_sort tandem_sort_array(tandem_context *t, tandem_sort index, tandem_sort element)
{
    TANDEM_REQUIRE(index && element);
    return api_checked(t, sort_array(t->bank, index, element));
}

/* Takes over a message of the reader. */
static uint32_t parsed(tandem_context *t, uint32_t result, char *error)
{
    if (!result)
        api_fail(t, "%s", error ? error : "cannot be read");
    free(error);
    return result;
}

tandem_sort tandem_parse_sort(tandem_context *t, const char *text)
{
    session *s = api_session(t);
    if (!s)
        return 0;
    char *error = NULL;
    tandem_sort read = smt_read_sort(session_symtab(s), text, &error);
    return parsed(t, read, error);
}

tandem_term tandem_parse_term(tandem_context *t, const char *text)
{
    session *s = api_session(t);
    if (!s)
        return 0;
    char *error = NULL;
    tandem_term read = smt_read_term(session_symtab(s), text, &error);
    return parsed(t, read, error);
}

tandem_function tandem_declare(tandem_context *t, const char *name, const tandem_sort *domain,
                               size_t n, tandem_sort range)
{
    TANDEM_REQUIRE(range);
    session *s = api_session(t);
    if (!s)
        return 0;
    for (size_t i = 0; i < n; i++)
        TANDEM_REQUIRE(domain[i]);
    decl_id d = decl_new(t->bank, symbol_make(t->bank, name), domain, (uint32_t)n, range);
    symtab_add_decl(session_symtab(s), d);
    return d;
}

tandem_term tandem_constant(tandem_context *t, const char *name, tandem_sort sort)
{
    tandem_function d = tandem_declare(t, name, NULL, 0, sort);
    return d ? api_checked(t, term_app(t->bank, d, NULL, 0)) : 0;
}

tandem_function tandem_find_function(tandem_context *t, const char *name)
{
    session *s = api_session(t);
    uint32_t id;
    if (s && symtab_find(session_symtab(s), symbol_make(t->bank, name), &id) == SYMTAB_DECL)
        return id;
    return s ? api_fail(t, "there is no function '%s'", name) : 0;
}

tandem_term tandem_find(tandem_context *t, const char *name)
{
    session *s = api_session(t);
    if (!s)
        return 0;
    uint32_t id;
    symtab_kind kind = symtab_find(session_symtab(s), symbol_make(t->bank, name), &id);
    if (kind == SYMTAB_TERM)
        return id;
    if (kind == SYMTAB_DECL && decl_arity(t->bank, id) == 0)
        return api_checked(t, term_app(t->bank, id, NULL, 0));
    return api_fail(t, "there is no constant '%s'", name);
}

static void require_terms(const tandem_term *args, size_t n)
{
    for (size_t i = 0; i < n; i++)
        TANDEM_REQUIRE(args[i]);
}

tandem_term tandem_apply(tandem_context *t, tandem_function f, const tandem_term *args, size_t n)
{
    TANDEM_REQUIRE(f);
    require_terms(args, n);
    return api_checked(t, term_app(t->bank, f, args, (uint32_t)n));
}

static term_op find_op(const char *name)
{
    for (int op = OP_NONE + 1; op < OP_COUNT; op++)
        if (*name && !strcmp(term_op_text((term_op)op), name))
            return (term_op)op;
    return OP_NONE;
}

tandem_term tandem_make(tandem_context *t, const char *op, const uint32_t *indices,
                        size_t n_indices, const tandem_term *args, size_t n)
{
    require_terms(args, n);
    term_op found = find_op(op);
    if (found == OP_NONE || term_is_binder(found))
        return api_fail(t, "there is no operator '%s'", op);
    return api_checked(t,
                       term_build(t->bank, found, indices, (uint32_t)n_indices, args, (uint32_t)n));
}

tandem_term tandem_bool(tandem_context *t, bool truth)
{
    (void)t;
    return term_bool(truth);
}

tandem_term tandem_int(tandem_context *t, int64_t number)
{
    return term_const(t->bank, value_int(t->bank, number));
}

tandem_term tandem_bv(tandem_context *t, uint32_t width, uint64_t number)
{
    if (!tandem_sort_bv(t, width))
        return 0;
    return term_const(t->bank, value_bv_u64(t->bank, width, number));
}

tandem_sort tandem_sort_of(tandem_context *t, tandem_term term)
{
    TANDEM_REQUIRE(term);
    return term_sort(t->bank, term);
}

const char *tandem_term_text(tandem_context *t, tandem_term term)
{
    TANDEM_REQUIRE(term);
    strbuf_clear(&t->text);
    smt_print_term(t->bank, term, NULL, &t->text);
    return t->text.text;
}

const char *tandem_sort_text(tandem_context *t, tandem_sort sort)
{
    TANDEM_REQUIRE(sort);
    strbuf_clear(&t->text);
    sort_print(t->bank, sort, &t->text);
    return t->text.text;
}
