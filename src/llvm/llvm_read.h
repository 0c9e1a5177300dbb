/* LLVM-C for reading bitcode, loaded when it is first needed. Only src/program and src/instrument
 * include this. */
#ifndef TANDEM_LLVM_LLVM_READ_H
#define TANDEM_LLVM_LLVM_READ_H

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>

typedef struct llvm_read {
#define LLVM(name) __typeof__(LLVM##name) *name;
#include "llvm/llvm_read.def"
#undef LLVM
} llvm_read;

/* False when there is no usable LLVM. */
bool llvm_read_load(llvm_read *l);

#endif
