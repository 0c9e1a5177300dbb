/* Which integer registers and cells hold signed numbers and which unsigned ones: types do not say
 * in LLVM, operations do. Values that are copied or compared with each other form a class, and the
 * operations on a class must agree. */
#ifndef TANDEM_IR_SIGNS_H
#define TANDEM_IR_SIGNS_H

#include "base/map.h"
#include "ir/llvm_read.h"

typedef struct ir_signs {
    map nodes; /* value -> index */
    struct ir_sign_nodes *at;
} ir_signs;

/* Looks at all of the function. False with *error set (caller frees) when a value is used as both;
 * ir_signs_free is due in any case. */
bool ir_signs_infer(ir_signs *s, const llvm_read *l, LLVMValueRef function, char **error);
void ir_signs_free(ir_signs *s);
bool ir_signs_unsigned(const ir_signs *s, LLVMValueRef value);

#endif
