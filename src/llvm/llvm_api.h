/* LLVM-C, loaded when it is first needed: the library is large, and most runs end before a program
 * is worth compiling. The table is the JIT's; readers of bitcode have one of their own. */
#ifndef TANDEM_LLVM_LLVM_API_H
#define TANDEM_LLVM_LLVM_API_H

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <stdbool.h>

/* The library; NULL when there is none. It stays loaded. */
void *llvm_library_open(void);
/* Puts the address of a function of it into the function pointer at `place` (a data pointer as a
 * function pointer, which POSIX promises for dlsym and C does not). */
bool llvm_library_find(void *library, const char *name, void *place);
/* Makes the target of this machine known to it, for machine code and assembly. */
bool llvm_library_initialise(void *library);

typedef struct llvm_api {
#define LLVM(name) __typeof__(LLVM##name) *name;
#include "llvm/llvm_api.def"
#undef LLVM
} llvm_api;

/* Fills the table and initialises the target of this machine; false when there is no usable LLVM.
 * The library stays loaded. */
bool llvm_api_load(llvm_api *l);

#endif
