/* What is in solvers' models and in no SMT-LIB script: elements of declared sorts, each solver with
 * its own names for them, and algebraic numbers. They are replaced by symbols of our own, so that
 * the ordinary reader can read the rest. */
#ifndef TANDEM_SMTLIB_READ_MODEL_NAMES_H
#define TANDEM_SMTLIB_READ_MODEL_NAMES_H

#include "base/strbuf.h"
#include "smtlib/format/format_tokens.h"
#include "smtlib/read/symtab.h"

/* The names of a model: a private symbol table over what was declared. */
typedef struct model_names {
    term_bank *bank;
    symtab *table;
    vec_u32 sorts;
} model_names;

/* `decls` is what the solver was told; all sorts that occur in it are known by name. */
void model_names_init(model_names *m, term_bank *b, const vec_u32 *decls);
void model_names_free(model_names *m);
/* Appends the tokens first .. last as a term that the reader understands. */
void model_names_rewrite(model_names *m, const format_form *f, uint32_t first, uint32_t last,
                         strbuf *out);
/* z3's (declare-fun U!val!0 () U): makes the name an element of the sort, which is
 * returned; 0 where it is none. */
value_id model_names_declare(model_names *m, const char *name, size_t n, sort_id sort);

/* Helpers over tokens: the symbol of an atom without its bars; the next sibling. */
void model_token_text(const format_form *f, uint32_t i, const char **text, size_t *n);
static inline uint32_t model_token_end(const format_form *f, uint32_t i)
{
    return f->tokens.at[i].kind == FORMAT_OPEN ? f->tokens.at[i].match : i;
}
bool model_token_is(const format_form *f, uint32_t i, const char *text);

#endif
