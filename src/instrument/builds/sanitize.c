#include "instrument/builds/sanitize.h"

#include "base/alloc.h"
#include "instrument/before/branches.h"
#include "instrument/builds/undefined.h"
#include "llvm/llvm_module.h"

/* The pass only looks at functions that ask for it, as the compiler's would. */
static void ask(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module)
{
    unsigned kind = l->GetEnumAttributeKindForName("sanitize_address", 16);
    LLVMAttributeRef wanted = l->CreateEnumAttribute(context, kind, 0);
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        if (!l->IsDeclaration(f))
            l->AddAttributeAtIndex(f, LLVMAttributeFunctionIndex, wanted);
}

bool ir_sanitize(const char *bitcode, size_t n, bool early, strbuf *out, char **error)
{
    llvm_api l;
    if (!llvm_api_load_target(&l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    LLVMContextRef context = l.ContextCreate();
    LLVMModuleRef module = llvm_module_read(&l, context, bitcode, n, error);
    bool good = module != NULL;
    if (good) {
        /* They would reach the sanitizer's own functions, which come first in the link. */
        ir_drop_marks(&l, module);
        if (early) {
            ir_keep_blocks(&l, context, module);
            ir_check_undefined(&l, context, module);
        }
        ask(&l, context, module);
        good = llvm_module_optimize(&l, module, early ? "default<O1>,asan" : "asan", error);
        if (good)
            llvm_module_write(&l, module, out);
        l.DisposeModule(module);
    }
    l.ContextDispose(context);
    return good;
}
