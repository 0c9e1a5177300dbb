#include "ir/sanitize.h"

#include <string.h>

#include "base/alloc.h"
#include "ir/llvm_module.h"

/* The pass only looks at functions that ask for it, as the compiler's would. */
static void ask(const llvm_write *l, LLVMContextRef context, LLVMModuleRef module)
{
    unsigned kind = l->GetEnumAttributeKindForName("sanitize_address", 16);
    LLVMAttributeRef wanted = l->CreateEnumAttribute(context, kind, 0);
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        if (!l->IsDeclaration(f))
            l->AddAttributeAtIndex(f, LLVMAttributeFunctionIndex, wanted);
}

static bool is_coverage(const llvm_write *l, LLVMValueRef instruction)
{
    static const char prefix[] = "__sanitizer_cov_";
    size_t n;
    if (!l->IsACallInst(instruction))
        return false;
    const char *name = l->GetValueName2(l->GetCalledValue(instruction), &n);
    return n > sizeof prefix - 1 && !memcmp(name, prefix, sizeof prefix - 1);
}

/* Calls for coverage would reach the sanitizer's own functions, which come first in the link. */
static void drop_coverage(const llvm_write *l, LLVMModuleRef module)
{
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
            for (LLVMValueRef i = l->GetFirstInstruction(b), next; i; i = next) {
                next = l->GetNextInstruction(i);
                if (is_coverage(l, i))
                    l->InstructionEraseFromParent(i);
            }
}

bool ir_sanitize_addresses(const char *bitcode, size_t n, strbuf *out, char **error)
{
    llvm_write l;
    if (!llvm_write_load(&l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    LLVMContextRef context = l.ContextCreate();
    LLVMModuleRef module = llvm_module_read(&l, context, bitcode, n, error);
    bool good = module != NULL;
    if (good) {
        drop_coverage(&l, module);
        ask(&l, context, module);
        good = llvm_module_optimize(&l, module, "asan", error);
        if (good)
            llvm_module_write(&l, module, out);
        l.DisposeModule(module);
    }
    l.ContextDispose(context);
    return good;
}
