#include "llvm/llvm_api.h"

#include <dlfcn.h>
#include <string.h>

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

bool llvm_library_find(void *library, const char *name, void *place)
{
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

bool llvm_library_initialise(void *library)
{
    static const char *const names[] = {TEXT(LLVM_NATIVE_TARGETINFO), TEXT(LLVM_NATIVE_TARGET),
                                        TEXT(LLVM_NATIVE_TARGETMC), TEXT(LLVM_NATIVE_ASMPRINTER),
                                        TEXT(LLVM_NATIVE_ASMPARSER)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void (*initialise)(void);
        if (!llvm_library_find(library, names[i], &initialise))
            return false;
        initialise();
    }
    return true;
}

void *llvm_library_open(void)
{
    static const char *const names[] = {"libLLVM.so." TEXT(LLVM_VERSION_MAJOR) ".1",
                                        "libLLVM-" TEXT(LLVM_VERSION_MAJOR) ".so.1",
                                        "libLLVM-" TEXT(LLVM_VERSION_MAJOR) ".so"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

bool llvm_api_load(llvm_api *l)
{
    void *library = llvm_library_open();
    if (!library)
        return false;
#define LLVM(name)                                           \
    if (!llvm_library_find(library, "LLVM" #name, &l->name)) \
        return false;
#include "llvm/llvm_api.def"
#undef LLVM
    return llvm_library_initialise(library);
}
