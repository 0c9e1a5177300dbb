/* What the C text says about variables, from debug information: which variable an address belongs
 * to, the sign of its type, the names of its members. */
#ifndef TANDEM_PROGRAM_C_TYPES_H
#define TANDEM_PROGRAM_C_TYPES_H

#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "llvm/llvm_api.h"

typedef struct ir_c_named {
    LLVMValueRef address;
    LLVMMetadataRef name;
    unsigned line;
} ir_c_named;

typedef struct ir_c_types {
    const llvm_api *l;
    LLVMContextRef context;
    map variables; /* alloca or global -> its type's metadata */
    VEC(ir_c_named) names;
} ir_c_types;

/* Looks at all of the function and at the globals; the module must be in the old form, with debug
 * intrinsics. To be released. */
void ir_c_types_find(ir_c_types *t, const llvm_api *l, LLVMModuleRef module, LLVMValueRef function,
                     LLVMContextRef context);
void ir_c_types_free(ir_c_types *t);
/* The type of a variable; NULL when the C text has none at this address. */
LLVMMetadataRef ir_c_type_of(const ir_c_types *t, LLVMValueRef address);
/* Appends the variable's name in the C text; where one before has it too, with the line of the
 * declaration: i@12, and i@12#2 for a second one there. False: it has none. */
bool ir_c_name(const ir_c_types *t, LLVMValueRef address, strbuf *out);
/* Of an array its elements' type, of a struct that of the member at a bit offset (with its name,
 * which lives as long as the context); NULL when there is none. */
LLVMMetadataRef ir_c_element(const ir_c_types *t, LLVMMetadataRef type);
LLVMMetadataRef ir_c_member(const ir_c_types *t, LLVMMetadataRef type, uint64_t offset,
                            const char **name, size_t *n);
/* An unsigned integer, a truth value or an enumeration of these. */
bool ir_c_unsigned(const ir_c_types *t, LLVMMetadataRef type);
/* Whether a parameter of a function points to something const. */
bool ir_c_parameter_is_const(const ir_c_types *t, LLVMValueRef function, unsigned parameter);
/* Where the loop statement begins that this jump goes back in; false when it is not said. */
char *ir_c_loop_function(const ir_c_types *t, LLVMValueRef jump); /* its function; caller frees */
bool ir_c_loop(const ir_c_types *t, LLVMValueRef jump, unsigned *line, unsigned *column);

#endif
