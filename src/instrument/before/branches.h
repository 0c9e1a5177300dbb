/* The branches of the source, marked in bitcode as the front end made it. What an optimiser folds (two texts to one
 * call, `a || b`, a switch to a table) stays a branch, since each side has a guard of its own: an edge for the search,
 * a question for the solver and a reason to keep a test, in every build that is made of the bitcode. Not for bitcode
 * that was optimised: what is gone cannot be marked. */
#ifndef TANDEM_INSTRUMENT_BEFORE_BRANCHES_H
#define TANDEM_INSTRUMENT_BEFORE_BRANCHES_H

#include <stdbool.h>

#include "llvm/llvm_api.h"

/* Called where the front end chose between two values without a branch: a truth value and the guards of its two
 * sides, false first. */
#define IR_CHOICE "tandem_choice"

/* Marks all branches of the module and optimises it as the compiler would at -O1. False with *error set (caller
 * frees). */
bool ir_mark_branches(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module,
                      char **error);
/* An optimiser leaves out blocks of the heap that are written and freed but never read, and with them what is
 * written outside of them: here they stay, since nobody knows what `free` reads. */
void ir_keep_blocks(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module);
/* Whether the instruction is a call that marks something. */
bool ir_is_mark(const llvm_api *l, LLVMValueRef instruction);
/* One of an edge or a choice; others say other things. */
bool ir_mark_counts(const llvm_api *l, LLVMValueRef instruction);
/* Takes all of them out. */
void ir_drop_marks(const llvm_api *l, LLVMModuleRef module);

#endif
