/* The names that a script need not declare: operators, constants, sorts and commands.
 *
 * One table from spellings to meanings, older spellings included. It is installed in a new symbol
 * table, so that the reader finds a built-in where it finds everything else: by symbol id. */
#ifndef TANDEM_SMTLIB_READ_BUILTINS_H
#define TANDEM_SMTLIB_READ_BUILTINS_H

#include "smtlib/read/symtab.h"

typedef enum builtin_kind {
    BUILTIN_NONE,
    BUILTIN_OP, /* what: term_op */
    /* reserved words */
    BUILTIN_UNDERSCORE,
    BUILTIN_AS,
    BUILTIN_LET,
    BUILTIN_BINDER, /* what: OP_FORALL, OP_EXISTS or OP_LAMBDA */
    BUILTIN_MATCH,
    BUILTIN_ANNOTATION,
    /* only behind an underscore */
    BUILTIN_FLOAT, /* what: builtin_float */
    BUILTIN_CHAR,
    BUILTIN_IS,
    BUILTIN_UPDATE,
    BUILTIN_AS_ARRAY,
    /* (as const S) */
    BUILTIN_CONST,
    /* constants that are terms at once; what: fp_rounding, or the truth value */
    BUILTIN_ROUNDING,
    BUILTIN_TRUTH,
    /* written with other operators; what: builtin_derived */
    BUILTIN_DERIVED,
    /* (as seq.empty S); what: sort_kind, SORT_NONE for set.universe */
    BUILTIN_EMPTY,
    /* (_ map f) */
    BUILTIN_MAP,
    /* (_ fmf.card S n) */
    BUILTIN_CARDINALITY,
} builtin_kind;

typedef enum builtin_float {
    FLOAT_PLUS_INF,
    FLOAT_MINUS_INF,
    FLOAT_PLUS_ZERO,
    FLOAT_MINUS_ZERO,
    FLOAT_NAN
} builtin_float;
typedef enum builtin_derived {
    DERIVED_REDOR,
    DERIVED_REDAND,
    DERIVED_UMUL_FITS,
    DERIVED_SMUL_NOT_OVER,
    DERIVED_SMUL_NOT_UNDER,
    DERIVED_ROTATE_LEFT,
    DERIVED_ROTATE_RIGHT,
    DERIVED_BVULTBV,
    DERIVED_BVSLTBV,
    DERIVED_BVITE,
    /* of the path-condition dialect */
    DERIVED_BOOL_TO_BV,
    DERIVED_BV_TO_BOOL,
    DERIVED_ENSURE_INDEX,
    DERIVED_EQRANGE,
    /* functions as values */
    DERIVED_APPLY,
    /* tuples */
    DERIVED_TUPLE,
    DERIVED_TUPLE_SELECT,
    DERIVED_TUPLE_UPDATE,
    DERIVED_TUPLE_PROJECT,
    /* sets and bags */
    DERIVED_SET_INSERT,
    DERIVED_SET_IS_EMPTY,
    DERIVED_SET_IS_SINGLETON,
    DERIVED_SET_ALL,
    DERIVED_SET_SOME,
    DERIVED_PROJECT_ALL,
    DERIVED_BAG_MEMBER
} builtin_derived;

typedef struct builtin {
    const char *name;
    builtin_kind kind;
    unsigned what;
    bool old; /* not a spelling of SMT-LIB 2.7 */
} builtin;

void builtins_install(symtab *t);
/* By the number in the symbol's entry, which is not 0. */
const builtin *builtin_at(unsigned number);

#endif
