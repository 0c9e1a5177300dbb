/* Modules of bitcode: read, checked, optimized, written, and as machine code. */
#ifndef TANDEM_LLVM_LLVM_MODULE_H
#define TANDEM_LLVM_LLVM_MODULE_H

#include "base/strbuf.h"
#include "llvm/llvm_api.h"

/* All that fail set *error (caller frees). */
LLVMModuleRef llvm_module_read(const llvm_api *l, LLVMContextRef context, const char *bytes,
                               size_t n, char **error);
bool llvm_module_verify(const llvm_api *l, LLVMModuleRef module, char **error);
/* `passes` as opt(1) takes them; loops stay loops. */
bool llvm_module_optimize(const llvm_api *l, LLVMModuleRef module, const char *passes,
                          char **error);
void llvm_module_write(const llvm_api *l, LLVMModuleRef module, strbuf *out);
/* `quickly`: without the optimizations that code generators have of their own. */
bool llvm_module_emit(const llvm_api *l, LLVMModuleRef module, LLVMCodeGenFileType type,
                      bool quickly, const char *path, char **error);

#endif
