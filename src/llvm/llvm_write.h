/* LLVM-C for changing bitcode and making machine code of it, loaded when it is first needed. Only
 * src/instrument includes this. */
#ifndef TANDEM_LLVM_LLVM_WRITE_H
#define TANDEM_LLVM_LLVM_WRITE_H

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Linker.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>

typedef struct llvm_write {
#define LLVM(name) __typeof__(LLVM##name) *name;
#include "llvm/llvm_write.def"
#undef LLVM
} llvm_write;

/* Fills the table and initialises the target of this machine; false when there is no usable LLVM.
 */
bool llvm_write_load(llvm_write *l);

#endif
