/* The names of a script: what each symbol means at this point, in scopes that push and pop.
 *
 * Meanings are kept by symbol id. A bank_release that takes symbols away must come after the scopes
 * in which they got their meaning were popped. */
#ifndef TANDEM_SMTLIB_READ_SYMTAB_H
#define TANDEM_SMTLIB_READ_SYMTAB_H

#include "term/core/term.h"

typedef enum symtab_kind {
    SYMTAB_NONE,
    SYMTAB_DECL,        /* id: decl_id; overloads by sort are chained (symtab_next) */
    SYMTAB_TERM,        /* id: a term (let variable, bound variable, :named) */
    SYMTAB_SORT,        /* id: a sort without parameters */
    SYMTAB_SORT_FAMILY, /* a declared sort with parameters: id is their number */
    SYMTAB_SORT_MACRO,  /* define-sort: id into the table's macros */
    SYMTAB_DATATYPE,    /* id: datatype_id (of a parametric one) */
    SYMTAB_ARRAY        /* the built-in Array */
} symtab_kind;

typedef struct symtab symtab;

symtab *symtab_new(term_bank *b);
void symtab_free(symtab *t);
/* Global scopes: as the SMT-LIB commands push and pop. Sorts and functions have separate names. */
void symtab_push(symtab *t);
bool symtab_pop(symtab *t); /* false at the bottom */
void symtab_reset(symtab *t);
size_t symtab_level(const symtab *t);

term_bank *symtab_bank(const symtab *t);

/* A declaration of a name that has one already overloads it. */
void symtab_add_decl(symtab *t, decl_id d);
void symtab_add_term(symtab *t, symbol_id name, term_id term);
void symtab_add_sort(symtab *t, symbol_id name, symtab_kind kind, uint32_t id);
/* A sort abbreviation with parameters (SORT_PARAMETER sorts) and a body over them. */
void symtab_add_sort_macro(symtab *t, symbol_id name, const sort_id *parameters, uint32_t n,
                           sort_id body);

/* What the name means as a function or term (the newest); as a sort. */
symtab_kind symtab_find(const symtab *t, symbol_id name, uint32_t *id);
symtab_kind symtab_find_sort(const symtab *t, symbol_id name, uint32_t *id);
/* The next older declaration of the same name in scope that overloads it, or 0. */
decl_id symtab_next_overload(const symtab *t, decl_id d);
/* The sort named `name` applied to `args`; 0 with bank_error set. */
sort_id symtab_apply_sort(symtab *t, symbol_id name, const sort_id *args, uint32_t n);
/* Whether a sort parameter occurs in the sort. */
bool symtab_sort_is_generic(symtab *t, sort_id s);
/* All declarations in scope, oldest first (for printing a script and for models); those that belong
 * to datatypes are not among them. */
const vec_u32 *symtab_decls(const symtab *t);

#endif
