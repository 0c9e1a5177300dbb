/* Intrinsic functions that the log has no operator for, as plain instructions: what an optimiser makes of a reversal of
 * bits, of a sum that stops at its limits, of isnormal() and its kind. Values stay what they were; vectors and numbers
 * of more than 64 bits stay calls. */
#ifndef TANDEM_INSTRUMENT_BEFORE_PLAIN_H
#define TANDEM_INSTRUMENT_BEFORE_PLAIN_H

#include "llvm/llvm_api.h"

/* In all functions of the module. */
void ir_make_plain(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module);

#endif
