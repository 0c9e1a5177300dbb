/* Objects in memory and what addresses point at, before any value is known.
 *
 * An object is a local or global variable. Its scalars are leaves, in the order of the type; an
 * array is one leaf for each scalar of its elements, with a dimension (and a variable of array
 * sort), unless all its indices are constants: then each element is a leaf of its own. A pointer is
 * known when everything stored in it points at the same place but for the indices, which are
 * variables of their own. An array whose length is computed (a variable-length one, memory of malloc)
 * is an object like any other, with a variable for the length. */
#ifndef TANDEM_PROGRAM_OBJECTS_H
#define TANDEM_PROGRAM_OBJECTS_H

#include "base/strbuf.h"
#include "program/c_types.h"
#include "program/limits.h"
#include "program/program.h"

#define IR_NO_VARIABLE UINT32_MAX

typedef struct ir_leaf {
    ir_type type; /* width 0: nothing that is understood */
    char *name;   /* with "[]" where an index belongs */
    bool shown;
    uint32_t variable; /* IR_NO_VARIABLE until it is given one */
    uint32_t spread; /* of an array: so many variables from that on, one for each element; else 0 */
} ir_leaf;

typedef struct ir_object {
    LLVMValueRef value;
    LLVMTypeRef type;
    uint32_t first, n;        /* leaves */
    bool expanded;            /* every element of its arrays is a leaf */
    bool pointer;             /* it holds an address, and has no leaves */
    bool captured;            /* opaque code is given its address */
    LLVMValueRef length;      /* of an array whose length is computed: that, or NULL, … */
    uint64_t unit;            /* … in so many bytes; 0: in elements */
    uint32_t length_variable; /* IR_NO_VARIABLE until it is given one */
} ir_object;

/* What an address points at, but for the indices. */
typedef struct ir_place {
    uint32_t object;
    LLVMTypeRef type;
    uint32_t leaf;   /* the first one below it */
    uint32_t n_dims; /* how many indices it has */
    bool element;    /* the last step to it was an index, which arithmetic on the pointer changes */
    bool varies;     /* an index is no constant; else they are these: */
    uint64_t index[IR_MAX_DIMS];
} ir_place;

/* What an address that is not always the same may be. */
typedef struct ir_target {
    enum { IR_TO_PLACE, IR_TO_NOTHING, IR_TO_FUNCTION } kind;
    ir_place place;
    LLVMValueRef function;
} ir_target;

enum { IR_MAX_TARGETS = 6 };

/* A cell or register that holds an address. */
typedef struct ir_pointer {
    ir_place place;
    bool known; /* it is always that place, or one of: */
    ir_target targets[IR_MAX_TARGETS];
    uint32_t n_targets;              /* 0: nobody knows */
    uint32_t which;                  /* a variable: the number of the target */
    uint32_t variables[IR_MAX_DIMS]; /* of the indices */
} ir_pointer;

typedef struct ir_objects {
    const ir_limits *limits;
    const llvm_api *l;
    const ir_c_types *types;
    LLVMTargetDataRef layout;
    VEC(ir_object) list;
    VEC(ir_leaf) leaves;
    map by_value; /* alloca or global -> object */
    VEC(ir_pointer) pointers;
    map by_pointer; /* cell or register -> pointer */
} ir_objects;

void ir_objects_find(ir_objects *o, const ir_limits *limits, const llvm_api *l,
                     const ir_c_types *types, LLVMModuleRef module, LLVMValueRef function);
void ir_objects_free(ir_objects *o);
/* The place of an address; false when it is not known. */
bool ir_place_of(ir_objects *o, LLVMValueRef address, ir_place *place);
/* The place of an element, whichever it is, that opaque code may return an address of when it is given
 * this one: of an array of numbers with one dimension. */
bool ir_place_returned(ir_objects *o, LLVMValueRef given, ir_place *place);
bool ir_same_place(const ir_place *x, const ir_place *y); /* but for the indices */
/* Of a cell, or of what is read from it: what it is where that is one of a few; else NULL. */
const ir_pointer *ir_targets_of(ir_objects *o, LLVMValueRef address);
void ir_pointers_find(ir_objects *o, LLVMValueRef function);
/* From a place to the scalar that an access of that type there means. NULL: none. */
ir_leaf *ir_place_leaf(ir_objects *o, ir_place *place, ir_type type);

/* Steps of an address computation; false when the place has no such step. */
bool ir_place_field(const ir_objects *o, ir_place *place, unsigned field);
bool ir_place_index(const ir_objects *o, ir_place *place, uint64_t constant, bool is_constant);
/* Into first members and elements until the type is `type`. */
bool ir_place_descend(const ir_objects *o, ir_place *place, LLVMTypeRef type);
/* How many leaves a type has below a place of the object. */
uint32_t ir_leaf_count(const ir_objects *o, const ir_object *object, LLVMTypeRef type);
/* Bits of an integer type of at most 64; 0 for another. */
unsigned ir_int_width(const llvm_api *l, LLVMTypeRef type);
/* The same of integers and floats; the sign is not known. */
ir_type ir_scalar_type(const llvm_api *l, LLVMTypeRef type);
/* A getelementptr, as an instruction or a constant. */
bool ir_is_gep(const llvm_api *l, LLVMValueRef value);
/* Its value is used in another block, or is part of an address that is. */
bool ir_lives_on(const llvm_api *l, LLVMValueRef instruction);

#endif
