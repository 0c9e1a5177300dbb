/* Short names, when all steps are done: long or quoted ones become a letter, with a number when
 * letters run out. */
#include <stdio.h>

#include "reduce/formula/reduce_impl.h"
#include "reduce/formula/translate.h"
#include "smtlib/read/lexer.h"
#include "term/core/walk.h"

enum { SHORT_NAME = 2 };

static sort_id same_sort(const void *context, term_bank *b, sort_id s)
{
    return s;
}

static symbol_id new_name(const void *context, symbol_id name)
{
    return (symbol_id)map_get(context, name, name);
}

/* Names that begin with @ are reserved: they mean something to whoever gave them. */
static bool stays(const term_bank *b, symbol_id s)
{
    if (symbol_text(b, s)[0] == '@')
        return true;
    return symbol_length(b, s) <= SHORT_NAME &&
           lexer_is_simple_symbol(symbol_text(b, s), symbol_length(b, s));
}

/* A letter of `letters`, or the first with a number: not in use, and not given away before. */
static symbol_id short_name(reducer *r, const char *letters, map *given)
{
    char text[16];
    bool is_new;
    for (unsigned i = 0;; i++) {
        size_t n = strlen(letters);
        if (i < n)
            snprintf(text, sizeof text, "%c", letters[i]);
        else
            snprintf(text, sizeof text, "%c%zu", letters[0], i - n);
        symbol_id s = symbol_make(r->b, text);
        if (!reduce_name_is_free(r, s))
            continue;
        map_insert(given, s, &is_new);
        if (is_new)
            return s;
    }
}

static void rename_one(reducer *r, symbol_id name, const char *letters, map *names, map *given)
{
    if (!stays(r->b, name) && !map_find(names, name))
        map_put(names, name, short_name(r, letters, given));
}

static bool build_renamed(reducer *r, void *context, size_t i, formula *candidate)
{
    term_vec order = {0};
    map names = {0}, given = {0};
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t j = 0; j < order.n; j++) {
        term_id t = order.at[j];
        if (term_op_of(r->b, t) == OP_VAR)
            rename_one(r, term_symbol(r->b, t), "xyzuvw", &names, &given);
        else if (term_op_of(r->b, t) == OP_APP &&
                 decl_kind_of(r->b, term_decl(r->b, t)) == DECL_FREE)
            rename_one(r, decl_name(r->b, term_decl(r->b, t)),
                       term_arity(r->b, t) ? "fgh" : "abcdpqrs", &names, &given);
    }
    translation how = {same_sort, new_name, &names};
    bool good = names.count && translate_formula(r->b, &r->now, &how, candidate);
    vec_free(&order);
    map_free(&names);
    map_free(&given);
    return good;
}

bool reduce_names(reducer *r)
{
    return reduce_one(r, build_renamed, NULL, true);
}
