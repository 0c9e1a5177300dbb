/* The inside of the JIT: what its files share while they build the function. */
#ifndef TANDEM_FUZZ_JIT_BUILD_H
#define TANDEM_FUZZ_JIT_BUILD_H

#include "fuzz/distance.h"
#include "fuzz/llvm_api.h"

typedef struct jit_build {
    llvm_api l;
    const fuzz_program *p;
    const fuzz_distance *d;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef at;
    LLVMTypeRef word, bit, byte, half, pointer, real32, real64;
    LLVMValueRef function, inputs, regs, undefined, machine; /* the function's parameters */
    LLVMValueRef *values;                                    /* the word of each register */
    LLVMValueRef trapped; /* a bit: some instruction had no value; NULL: none can */
    bool helped;          /* a call may have set machine->trapped */
} jit_build;

/* Short forms, all on words. */
LLVMValueRef jit_word(jit_build *j, uint64_t number);
LLVMValueRef jit_and(jit_build *j, LLVMValueRef x, uint64_t mask);
LLVMValueRef jit_compare(jit_build *j, LLVMIntPredicate how, LLVMValueRef x, LLVMValueRef y);
/* A bit as a word. */
LLVMValueRef jit_truth(jit_build *j, LLVMValueRef bit);
LLVMValueRef jit_select(jit_build *j, LLVMValueRef bit, LLVMValueRef x, LLVMValueRef y);
/* The low bits as a signed number. */
LLVMValueRef jit_signed(jit_build *j, LLVMValueRef x, unsigned width);
/* An LLVM intrinsic on words. */
LLVMValueRef jit_intrinsic(jit_build *j, const char *name, LLVMTypeRef type, LLVMValueRef *args,
                           unsigned n);
LLVMValueRef jit_is_nan(jit_build *j, LLVMValueRef x, unsigned width);

/* The word of register `i` (jit_values.c), and the sum of the distances (jit_distance.c). */
LLVMValueRef jit_value(jit_build *j, uint32_t i);
LLVMValueRef jit_distance(jit_build *j);

#endif
