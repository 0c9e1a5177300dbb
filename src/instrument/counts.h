/* Counters of edges and choices in the machine code itself. A mark (before/branches.h) becomes `counters[number]++`, where `counters` is
 * a variable of the module and the number is known when it is compiled: two instructions instead of a call. The module's constructor
 * asks the runtime for as many counters as there are (tandem_counts), and the runtime says where they are. Modules get theirs in
 * the order in which they are linked, so that all builds of a program have the same numbers. */
#ifndef TANDEM_INSTRUMENT_COUNTS_H
#define TANDEM_INSTRUMENT_COUNTS_H

#include <stdbool.h>

#include "llvm/llvm_api.h"

/* Replaces all marks; the last thing that is done to a module before machine code is made of it: an optimiser would keep counters in
 * registers, where they are lost when the program crashes. With `depth` functions also say how far down the stack they are. */
void ir_count_marks(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module, bool depth);

#endif
