/* Inside of the reader of bitcode: one block at a time, as terms over the variables. */
#ifndef TANDEM_IR_READ_IMPL_H
#define TANDEM_IR_READ_IMPL_H

#include "base/map.h"
#include "base/strbuf.h"
#include "ir/llvm_read.h"
#include "ir/program.h"
#include "ir/signs.h"

typedef struct ir_reader {
    llvm_read l;
    term_bank *bank;
    ir_program *program;
    const ir_options *options;
    ir_failure failure;
    LLVMContextRef context;
    LLVMModuleRef module;
    ir_signs signs;
    LLVMValueRef function;
    map blocks;    /* block -> location */
    map variables; /* cell or register -> index */
    /* The block that is being read: */
    uint32_t location;
    LLVMBasicBlockRef block;
    map registers;    /* its instructions -> term */
    term_vec current; /* values of all variables */
    term_id guard;    /* what was assumed and asserted so far */
    unsigned line;    /* of the instruction */
    strbuf error;     /* not empty: it failed */
} ir_reader;

/* Records the first failure, with the line; returns 0. */
term_id ir_fail(ir_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The term of an operand; `is_unsigned` is how a constant is to be read. 0: failed. */
term_id ir_operand(ir_reader *r, LLVMValueRef value, bool is_unsigned);
/* A truth value: of an i1, or whether another number is not zero. */
term_id ir_truth(ir_reader *r, LLVMValueRef value);
/* What all values of an integer type satisfy in the model. */
term_id ir_range(term_bank *b, term_id t, unsigned width, bool is_unsigned);
/* What all values of the C type satisfy, in every model. */
term_id ir_type_range(term_bank *b, term_id t, unsigned width, bool is_unsigned);
/* A new input of the location, of the sort of that many bits. */
term_id ir_input_new(ir_reader *r, const char *stem, unsigned width, bool is_unsigned, bool called);
/* Bits of an integer type; 0 for another. */
unsigned ir_width(const ir_reader *r, LLVMTypeRef type);
sort_id ir_sort(unsigned width);
void ir_assume(ir_reader *r, term_id t);

/* The value of a computing instruction; 0: failed. */
term_id ir_compute(ir_reader *r, LLVMValueRef i);
/* A call, with its effects. False: failed. */
bool ir_call(ir_reader *r, LLVMValueRef i);
/* Whether a function of that name says something to the prover. */
bool ir_call_is_known(const char *name);
/* A call of a function whose code is not to be looked into. False: failed. */
bool ir_opaque_call(ir_reader *r, LLVMValueRef i, const char *name);
/* The value of an operation on integers that has no translation; 0: failed. */
term_id ir_opaque_operation(ir_reader *r, LLVMValueRef i, const char *name);
/* Whether the user wants it to be opaque. */
bool ir_opaque_wanted(const ir_reader *r, const char *function);
/* When all is read: the bitcode with the opaque operations of the file. */
void ir_opaque_finish(ir_reader *r);
/* The cell behind an address. NULL place in `variables`: failed. */
bool ir_cell(ir_reader *r, LLVMValueRef address, uint32_t *variable);
void ir_edge_add(ir_reader *r, uint32_t to, term_id guard, LLVMBasicBlockRef target);

#endif
