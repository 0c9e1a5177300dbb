/* Inside of the instrumentation. */
#ifndef TANDEM_INSTRUMENT_INSTRUMENT_IMPL_H
#define TANDEM_INSTRUMENT_INSTRUMENT_IMPL_H

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "llvm/llvm_api.h"
#include "runtime/abi.h"
#include "runtime/inline_kinds.h"

typedef enum inline_function {
#define INLINE(name) INLINE_##name,
#include "instrument/inline.def"
#undef INLINE
    INLINE_COUNT
} inline_function;

#define IR_RENAMED_MAIN "tandem_renamed_main"

enum {
    IR_SLOTS = TANDEM_MAX_ARGS - 2, /* for arguments; the last two describe variable ones */
    MAX_LEAVES = 64                 /* a larger aggregate as a value is not followed */
};

typedef enum ir_reach { IR_UNDECIDED, IR_LOCAL, IR_REACHABLE } ir_reach;

typedef VEC(LLVMValueRef) value_vec;

/* What is known of a function that is defined elsewhere, as texts: constants that nobody uses would not outlive an
 * optimiser. */
typedef struct ir_prototype {
    char *name, *signature; /* the second may be NULL */
    tandem_origin origin;
} ir_prototype;

/* One module, and the function at work. A value's shadow is one expression for each of its leaves:
 * a number or a pointer is one leaf, an aggregate has those of its members, all else has none. */
typedef struct instrumenter {
    llvm_api l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef i1, i8, i32, i64, pointer;
    LLVMValueRef zero; /* the expression of what depends on no input */
    struct {
        LLVMValueRef function;
        LLVMTypeRef type;
    } inlines[INLINE_COUNT];
    unsigned nosanitize; /* metadata on what SanitizerCoverage and UBSan put in */
    unsigned byval, elementtype, returns_twice; /* attributes */
    value_vec sites;                            /* constants: tandem_site */
    VEC(ir_prototype) prototypes;
    uint32_t concretized[TANDEM_REASON_COUNT];
    map instrumented; /* functions of this module -> ir_reach */
    map names;        /* hash of a text -> constant with it */

    LLVMValueRef function;
    bool local;   /* only instrumented code calls it, directly */
    map symbolic; /* values that may depend on inputs */
    map shadows;  /* value -> first of its leaves in `leaves` */
    value_vec leaves;
    value_vec phis;       /* those with shadows, to be completed */
    LLVMValueRef values;  /* room for the arguments of calls */
    LLVMValueRef kept;    /* of a function with variable arguments: all expressions it was given */
    unsigned fixed_slots; /* how many of them are of named arguments */
    map locals;           /* arrays on the stack -> index in the entries of the function */
    LLVMValueRef frame;   /* these entries; NULL: there are none */
    bool resumes;         /* something in it returns twice */
} instrumenter;

/* instrument_basic.c: types, shadows, calls of inline functions. */
unsigned ir_bits(const instrumenter *x, LLVMTypeRef type); /* width of a scalar; 0: not followed */
unsigned ir_leaves(const instrumenter *x, LLVMTypeRef type);
unsigned ir_leaf_of(const instrumenter *x, LLVMTypeRef type, const unsigned *path, unsigned n);
LLVMValueRef ir_shadow(const instrumenter *x, LLVMValueRef value, unsigned leaf);
bool ir_is_zero(const instrumenter *x, LLVMValueRef shadow);
/* Gives the value room for its shadows (zero); returns where. The vec may move afterwards. */
LLVMValueRef *ir_shadow_new(instrumenter *x, LLVMValueRef value);
void ir_shadow_set(instrumenter *x, LLVMValueRef value, LLVMValueRef shadow);
LLVMValueRef ir_number(const instrumenter *x, uint64_t number); /* i32 */
LLVMValueRef ir_number64(const instrumenter *x, uint64_t number);
LLVMValueRef ir_bool(const instrumenter *x, bool truth);
/* The scalar as 64 bits, zero-extended. */
LLVMValueRef ir_pattern(instrumenter *x, LLVMValueRef value);
LLVMValueRef ir_inline(instrumenter *x, inline_function which, LLVMValueRef *arguments, unsigned n);
#define INLINE_CALL(x, which, ...)                                \
    ir_inline((x), INLINE_##which, (LLVMValueRef[]){__VA_ARGS__}, \
              sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))
/* What is built next goes before or behind the instruction, with its line. */
void ir_before(instrumenter *x, LLVMValueRef instruction);
void ir_behind(instrumenter *x, LLVMValueRef instruction);
/* Makes the operand concrete, before the instruction. */
void ir_concretize(instrumenter *x, LLVMValueRef instruction, LLVMValueRef operand,
                   tandem_concrete_reason reason);
void ir_concretize_all(instrumenter *x, LLVMValueRef instruction, tandem_concrete_reason reason);
tandem_concrete_reason ir_reason_of(const instrumenter *x, LLVMTypeRef type);
bool ir_has_feature(const instrumenter *x, LLVMValueRef function, const char *feature);

/* instrument_sites.c: what is said about the module. */
uint32_t ir_site(instrumenter *x, LLVMValueRef instruction);
LLVMValueRef ir_string(instrumenter *x, const char *text, size_t n); /* a constant of its own */
LLVMValueRef ir_name(instrumenter *x, const char *text, size_t n);   /* shared */
void ir_describe_module(instrumenter *x);

/* prototypes.c: what is known of functions that are defined elsewhere, before anything is changed.
 */
bool ir_find_prototypes(instrumenter *x, char **error);

/* prototype_types.c: what a pointer of a prototype points to, by the debug information. */
typedef enum ir_pointee_kind {
    IR_POINTEE_UNKNOWN, /* nothing is said */
    IR_POINTEE_VOID,
    IR_POINTEE_CHAR,
    IR_POINTEE_PLAIN, /* numbers, and structures of them */
    IR_POINTEE_POINTER,
    IR_POINTEE_FUNCTION,
    IR_POINTEE_OTHER /* a structure with pointers in it, or one that is not shown */
} ir_pointee_kind;
typedef struct ir_pointee {
    ir_pointee_kind kind;
    bool is_const;
    uint64_t bytes;
} ir_pointee;
/* Of parameter i of n of a declaration. */
ir_pointee ir_pointee_of(const instrumenter *x, LLVMValueRef function, unsigned i, unsigned n);

/* instrument_value.c, instrument_memory.c, instrument_call.c, instrument_intrinsic.c: one
 * instruction each. False: it is none of theirs. */
LLVMValueRef ir_binary(instrumenter *x, tandem_op op, LLVMValueRef a, LLVMValueRef b);
bool ir_instrument_value(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode);
bool ir_instrument_memory(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode);
void ir_instrument_atomic(instrumenter *x, LLVMValueRef i); /* instrument_atomic.c */
void ir_instrument_call(instrumenter *x, LLVMValueRef i);
void ir_instrument_intrinsic(instrumenter *x, LLVMValueRef i, const char *name);
/* Before anything else: intrinsics of a function that are calls of libm for us. */
void ir_use_library(instrumenter *x, LLVMValueRef function);
/* Calls of setjmp and the like. */
bool ir_returns_twice(const instrumenter *x, LLVMValueRef call);
/* At the start of the function. */
void ir_take_arguments(instrumenter *x, LLVMValueRef first);
void ir_instrument_return(instrumenter *x, LLVMValueRef i);

/* instrument_wide.c: values of more than one leaf that are no aggregates. */
/* The width of an integer of more than 64 bits or a long double, two leaves; 0: it is none. */
unsigned ir_wide(const instrumenter *x, LLVMTypeRef type);
/* Of a vector; 0: it is none that is followed. */
unsigned ir_elements(const instrumenter *x, LLVMTypeRef type);
/* Of one leaf of such a value, or of a scalar: its width, and its bits as 64. */
unsigned ir_leaf_bits(const instrumenter *x, LLVMTypeRef type, unsigned leaf);
LLVMValueRef ir_leaf_pattern(instrumenter *x, LLVMValueRef value, unsigned leaf);
/* One leaf of the result of an operation on two words; of a comparison the first is all. */
LLVMValueRef ir_wide_binary(instrumenter *x, tandem_op op, LLVMValueRef a, LLVMValueRef b,
                            unsigned leaf);
void ir_wide_operation(instrumenter *x, LLVMValueRef i, tandem_op op);
/* TANDEM_NONE: the bits stay what they are. */
void ir_wide_cast(instrumenter *x, LLVMValueRef i, tandem_op op);
bool ir_wide_multiply_add(instrumenter *x, LLVMValueRef i);
/* False: it is not followed. */
bool ir_wide_funnel(instrumenter *x, LLVMValueRef i, bool left);
void ir_wide_load(instrumenter *x, LLVMValueRef i, LLVMValueRef p);
void ir_wide_store(instrumenter *x, LLVMValueRef i, LLVMValueRef value, LLVMValueRef p);
/* False: it is no operation on vectors that is followed. */
bool ir_instrument_vector(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode);

/* instrument_locals.c: arrays on the stack. */
/* Before anything is put into the function. */
void ir_find_locals(instrumenter *x);
/* Before `first`, which follows the slots of constant size. */
void ir_enter_locals(instrumenter *x, LLVMValueRef first);
void ir_leave_locals(instrumenter *x, LLVMValueRef i);  /* before a return */
void ir_resume_locals(instrumenter *x, LLVMValueRef i); /* behind what returns twice */
/* Here, if it is an array that counts. */
void ir_local_begins(instrumenter *x, LLVMValueRef slot, LLVMValueRef bytes);
LLVMValueRef ir_slot_bytes(instrumenter *x, LLVMValueRef slot);
bool ir_instrument_lifetime(instrumenter *x, LLVMValueRef i, const char *name);

/* instrument_function.c */
void ir_instrument_function(instrumenter *x, LLVMValueRef function);
/* Whether the function is one that ir_instrument_function is for. */
bool ir_is_instrumented(const instrumenter *x, LLVMValueRef function);
/* Whether only instrumented code calls it, directly. */
bool ir_is_local(instrumenter *x, LLVMValueRef function);

#endif
