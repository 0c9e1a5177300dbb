/* C interfaces that are more than numbers and texts: structs, several results, errno, wide numbers, streams.
 *
 * A box only takes and gives what one machine word or one buffer holds. A declaration with a C prototype,
 *
 *     (declare-cb f (S …) T :c "double frexp(double, out int *)")
 *
 * is taken apart: datatypes with one constructor are their fields, and for each field of the result there is a C
 * function of ours (a *shim*), which puts the parameters together, calls the function and picks one result. Shims are
 * boxes like any other; that f is a term over them is for the caller to say. docs/oracles.md has the language. */
#ifndef TANDEM_BOX_BIND_NATIVE_H
#define TANDEM_BOX_BIND_NATIVE_H

#include "base/vec.h"
#include "term/core/decl.h"

typedef enum native_role { NATIVE_IN, NATIVE_OUT, NATIVE_BOTH, NATIVE_FIXED } native_role;

typedef struct native_parameter {
    native_role role;
    char *type;  /* without qualifiers; of NATIVE_FIXED: the expression */
    char *count; /* of an array: what stands between the brackets; else NULL */
} native_parameter;

typedef struct native_prototype {
    char *result; /* its type, without qualifiers; NULL: void */
    char *function;
    VEC(native_parameter) parameters;
    bool error_number; /* errno is the last result */
} native_prototype;

/* False with *error set (caller frees). The prototype is to be freed in any case. */
bool native_read(const char *text, native_prototype *p, char **error);
void native_free(native_prototype *p);

enum { NATIVE_MOST = 60 }; /* fields of all arguments, or of the result */

/* The fields of a sort, those of fields in their place; another sort is its own field. False when there are too many,
 * or the datatype has several constructors. */
bool native_fields(term_bank *b, sort_id s, vec_u32 *fields);
/* The C name of the shim of result field number `i`. */
#define NATIVE_SHIM "tandem_shim_%zu"

typedef struct native_context {
    const char *source; /* C text before the shims; may be NULL */
    const char *const *headers;
    uint32_t n_headers;
    bool undeclared; /* neither source nor headers declare the function: the prototype does */
} native_context;

/* Whether the prototype says all types that a declaration in C needs: none is that of an expression. */
bool native_declares(const native_prototype *p);

/* The C text with a shim for each field of the result of `f`; NULL with *error set. Both are the caller's. */
char *native_shims(term_bank *b, decl_id f, const native_prototype *p, const native_context *given,
                   char **error);

#endif
