/* Inside of the translator: its memory, and the files that know one kind of thing each. */
#ifndef TANDEM_ENGINE_Z3_Z3_TRANSLATE_IMPL_H
#define TANDEM_ENGINE_Z3_Z3_TRANSLATE_IMPL_H

#include "engine/z3/z3_names.h"
#include "engine/z3/z3_translate.h"

typedef enum z3_memo_kind { MEMO_TERM, MEMO_VALUE, MEMO_SORT, MEMO_DECL, MEMO_KINDS } z3_memo_kind;

typedef struct z3_undo {
    z3_memo_kind kind;
    uint32_t id;
} z3_undo;

typedef struct z3_level {
    size_t undos, kept, elements;
} z3_level;

/* Operators that libz3's C interface has no function for: taken from parsed text. */
typedef enum z3_extra {
    EXTRA_REPLACE_ALL,
    EXTRA_REPLACE_RE,
    EXTRA_REPLACE_RE_ALL,
    EXTRA_IS_DIGIT,
    EXTRA_TO_CODE,
    EXTRA_FROM_CODE,
    EXTRA_DIFF,
    EXTRA_ALLCHAR,
    EXTRA_COUNT
} z3_extra;

struct z3_translator {
    term_bank *bank;
    Z3_context context;
    z3_ast_vec memo[MEMO_KINDS]; /* by id */
    z3_ast_vec kept;             /* everything we hold a reference to */
    VEC(z3_undo) undos;
    VEC(z3_level) levels;
    z3_ast_vec facts;
    vec_u32 elements; /* values of declared sorts that were translated */
    z3_names names;
    Z3_func_decl extra[EXTRA_COUNT];
    strbuf error;
};

/* Takes a reference that lasts as long as the current scope. NULL stays NULL. */
Z3_ast z3t_keep(z3_translator *z, Z3_ast a);
Z3_ast z3t_find(const z3_translator *z, z3_memo_kind kind, uint32_t id);
void z3t_remember(z3_translator *z, z3_memo_kind kind, uint32_t id, Z3_ast a);
/* Records a message, unless there is one; returns NULL. */
void *z3t_fail(z3_translator *z, const char *format, ...) __attribute__((format(printf, 2, 3)));

Z3_sort z3t_sort(z3_translator *z, sort_id s);
/* Makes the sort and the functions of a datatype, with all datatypes in its fields. */
bool z3t_datatypes(z3_translator *z, sort_id s);
/* Free and recursive functions, constructors, selectors, testers. */
Z3_func_decl z3t_decl(z3_translator *z, decl_id d);
/* Application of any declaration. */
Z3_ast z3t_apply(z3_translator *z, decl_id d, const Z3_ast *args, unsigned n);
Z3_ast z3t_value(z3_translator *z, value_id v);
/* The node `t`, whose arguments are `args`; for an operator, not for leaves and binders. */
Z3_ast z3t_operator(z3_translator *z, term_id t, const Z3_ast *args, unsigned n);
/* One operator at arguments, without a term: for values that are regular expressions. */
Z3_ast z3t_make(z3_translator *z, term_op op, const uint32_t *indices, sort_id sort,
                const Z3_ast *args, unsigned n);
Z3_ast z3t_bv_overflow(z3_translator *z, term_op op, const Z3_ast *args);
Z3_ast z3t_string_operator(z3_translator *z, term_op op, const uint32_t *indices,
                           const Z3_ast *args, unsigned n);
/* z3_collections.c: sequences as libz3 has them; sets as arrays of Bool, bags as arrays of Int. */
Z3_sort z3t_collection_sort(z3_translator *z, sort_kind kind, Z3_sort element);
Z3_ast z3t_collection_value(z3_translator *z, value_id v);
Z3_ast z3t_collection_operator(z3_translator *z, term_op op, sort_id sort, const sort_id *sorts,
                               const Z3_ast *args, unsigned n);
/* Facts about a constant of such a sort that an array need not have: it is finite. */
void z3t_bound_collection(z3_translator *z, sort_id sort, Z3_func_decl constant);
/* A function of libz3 that stands for an operator at these sorts. */
Z3_ast z3t_stand_in(z3_translator *z, term_op op, sort_id sort, const Z3_ast *args, unsigned n);
/* z3_relations.c */
Z3_ast z3t_relation_operator(z3_translator *z, term_op op, sort_id sort, const sort_id *sorts,
                             const Z3_ast *args);
/* λx. body, where `body` has the constant x. */
Z3_ast z3t_lambda(z3_translator *z, Z3_ast x, Z3_ast body);
Z3_ast z3t_fresh(z3_translator *z, Z3_sort sort);
/* z3_numbers.c: ^, iand, transcendental functions */
Z3_ast z3t_number_operator(z3_translator *z, term_op op, const uint32_t *indices, sort_id sort,
                           const Z3_ast *args);
Z3_ast z3t_string_literal(z3_translator *z, const uint32_t *code_points, size_t n);

#endif
