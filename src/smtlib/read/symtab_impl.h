/* The inside of the symbol table, for the reader: what a symbol means is one array access away.
 * Not for anyone else. */
#ifndef TANDEM_SMTLIB_READ_SYMTAB_IMPL_H
#define TANDEM_SMTLIB_READ_SYMTAB_IMPL_H

#include "smtlib/read/symtab.h"

typedef struct symtab_entry {
    term_id term;  /* what the bare name stands for, if that is known without looking further */
    uint32_t id;   /* the newest global meaning: see `kind` */
    uint32_t sort; /* the same among sorts: see `sort_kind` */
    uint32_t kind : 4, sort_kind : 4, command : 8, builtin : 16;
} symtab_entry;

typedef struct symtab_overload {
    decl_id next;
    bool generic; /* its sorts have parameters: applications are instances */
} symtab_overload;

typedef struct symtab_macro {
    uint32_t first, count; /* of its parameters, in macro_parameters */
    sort_id body;
} symtab_macro;

/* One change of an entry, with what was there before. */
typedef struct symtab_change {
    symbol_id symbol;
    symtab_entry before;
    bool listed; /* a declaration was added to `decls` */
    bool term; /* `term` was changed too; else it is the reader's, who may have bound it locally */
} symtab_change;

struct symtab {
    term_bank *bank;
    VEC(symtab_entry) entries;      /* by symbol id */
    VEC(symtab_overload) overloads; /* by decl id */
    VEC(symtab_macro) macros;
    vec_u32 macro_parameters;
    VEC(symtab_change) trail;
    vec_u32 scopes; /* length of the trail at each push */
    vec_u32 decls;
    VEC(unsigned char) sort_facts; /* by sort id: 0 not yet known, else one of SORT_… below */
    /* How the script wants to be read. */
    bool global_declarations;
    bool numerals_are_real;
    bool higher_order;      /* functions are values */
    bool casts;             /* a model: arrays stand for sets and bags */
    bool backslash_escapes; /* SMT-LIB 2.0 */
};

/* The entry of a symbol; pointers do not survive the interning of further symbols. */
symtab_entry *symtab_grow(symtab *t, symbol_id name);
static inline symtab_entry *symtab_entry_of(symtab *t, symbol_id name)
{
    return name < t->entries.n ? &t->entries.at[name] : symtab_grow(t, name);
}

/* Undoing what a failed command did: everything since `mark`, a former length of the trail. */
static inline size_t symtab_mark(const symtab *t)
{
    return t->trail.n;
}
void symtab_undo(symtab *t, size_t mark);
/* A constructor or selector: found by name, but not listed by symtab_decls. */
void symtab_add_member(symtab *t, decl_id d);
/* Forgets how the script wants to be read. */
void symtab_reset_modes(symtab *t);

#endif
