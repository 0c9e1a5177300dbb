#include "llvm/llvm_read.h"

#include "llvm/llvm_api.h"

bool llvm_read_load(llvm_read *l)
{
    void *library = llvm_library_open();
    if (!library)
        return false;
#define LLVM(name)                                           \
    if (!llvm_library_find(library, "LLVM" #name, &l->name)) \
        return false;
#include "llvm/llvm_read.def"
#undef LLVM
    return true;
}
