/* The inside of the JIT: what its files share while they build the function. */
#ifndef TANDEM_FUZZ_JIT_JIT_BUILD_H
#define TANDEM_FUZZ_JIT_JIT_BUILD_H

#include "fuzz/words/distance.h"
#include "llvm/llvm_api.h"

/* To true and to false; either may be NULL when it is not needed. */
typedef struct jit_pair {
    LLVMValueRef yes, no;
} jit_pair;

typedef struct jit_build {
    llvm_api l;
    const fuzz_bytecode *p;
    const fuzz_distance *d;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef at;
    LLVMTypeRef word, bit, byte, half, pointer, real32, real64;
    LLVMValueRef inputs, regs, undefined, machine; /* parameters of the part in work */
    uint32_t part;
    bool several;         /* parts: what one computes is needed in memory by the next */
    LLVMValueRef *values; /* of registers: their word, their distances, */
    jit_pair *pairs;
    uint32_t *value_part, *pair_part; /* and the part (from 1) in which these stand */
    LLVMValueRef trapped;             /* a bit: some instruction had no value; NULL: none can */
    /* Other code than a search's: registers stay in the machine's registers, inputs are set before,
     * a trap is only noted in `trapped`, and boxes are called by this. NULL: a search's. */
    LLVMValueRef (*call)(struct jit_build *j, const fuzz_insn *insn, uint32_t at);
    void *context_of_call;
} jit_build;

/* Whether LLVM has no error to report; the report is released. */
bool jit_good(const llvm_api *l, LLVMErrorRef error);
/* An engine for this machine. */
bool jit_engine(const llvm_api *l, LLVMOrcLLJITRef *engine);
/* Begins a module for the engine, in a context of its own, and names its types. */
LLVMOrcThreadSafeContextRef jit_module(jit_build *j, LLVMOrcLLJITRef engine);
/* Gives it to the engine; both module and context are the engine's then. */
bool jit_add_module(jit_build *j, LLVMOrcLLJITRef engine, LLVMOrcThreadSafeContextRef safe);

static inline uint64_t jit_mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

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
LLVMValueRef jit_is_zero(jit_build *j, LLVMValueRef x);
/* Notes that instruction `at` has no value when the bit is set. */
void jit_trap_if(jit_build *j, uint32_t at, LLVMValueRef bit);
/* Instruction `at` by the interpreter's own code. */
LLVMValueRef jit_help(jit_build *j, uint32_t at);
/* A float instruction whose first operands are these (jit_floats.c). */
LLVMValueRef jit_float(jit_build *j, const fuzz_insn *insn, uint32_t at, LLVMValueRef a,
                       LLVMValueRef b);
LLVMValueRef jit_is_nan(jit_build *j, LLVMValueRef x, unsigned width);

/* Computes register `i` and stores it (jit_values.c); its word, computed in this part or read. */
void jit_register(jit_build *j, uint32_t i);
LLVMValueRef jit_value(jit_build *j, uint32_t i);
/* The same of its distances, if they are needed (jit_distance.c). */
void jit_measure(jit_build *j, uint32_t i);
jit_pair jit_distances(jit_build *j, uint32_t i);
/* Word `i` of an array that stays where it is. */
LLVMValueRef jit_fixed(jit_build *j, const uint64_t *array, uint64_t i);
/* The place of word `i` of an array. */
LLVMValueRef jit_element(jit_build *j, LLVMValueRef array, uint64_t i);

#endif
