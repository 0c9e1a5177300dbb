/* Machine code from bitcode. */
#include "base/alloc.h"
#include "instrument/instrument.h"
#include "llvm/llvm_module.h"

bool ir_emit(const strbuf *bitcode, ir_output output, const char *path, char **error)
{
    llvm_api l;
    if (!llvm_api_load_target(&l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    LLVMContextRef context = l.ContextCreate();
    LLVMModuleRef module = llvm_module_read(&l, context, bitcode->text, bitcode->n, error);
    bool good = module && llvm_module_emit(
                              &l, module, output == IR_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile,
                              output == IR_QUICK_OBJECT, path, error);
    if (module)
        l.DisposeModule(module);
    l.ContextDispose(context);
    return good;
}
