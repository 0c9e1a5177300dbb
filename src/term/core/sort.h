/* Sorts: built-in, declared, and algebraic datatypes. Hash-consed in the bank. */
#ifndef TANDEM_TERM_CORE_SORT_H
#define TANDEM_TERM_CORE_SORT_H

#include "term/core/bank.h"

typedef enum sort_kind {
    SORT_NONE,
    SORT_BOOL,
    SORT_INT,
    SORT_REAL,
    SORT_STRING,
    SORT_REGLAN,
    SORT_ROUNDING_MODE,
    SORT_BV,        /* width */
    SORT_FP,        /* exponent bits, significand bits (with the hidden one) */
    SORT_ARRAY,     /* index, element */
    SORT_DECLARED,  /* name, parameters */
    SORT_DATATYPE,  /* datatype, parameters */
    SORT_PARAMETER, /* a sort variable inside a parametric declaration: its symbol */
    SORT_SEQ,       /* element; the three are sorts with one parameter and no name */
    SORT_SET,       /* element: finite sets */
    SORT_BAG        /* element: finite, with multiplicities */
} sort_kind;

/* The same ids in every bank. */
enum { SORT_ID_BOOL = 1, SORT_ID_INT, SORT_ID_REAL, SORT_ID_STRING, SORT_ID_REGLAN, SORT_ID_RM };

sort_id sort_bv(term_bank *b, uint64_t width);
sort_id sort_fp(term_bank *b, uint64_t exponent, uint64_t significand);
sort_id sort_array(term_bank *b, sort_id index, sort_id element);
/* kind: SORT_SEQ, SORT_SET or SORT_BAG. */
sort_id sort_collection(term_bank *b, sort_kind kind, sort_id element);
/* (Tuple S …): a datatype with one constructor `tuple` and selectors tuple.select0, tuple.select1, …
 * made on demand; of no sorts it is the unit tuple. Fails beyond 64 sorts. */
sort_id sort_tuple(term_bank *b, const sort_id *sorts, uint32_t n);
sort_id sort_declared(term_bank *b, symbol_id name, const sort_id *parameters, uint32_t n);
sort_id sort_parameter(term_bank *b, symbol_id name);

sort_kind sort_kind_of(const term_bank *b, sort_id s);
uint32_t sort_bv_width(const term_bank *b, sort_id s);
uint32_t sort_fp_exponent(const term_bank *b, sort_id s);
uint32_t sort_fp_significand(const term_bank *b, sort_id s);
sort_id sort_array_index(const term_bank *b, sort_id s);
sort_id sort_array_element(const term_bank *b, sort_id s);
static inline bool sort_is_collection(sort_kind kind)
{
    return kind == SORT_SEQ || kind == SORT_SET || kind == SORT_BAG;
}
/* Of a sequence, set or bag. */
sort_id sort_element(const term_bank *b, sort_id s);
bool sort_is_tuple(const term_bank *b, sort_id s);
/* A set of tuples. */
bool sort_is_relation(const term_bank *b, sort_id s);
/* Name of a declared sort, a datatype or a parameter. */
symbol_id sort_name(const term_bank *b, sort_id s);
/* Sort parameters of a declared sort or datatype instance, the element of a collection. */
uint32_t sort_parameter_count(const term_bank *b, sort_id s);
sort_id sort_parameter_at(const term_bank *b, sort_id s, uint32_t i);
/* `s` with parameters[i] (SORT_PARAMETER sorts) replaced by arguments[i]. */
sort_id sort_substitute(term_bank *b, sort_id s, const sort_id *parameters,
                        const sort_id *arguments, uint32_t n);
/* Number of elements if that is at most `limit`, else 0 (unbounded, large or unknown). */
uint64_t sort_cardinality(term_bank *b, sort_id s, uint64_t limit);
/* Appends the SMT-LIB text of the sort. */
struct strbuf;
void sort_print(const term_bank *b, sort_id s, struct strbuf *out);

/* Datatypes. A family of mutually recursive ones is declared in two steps: first the names with
 * their sort parameters (so that selectors can refer to them), then the constructors. */
typedef uint32_t datatype_id;
datatype_id datatype_declare(term_bank *b, symbol_id name, const sort_id *parameters, uint32_t n);
/* The sort of the datatype applied to `n` arguments. */
sort_id sort_datatype(term_bank *b, datatype_id d, const sort_id *arguments, uint32_t n);
/* The datatype applied to its own sort parameters: its constructors are the declared ones. */
sort_id datatype_sort(term_bank *b, datatype_id d);
/* Adds a constructor. Selector sorts may mention the parameters and the family's sorts. */
void datatype_add_constructor(term_bank *b, datatype_id d, symbol_id name,
                              const symbol_id *selectors, const sort_id *sorts, uint32_t n);
/* After the last constructor of the whole family; fails if a sort would be empty. */
bool datatype_finish(term_bank *b, const datatype_id *family, uint32_t n);

datatype_id sort_datatype_of(const term_bank *b, sort_id s);
uint32_t datatype_constructor_count(const term_bank *b, datatype_id d);
/* The constructor declarations of one instance (made on demand; see decl.h). */
decl_id sort_constructor(term_bank *b, sort_id s, uint32_t i);

#endif
