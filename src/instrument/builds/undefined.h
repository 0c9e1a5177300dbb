/* Checks for undefined behaviour in a module as the front end made it: signed overflow, shifts by too much, indices
 * outside of an array that other members of its structure follow. The runtime is told (tandem_undefined) and the program
 * goes on, so that one of them hides no other error. Not for optimised modules: there computations stand where the
 * source has none. */
#ifndef TANDEM_INSTRUMENT_BUILDS_UNDEFINED_H
#define TANDEM_INSTRUMENT_BUILDS_UNDEFINED_H

#include "llvm/llvm_api.h"

void ir_check_undefined(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module);

#endif
