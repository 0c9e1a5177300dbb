/* Short names, when all steps are done: long or quoted ones become a letter, with a number when
 * letters run out. */
#include <stdio.h>

#include "reduce/reduce_impl.h"
#include "reduce/translate.h"
#include "smtlib/lexer.h"
#include "term/walk.h"

enum { SHORT_NAME = 2 };

static sort_id same_sort(const void *context, term_bank *b, sort_id s)
{
    return s;
}

static symbol_id new_name(const void *context, symbol_id name)
{
    return (symbol_id)map_get(context, name, name);
}

static bool is_short(const term_bank *b, symbol_id s)
{
    return symbol_length(b, s) <= SHORT_NAME &&
           lexer_is_simple_symbol(symbol_text(b, s), symbol_length(b, s));
}

/* A name that stands nowhere in the bank: a letter of `letters`, or the first with a number. */
static symbol_id short_name(term_bank *b, const char *letters)
{
    char text[16];
    for (unsigned i = 0;; i++) {
        uint32_t known = bank_mark(b).symbols;
        size_t n = strlen(letters);
        if (i < n)
            snprintf(text, sizeof text, "%c", letters[i]);
        else
            snprintf(text, sizeof text, "%c%zu", letters[0], i - n);
        symbol_id s = symbol_make(b, text);
        if (bank_mark(b).symbols != known)
            return s;
    }
}

static void rename_one(reducer *r, symbol_id name, const char *letters, map *names)
{
    if (!is_short(r->b, name) && !map_find(names, name))
        map_put(names, name, short_name(r->b, letters));
}

bool reduce_names(reducer *r)
{
    term_vec order = {0};
    map names = {0};
    reduce_begin(r);
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_op_of(r->b, t) == OP_VAR)
            rename_one(r, term_symbol(r->b, t), "xyzuvw", &names);
        else if (term_op_of(r->b, t) == OP_APP &&
                 decl_kind_of(r->b, term_decl(r->b, t)) == DECL_FREE)
            rename_one(r, decl_name(r->b, term_decl(r->b, t)),
                       term_arity(r->b, t) ? "fgh" : "abcdpqrs", &names);
    }
    translation how = {same_sort, new_name, &names};
    formula candidate;
    bool changed = names.count && translate_formula(r->b, &r->now, &how, &candidate);
    if (changed)
        changed = reduce_offer(r, &candidate, true);
    else
        bank_release(r->b, &r->mark);
    vec_free(&order);
    map_free(&names);
    return changed;
}
