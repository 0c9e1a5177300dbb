#include "llvm/llvm_api.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

/* Puts the address of a function into the function pointer at `place` (a data pointer as a function
 * pointer, which POSIX promises for dlsym and C does not). */
static bool find(void *library, const char *name, void *place)
{
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void no_memory(void *context, const char *reason, bool diagnostics)
{
    (void)context, (void)reason, (void)diagnostics;
    base_out_of_memory("LLVM", 0);
}

static void terminated(void)
{
    base_out_of_memory("LLVM", 0); /* it is built without exceptions: what else would be thrown? */
}

/* LLVM aborts where it finds no memory, already while it is loaded. The names are those of C++;
 * without them it is as it was. */
static void end_when_thrown(void)
{
    void (*set_terminate)(void (*handler)(void));
    if (find(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE", &set_terminate)) /* libz3 brought it */
        set_terminate(terminated);
}

static void end_without_memory(void *library)
{
    void (*install)(void (*handler)(void *, const char *, bool), void *context);
    if (find(library, "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_", &install))
        install(no_memory, NULL);
}

/* NULL when there is none. */
static void *open_library(void)
{
    static const char *const names[] = {"libLLVM.so." TEXT(LLVM_VERSION_MAJOR) ".1",
                                        "libLLVM-" TEXT(LLVM_VERSION_MAJOR) ".so.1",
                                        "libLLVM-" TEXT(LLVM_VERSION_MAJOR) ".so"};
    void *library = NULL;
    end_when_thrown();
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library)
        end_without_memory(library);
    return library;
}

static bool initialise_target(void *library)
{
    static const char *const names[] = {TEXT(LLVM_NATIVE_TARGETINFO), TEXT(LLVM_NATIVE_TARGET),
                                        TEXT(LLVM_NATIVE_TARGETMC), TEXT(LLVM_NATIVE_ASMPRINTER),
                                        TEXT(LLVM_NATIVE_ASMPARSER)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void (*initialise)(void);
        if (!find(library, names[i], &initialise))
            return false;
        initialise();
    }
    return true;
}

static bool fill(llvm_api *l, void *library)
{
    static const struct {
        const char *name;
        size_t place;
    } functions[] = {
#define LLVM(name) {"LLVM" #name, offsetof(llvm_api, name)},
#include "llvm/llvm_api.def"
#undef LLVM
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!find(library, functions[i].name, (char *)l + functions[i].place))
            return false;
    return true;
}

bool llvm_api_load(llvm_api *l)
{
    void *library = open_library();
    return library && fill(l, library);
}

bool llvm_api_load_target(llvm_api *l)
{
    void *library = open_library();
    return library && fill(l, library) && initialise_target(library);
}
