/* Inside of the reader of bitcode: one block at a time, as terms over the variables. */
#ifndef TANDEM_PROGRAM_READ_IMPL_H
#define TANDEM_PROGRAM_READ_IMPL_H

#include "base/map.h"
#include "base/strbuf.h"
#include "llvm/llvm_api.h"
#include "program/objects.h"
#include "program/program.h"
#include "program/signs.h"

/* What an address points at, in the block that is being read. */
typedef struct ir_address {
    ir_place place;
    term_id index[IR_MAX_DIMS];
} ir_address;

/* The same where it may be one of a few; one of the conditions holds. */
typedef struct ir_choice {
    uint32_t n;
    struct {
        term_id when;
        ir_target target;
        ir_address at; /* of a place */
    } of[IR_MAX_TARGETS];
} ir_choice;

typedef struct ir_reader {
    llvm_api l;
    term_bank *bank;
    ir_model model;
    ir_program *program;
    const ir_options *options;
    const ir_limits *limits;
    ir_failure failure;
    LLVMContextRef context;
    LLVMModuleRef module;
    ir_c_types types;
    ir_objects objects;
    ir_signs signs;
    LLVMValueRef function;
    map blocks;           /* block -> location */
    map variables;        /* register -> index */
    map assembly;         /* inline assembly -> its number */
    VEC(char *) outlined; /* functions that were statements; owned */
    /* The block that is being read: */
    uint32_t location;
    LLVMBasicBlockRef block;
    map registers; /* its instructions -> term */
    map addresses; /* its pointers -> address */
    VEC(ir_address) address_list;
    map choices; /* its pointers that may be one of a few -> choice */
    VEC(ir_choice) choice_list;
    term_id under;    /* what is read or written is, only where this holds; 0: always */
    term_vec current; /* values of all variables */
    term_id guard;    /* what was assumed and asserted so far */
    unsigned line;    /* of the instruction */
    strbuf error;     /* not empty: it failed */
} ir_reader;

enum { IR_MAX_PARAMETERS = 48 };

/* What one use of an opaque operation looks like. */
typedef struct ir_use {
    term_id arguments[IR_MAX_PARAMETERS];
    LLVMValueRef values[IR_MAX_PARAMETERS]; /* of an instruction: its operands */
    const char *ctypes[IR_MAX_PARAMETERS + 1];
    sort_id sorts[IR_MAX_PARAMETERS];
    ir_type types[IR_MAX_PARAMETERS];
    unsigned n;
    ir_type result;
} ir_use;

/* Records the first failure, with the line; returns 0. */
term_id ir_fail(ir_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The term of an operand; `is_unsigned` is how a constant is to be read. 0: failed. */
term_id ir_operand(ir_reader *r, LLVMValueRef value, bool is_unsigned);
/* A truth value: of an i1, or whether another number is not zero. */
term_id ir_truth(ir_reader *r, LLVMValueRef value);
/* A small number as a term of the model, of that many bits. */
term_id ir_constant(ir_reader *r, unsigned width, int64_t n);
/* With options->exact: asserts that the number is the one that the type has for it. */
void ir_seen(ir_reader *r, term_id t, unsigned width, bool is_unsigned);
bool ir_is_exact(const ir_reader *r);
/* Zero of a type; a constant that is a float. */
term_id ir_zero(ir_reader *r, const ir_type *type);
term_id ir_real_constant(ir_reader *r, LLVMValueRef value);
/* What all values of an integer type satisfy in the model. */
term_id ir_range(ir_reader *r, term_id t, unsigned width, bool is_unsigned);
/* A new input of the location. */
term_id ir_input_new(ir_reader *r, const char *stem, const ir_type *type, bool called);
/* Bits of an integer type; 0 for another. */
unsigned ir_width(const ir_reader *r, LLVMTypeRef type);
/* The type of a register or constant; its width is 0 where it is no number. */
ir_type ir_type_of(const ir_reader *r, LLVMValueRef value);
/* The sort of a type; elements of arrays have an index of 64 bits or Int. */
sort_id ir_sort(ir_reader *r, const ir_type *type);
void ir_assume(ir_reader *r, term_id t);
/* Undefined behaviour where `when` holds; a run may end there. */
void ir_undefined(ir_reader *r, ir_fault_kind kind, term_id when, bool ends);

/* Before the blocks are read, and at the program's beginning. */
void ir_find_variables(ir_reader *r);
void ir_begin_globals(ir_reader *r);

/* The value of a computing instruction in mathematical integers, or in bits; 0: failed. */
term_id ir_compute(ir_reader *r, LLVMValueRef i);
term_id ir_compute_bits(ir_reader *r, LLVMValueRef i);
/* Of one on floats, in both models; *done says whether it is one. */
term_id ir_compute_real(ir_reader *r, LLVMValueRef i, bool *done);
/* A call, with its effects. False: failed. */
bool ir_call(ir_reader *r, LLVMValueRef i);
/* Whether a function of that name says something to the prover. */
bool ir_call_is_known(const char *name);
/* A call of a function whose code is not to be looked into. False: failed. */
bool ir_opaque_call(ir_reader *r, LLVMValueRef i, const char *name);
/* The same where the call does not say which function it is. */
bool ir_opaque_function(ir_reader *r, LLVMValueRef i, LLVMValueRef callee, const char *name);
/* The value of an operation on integers that has no translation; 0: failed. */
term_id ir_opaque_operation(ir_reader *r, LLVMValueRef i, const char *name);
/* Whether the user wants it to be opaque. */
bool ir_opaque_wanted(const ir_reader *r, const char *function);
/* Parts of that: arguments and result, false: failed; the operation with that symbol, made if it is new,
 * NULL: used with other types before; its application, or its result as an input. */
bool ir_use_add(ir_reader *r, ir_use *u, term_id t, const ir_type *type);
bool ir_use_result(ir_reader *r, ir_use *u, const ir_type *type);
ir_opaque *ir_use_operation(ir_reader *r, const char *name, const char *symbol, const ir_use *u,
                            bool foreign);
term_id ir_use_apply(ir_reader *r, const ir_opaque *o, const ir_use *u, bool foreign);
/* Whether results of what has that symbol are inputs. */
bool ir_is_foreign(const ir_reader *r, const char *symbol);
/* The statements of options->opaque_lines become functions (outline.c). False: one has none. */
bool ir_outline(ir_reader *r);
/* When all is read: the bitcode with the opaque operations of the file. */
void ir_opaque_finish(ir_reader *r);
void ir_edge_add(ir_reader *r, uint32_t to, term_id guard, LLVMBasicBlockRef target);

/* Opaque code that is given addresses (buffers.c): before the variables are found, what it sees; whether
 * an instruction is such a call; the call itself. */
void ir_buffers_find(ir_reader *r);
bool ir_buffers_calls(const ir_reader *r, LLVMValueRef i);
bool ir_buffers_call(ir_reader *r, LLVMValueRef i, const char *name);

/* Memory. False: failed. */
bool ir_address_of(ir_reader *r, LLVMValueRef value, ir_address *a);
/* A place in an array as a term. */
term_id ir_index_constant(ir_reader *r, uint64_t n);
bool ir_index_known(const ir_reader *r, term_id index, uint64_t *n);
/* The position of an address in the array that it points into, all dimensions in one. */
term_id ir_flat_index(ir_reader *r, const ir_leaf *leaf, const ir_address *a);
/* One element of a leaf (0 of a scalar): its value, or a new one. 0 or false: failed. */
term_id ir_element(ir_reader *r, uint32_t leaf, uint64_t flat);
bool ir_element_set(ir_reader *r, uint32_t leaf, uint64_t flat, term_id value);
/* Pointers that may be one of a few (choices.c): what an address is, false (without a failure) where it
 * is not one of these; such an instruction; what one is given on an edge. */
bool ir_choice_of(ir_reader *r, LLVMValueRef value, ir_choice *c);
bool ir_choice_any(ir_reader *r, LLVMValueRef value,
                   ir_choice *c); /* also one that is always the same; else fails */
bool ir_choice_set(ir_reader *r, LLVMValueRef i, const ir_choice *c);
bool ir_choice_put(ir_reader *r, const ir_pointer *p, const ir_choice *c, term_id *values);
term_id ir_compare_pointers(ir_reader *r, LLVMValueRef i);
/* A call through a pointer to opaque functions. */
bool ir_call_chosen(ir_reader *r, LLVMValueRef i);
/* A step of an address computation from what is there. */
bool ir_address_step(ir_reader *r, LLVMValueRef gep, ir_address *a);
/* What a pointer instruction is, for those after it. */
bool ir_address_set(ir_reader *r, LLVMValueRef i, const ir_address *a);
/* An array whose length is computed comes into being. */
bool ir_allocate(ir_reader *r, LLVMValueRef i);
bool ir_load(ir_reader *r, LLVMValueRef i);
bool ir_store(ir_reader *r, LLVMValueRef i);
/* memcpy, memmove or memset (`sets`) of whole variables. */
bool ir_copy(ir_reader *r, LLVMValueRef i, bool sets);
bool ir_leaf_unsigned(const ir_reader *r, uint32_t leaf);
sort_id ir_leaf_sort(ir_reader *r, uint32_t leaf);
/* Of a leaf of a global; 0 when it has none (or failed). */
term_id ir_initial_value(ir_reader *r, uint32_t leaf);

#endif
