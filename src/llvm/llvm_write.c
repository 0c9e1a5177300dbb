#include "llvm/llvm_write.h"

#include "llvm/llvm_api.h"

bool llvm_write_load(llvm_write *l)
{
    void *library = llvm_library_open();
    if (!library || !llvm_library_initialise(library))
        return false;
#define LLVM(name)                                           \
    if (!llvm_library_find(library, "LLVM" #name, &l->name)) \
        return false;
#include "llvm/llvm_write.def"
#undef LLVM
    return true;
}
