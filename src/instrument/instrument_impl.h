/* Inside of the instrumentation. */
#ifndef TANDEM_INSTRUMENT_INSTRUMENT_IMPL_H
#define TANDEM_INSTRUMENT_INSTRUMENT_IMPL_H

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "runtime/abi.h"
#include "runtime/inline_kinds.h"
#include "llvm/llvm_api.h"

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

/* Where a pointer points to: so many bytes behind a value. */
typedef struct ir_spot {
    LLVMValueRef base;
    int64_t offset;
} ir_spot;

/* Memory that a stretch reads or writes, behind one value and within the size of a region. */
typedef struct ir_watch {
    LLVMValueRef base;
    int64_t from, to;
    bool in_one_region; /* it never reaches into a second one */
} ir_watch;

/* Steps that are noted and not yet taken (instrument_stretch.c). */
typedef struct ir_stretch {
    value_vec inputs, shadows; /* the second: expressions of the first */
    VEC(uint64_t) constants, steps;
    map registers; /* input -> its number */
    VEC(ir_watch) watches;
    LLVMValueRef any; /* not 0: something depends on inputs; NULL: no expression was looked at */
    size_t first;     /* the number of its first step in the function */
} ir_stretch;

/* A stretch that was ended: the block before it, the one where its steps are taken, its last instruction, and the block behind. */
typedef struct ir_passed {
    LLVMBasicBlockRef before, rarely, after;
    LLVMValueRef end, call;
    size_t steps;  /* of the program: its first step in the module's words */
    uint32_t kept; /* expressions that somebody has asked for */
} ir_passed;

/* A step: of which stretch, its number there, and its expression behind it, once somebody has asked. */
typedef struct ir_taken {
    LLVMValueRef real;
    uint32_t stretch, step;
} ir_taken;

/* One module, and the function at work. A value's shadow is one expression for each of its leaves:
 * a number or a pointer is one leaf, an aggregate has those of its members, all else has none. */
typedef struct instrumenter {
    llvm_api l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef i1, i8, i32, i64, pointer;
    LLVMValueRef zero;   /* the expression of what depends on no input */
    LLVMValueRef rarely; /* metadata (`profile`) of a branch that is hardly ever taken */
    unsigned profile;
    struct {
        LLVMValueRef function;
        LLVMTypeRef type;
    } inlines[INLINE_COUNT];
    unsigned nosanitize; /* metadata on what SanitizerCoverage and UBSan put in */
    unsigned tbaa;       /* metadata: the type of what is read or written */
    unsigned byval, elementtype, returns_twice, memory; /* attributes */
    value_vec sites;                                    /* constants: tandem_site */
    VEC(ir_prototype) prototypes;
    VEC(uint64_t) words; /* programs of all stretches */
    struct {
        LLVMValueRef call, result,
            target; /* llvm.experimental.gc.statepoint, …gc.result; the runtime's */
        LLVMTypeRef call_type, result_type;
        LLVMAttributeRef target_type;
    } landing;
    uint32_t concretized[TANDEM_REASON_COUNT];
    map instrumented; /* functions of this module -> ir_reach */
    map names;        /* hash of a text -> constant with it */

    LLVMValueRef function;
    LLVMBasicBlockRef current; /* instructions are put to its end, one by one */
    LLVMValueRef instruction;  /* at work; NULL: none */
    bool placed;               /* it has been put there */
    value_vec delayed;         /* stores that are put there when the stretch has ended */
    bool waits;                /* the instruction at work is such a store */
    map tails;                 /* block of the function -> where it ends now */
    ir_stretch stretch;
    VEC(ir_passed) passed;
    VEC(ir_taken) taken;
    LLVMValueRef room; /* on the stack, for results of stretches besides the first */
    size_t room_bytes;
    bool local;   /* only instrumented code calls it, directly */
    map symbolic; /* values that may depend on inputs */
    map shadows;  /* value -> first of its leaves in `leaves` */
    value_vec leaves;
    value_vec phis;       /* those with shadows, to be completed */
    value_vec all_phis;   /* of the program */
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
/* An expression, or a step that will give one: only ir_real, ir_inline and operands of steps take it. */
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
/* What is built next goes before or behind the instruction at work, with its line. Once something was put behind it,
 * what should be before it goes there as well. */
void ir_before(instrumenter *x, LLVMValueRef instruction);
void ir_behind(instrumenter *x, LLVMValueRef instruction);
void ir_at_end(instrumenter *x); /* of the current block, without a line */
/* Makes the operand concrete, before the instruction. */
void ir_concretize(instrumenter *x, LLVMValueRef instruction, LLVMValueRef operand,
                   tandem_concrete_reason reason);
void ir_concretize_all(instrumenter *x, LLVMValueRef instruction, tandem_concrete_reason reason);
tandem_concrete_reason ir_reason_of(const instrumenter *x, LLVMTypeRef type);
bool ir_has_feature(const instrumenter *x, LLVMValueRef function, const char *feature);

/* instrument_stretch.c: steps of straight code. */
void ir_stretch_prepare(instrumenter *x);
void ir_stretch_release(instrumenter *x);
/* The programs of the module as a constant. */
LLVMValueRef ir_stretch_programs(instrumenter *x);
/* Of a function; the builder is among its slots. */
void ir_stretch_begin(instrumenter *x);
void ir_stretch_end(instrumenter *x);
/* The shadow as an expression. A stretch that it is still a step of ends here. */
LLVMValueRef ir_real(instrumenter *x, LLVMValueRef shadow);
/* Registers, for the next step: of a number or pointer, with its own shadow or another; of a number that is known. */
uint32_t ir_register_of(instrumenter *x, LLVMValueRef value);
uint32_t ir_register_with(instrumenter *x, LLVMValueRef value, LLVMValueRef shadow);
uint32_t ir_register_number(instrumenter *x, uint64_t value);
/* Returns the shadow that it gives. At least one operand has a shadow that is not zero, or memory is watched. */
LLVMValueRef ir_step(instrumenter *x, uint32_t op, uint32_t width, uint32_t a, uint32_t b,
                     uint32_t c);
/* instrument_watch.c. These bytes are read or written by a step. */
void ir_watch_memory(instrumenter *x, LLVMValueRef p, uint64_t bytes, bool in_one_region);
/* Bytes of the filter for all of these, joined by or; NULL: no memory is watched. */
LLVMValueRef ir_look_at_filter(instrumenter *x);
/* The way taken here is known by the truth; or a value is chosen by it (TANDEM_STEP_CHOSEN). */
void ir_branch(instrumenter *x, tandem_step_kind kind, LLVMValueRef truth, LLVMValueRef shadow,
               LLVMValueRef instruction);
/* All steps are taken before what comes next. */
void ir_flush(instrumenter *x);
void ir_flush_if_long(instrumenter *x);
/* Steps have to be taken before the instruction: it may read or write memory, or the block ends. Stores do not: they wait for
 * the end of the stretch. */
bool ir_ends_stretch(const instrumenter *x, LLVMValueRef i); /* instrument_basic.c */

/* instrument_alias.c: which memory is read and written. */
ir_spot ir_spot_of(const instrumenter *x, LLVMValueRef p);
/* Some bytes of both may be the same. */
bool ir_may_meet(const instrumenter *x, LLVMValueRef load, LLVMValueRef store);

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
LLVMValueRef ir_unary(instrumenter *x, tandem_op op, unsigned from, unsigned to, LLVMValueRef value,
                      LLVMValueRef shadow);
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
/* instrument_entry.c: at the start of the function. */
void ir_take_arguments(instrumenter *x);
void ir_instrument_return(instrumenter *x, LLVMValueRef i);
/* A structure by value travels word by word: the type that an attribute has, and its words. */
LLVMTypeRef ir_by_value(const instrumenter *x, LLVMAttributeRef attribute);
unsigned ir_words_of(const instrumenter *x, LLVMTypeRef by_value);
LLVMValueRef ir_word_address(instrumenter *x, LLVMValueRef p, unsigned word);
uint32_t ir_word_bytes(const instrumenter *x, LLVMTypeRef type, unsigned word);
LLVMValueRef ir_load_word(instrumenter *x, LLVMValueRef p, uint32_t bytes);
/* Of results the first leaf goes to tandem_result, others to tandem_args; 0: none is followed. */
unsigned ir_result_leaves(const instrumenter *x, LLVMTypeRef type);

/* instrument_wide.c: values of more than one leaf that are no aggregates. */
/* The width of an integer of more than 64 bits or a long double, two leaves; 0: it is none. */
unsigned ir_wide(const instrumenter *x, LLVMTypeRef type);
/* Of a vector; 0: it is none that is followed. */
unsigned ir_elements(const instrumenter *x, LLVMTypeRef type);
/* Of one leaf of such a value, or of a scalar: its width, and its bits as 64. */
unsigned ir_leaf_bits(const instrumenter *x, LLVMTypeRef type, unsigned leaf);
LLVMValueRef ir_leaf_pattern(instrumenter *x, LLVMValueRef value, unsigned leaf);
uint32_t ir_register_leaf(instrumenter *x, LLVMValueRef value, unsigned leaf);
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
/* Behind the slots of constant size. */
void ir_enter_locals(instrumenter *x);
void ir_leave_locals(instrumenter *x, LLVMValueRef i);  /* before a return */
void ir_resume_locals(instrumenter *x, LLVMValueRef i); /* behind what returns twice */
/* Here, if it is an array that counts. */
void ir_local_begins(instrumenter *x, LLVMValueRef slot, LLVMValueRef bytes);
LLVMValueRef ir_slot_bytes(instrumenter *x, LLVMValueRef slot);
bool ir_instrument_lifetime(instrumenter *x, LLVMValueRef i, const char *name);

/* emit.c: stack maps have addresses, which are only known when the program is
 * loaded: the section must be one that can be written then. LLVM does not make
 * it so. False with errno set: the file cannot be changed. */
bool ir_open_maps(const char *path, bool is_assembly);

/* instrument_function.c */
void ir_instrument_function(instrumenter *x, LLVMValueRef function);
/* Whether the function is one that ir_instrument_function is for. */
bool ir_is_instrumented(const instrumenter *x, LLVMValueRef function);
/* Whether only instrumented code calls it, directly. */
bool ir_is_local(instrumenter *x, LLVMValueRef function);

#endif
