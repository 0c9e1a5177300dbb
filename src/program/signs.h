/* Which integer registers and cells hold signed numbers and which unsigned ones: types do not say
 * in LLVM, operations do. Values that are copied or compared with each other form a class, and the
 * operations on a class must agree. */
#ifndef TANDEM_PROGRAM_SIGNS_H
#define TANDEM_PROGRAM_SIGNS_H

#include "base/map.h"
#include "program/objects.h"

typedef struct ir_signs {
    map nodes; /* value or leaf -> index */
    struct ir_sign_nodes *at;
} ir_signs;

/* Looks at all of the function. False with *error set (caller frees) when a value is used as both;
 * ir_signs_free is due in any case. */
bool ir_signs_infer(ir_signs *s, ir_objects *o, LLVMValueRef function, char **error);
void ir_signs_free(ir_signs *s);
/* Of a register (its address as a number) or a leaf. */
bool ir_signs_unsigned(const ir_signs *s, uint64_t key);
/* Its class is used as both. */
bool ir_signs_both(const ir_signs *s, uint64_t key);
static inline uint64_t ir_signs_leaf(uint32_t leaf)
{
    return (uint64_t)leaf << 1 | 1; /* addresses are even */
}

#endif
