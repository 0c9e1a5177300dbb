/* Copies with names of their own: terms, with the sorts, datatypes, declarations, definitions and
 * bound variables that they use, and models of them. Two formulas that use the same names can then
 * stand in one script, and share nothing but built-in sorts; and a term of the one can be put
 * anywhere in the other without being captured. */
#ifndef TANDEM_FUSE_SEEDS_RENAME_H
#define TANDEM_FUSE_SEEDS_RENAME_H

#include "base/map.h"
#include "term/core/term.h"
#include "term/value/model.h"

typedef struct renamer {
    term_bank *bank;
    const char *suffix; /* what is added to names; the caller's */
    map sorts, datatypes, decls, values, terms;
    vec_u32 bodies; /* pairs: definitions whose copies still need a body */
} renamer;

/* `suffix` must make new names: no symbol of the bank, with it, is another symbol of the bank. */
void renamer_init(renamer *r, term_bank *b, const char *suffix);
void renamer_free(renamer *r);

sort_id renamer_sort(renamer *r, sort_id s);
decl_id renamer_decl(renamer *r, decl_id d);
value_id renamer_value(renamer *r, value_id v);
term_id renamer_term(renamer *r, term_id t);
/* Adds the copy of a model; `to` belongs to the same bank. */
void renamer_model(renamer *r, const term_model *from, term_model *to);

/* A suffix for all symbols that the bank has now, as renamer_init wants it; the caller frees. */
char *renamer_suffix(term_bank *b);

#endif
