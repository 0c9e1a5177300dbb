/* Inside of calls of opaque code that is given addresses (buffers.c). */
#ifndef TANDEM_PROGRAM_OPAQUE_BUFFERS_IMPL_H
#define TANDEM_PROGRAM_OPAQUE_BUFFERS_IMPL_H

#include "program/read_impl.h"

enum { MAX_POINTERS = 8 };

/* One scalar of the memory that is seen. */
typedef struct seen_scalar {
    uint64_t offset; /* in its object */
    uint32_t leaf;
    uint64_t flat; /* element */
    LLVMTypeRef type;
    uint32_t object; /* of the view: its number */
} seen_scalar;

typedef struct seen_object {
    uint32_t object;
    bool written;
} seen_object;

typedef struct seen_pointer {
    uint32_t object;    /* of the view */
    uint64_t offset;    /* of the first element */
    uint64_t stride;    /* bytes of one element */
    term_id index;      /* 0: there is none */
    uint32_t parameter; /* of the wrapper: the index */
    bool null;          /* no pointer at all */
} seen_pointer;

/* An array that a returned address may point into. */
typedef struct seen_return {
    uint32_t object; /* of the view */
    uint64_t offset, stride, n;
    ir_place place; /* of an element */
} seen_return;

/* What one call sees. */
typedef struct view {
    LLVMValueRef call, callee;
    seen_object objects[MAX_POINTERS];
    uint32_t n_objects;
    seen_pointer pointers[IR_MAX_PARAMETERS]; /* of each argument that is one */
    VEC(seen_scalar) scalars;
    uint32_t first; /* parameter of the wrapper: the first scalar */
    seen_return returns[IR_MAX_TARGETS - 1];
    uint32_t n_returns;
    ir_use use;
    strbuf shape;
} view;

/* Which of the results a wrapper gives. */
typedef enum wrapper_result {
    WRAPPER_RETURNED, /* what the function returns */
    WRAPPER_ADDRESS, /* the same as a number: 0 for nothing, else where it points (ir_returned_code) */
    WRAPPER_SCALAR /* a scalar of the memory afterwards */
} wrapper_result;

/* The number of an address that points at the first element of the k-th array that may be returned. */
static inline uint64_t ir_returned_code(uint32_t k)
{
    return ((uint64_t)k << 32) + 1;
}

/* Makes the function `symbol` in the module: of all scalars, one result. */
void ir_wrapper_add(ir_reader *r, const view *v, wrapper_result kind, const seen_scalar *scalar,
                    const char *symbol);

#endif
