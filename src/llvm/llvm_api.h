/* LLVM-C, loaded when it is first needed: the library is large, and most runs end before they have a
 * program to read or one that is worth compiling. One table of functions for all who use it. */
#ifndef TANDEM_LLVM_LLVM_API_H
#define TANDEM_LLVM_LLVM_API_H

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>

typedef struct llvm_api {
#define LLVM(name) __typeof__(LLVM##name) *name;
#include "llvm/llvm_api.def"
#undef LLVM
} llvm_api;

/* Fills the table, for reading and changing modules; false when there is no usable LLVM. The library
 * stays loaded. */
bool llvm_api_load(llvm_api *l);
/* The same, and makes the target of this machine known to it, for machine code and assembly. */
bool llvm_api_load_target(llvm_api *l);

#endif
