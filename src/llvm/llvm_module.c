#include "llvm/llvm_module.h"

#include <string.h>

#include "base/alloc.h"

static void ignore(LLVMDiagnosticInfoRef diagnostic, void *context) {}

/* LLVM's message as one of ours. */
static bool fail(const llvm_api *l, char *message, char **error)
{
    *error = base_strdup(message ? message : "LLVM gave no reason");
    if (message)
        l->DisposeMessage(message);
    return false;
}

LLVMModuleRef llvm_module_read(const llvm_api *l, LLVMContextRef context, const char *bytes,
                               size_t n, char **error)
{
    l->ContextSetDiagnosticHandler(context, ignore, NULL);
    LLVMMemoryBufferRef buffer = l->CreateMemoryBufferWithMemoryRangeCopy(bytes, n, "bitcode");
    LLVMModuleRef module = NULL;
    if (l->ParseBitcodeInContext2(context, buffer, &module)) {
        *error = base_strdup("this is no bitcode that LLVM 19 can read");
        module = NULL;
    }
    l->DisposeMemoryBuffer(buffer);
    return module;
}

bool llvm_module_verify(const llvm_api *l, LLVMModuleRef module, char **error)
{
    char *message = NULL;
    if (l->VerifyModule(module, LLVMReturnStatusAction, &message))
        return fail(l, message, error);
    l->DisposeMessage(message);
    return true;
}

/* Position-independent code works wherever it is linked. */
static LLVMTargetMachineRef machine_of(const llvm_api *l, LLVMModuleRef module,
                                       LLVMCodeGenOptLevel level, char **error)
{
    LLVMTargetRef target;
    char *message = NULL;
    if (l->GetTargetFromTriple(l->GetTarget(module), &target, &message)) {
        fail(l, message, error);
        return NULL;
    }
    return l->CreateTargetMachine(target, l->GetTarget(module), "", "", level, LLVMRelocPIC,
                                  LLVMCodeModelDefault);
}

bool llvm_module_optimize(const llvm_api *l, LLVMModuleRef module, const char *passes, char **error)
{
    LLVMTargetMachineRef machine = machine_of(l, module, LLVMCodeGenLevelDefault, error);
    if (!machine)
        return false;
    LLVMPassBuilderOptionsRef options = l->CreatePassBuilderOptions();
    l->PassBuilderOptionsSetLoopVectorization(options, false);
    l->PassBuilderOptionsSetLoopInterleaving(options, false);
    l->PassBuilderOptionsSetLoopUnrolling(options, false);
    LLVMErrorRef failed = l->RunPasses(module, passes, machine, options);
    l->DisposePassBuilderOptions(options);
    l->DisposeTargetMachine(machine);
    if (!failed)
        return true;
    char *message = l->GetErrorMessage(failed);
    *error = base_strdup(message);
    l->DisposeErrorMessage(message);
    return false;
}

void llvm_module_write(const llvm_api *l, LLVMModuleRef module, strbuf *out)
{
    LLVMMemoryBufferRef buffer = l->WriteBitcodeToMemoryBuffer(module);
    strbuf_add(out, l->GetBufferStart(buffer), l->GetBufferSize(buffer));
    l->DisposeMemoryBuffer(buffer);
}

/* The target machine that LLVM-C makes puts constructors where linkers of today do not look; so
 * each becomes an entry of the section where they do. */
static void place_functions(const llvm_api *l, LLVMModuleRef module, const char *list,
                            const char *section)
{
    LLVMValueRef all = l->GetNamedGlobal(module, list);
    LLVMValueRef entries = all ? l->GetInitializer(all) : NULL;
    if (!entries)
        return;
    for (int i = 0; i < l->GetNumOperands(entries); i++) {
        LLVMValueRef entry = l->GetOperand(entries, (unsigned)i);
        LLVMValueRef function = l->GetOperand(entry, 1);
        unsigned long long priority = l->ConstIntGetZExtValue(l->GetOperand(entry, 0));
        strbuf name = STRBUF_INIT;
        strbuf_puts(&name, section);
        if (priority < 65535)
            strbuf_printf(&name, ".%05llu", priority);
        LLVMValueRef place = l->AddGlobal(module, l->TypeOf(function), "");
        l->SetInitializer(place, function);
        l->SetLinkage(place, LLVMPrivateLinkage);
        l->SetSection(place, name.text);
        if (l->IsAFunction(function) && l->GetComdat(function))
            l->SetComdat(place, l->GetComdat(function));
        strbuf_free(&name);
    }
    l->DeleteGlobal(all);
}

bool llvm_module_emit(const llvm_api *l, LLVMModuleRef module, LLVMCodeGenFileType type,
                      bool quickly, const char *path, char **error)
{
    LLVMTargetMachineRef machine =
        machine_of(l, module, quickly ? LLVMCodeGenLevelNone : LLVMCodeGenLevelLess, error);
    if (!machine)
        return false;
    place_functions(l, module, "llvm.global_ctors", ".init_array");
    place_functions(l, module, "llvm.global_dtors", ".fini_array");
    char *message = NULL;
    bool failed = l->TargetMachineEmitToFile(machine, module, (char *)path, type, &message);
    l->DisposeTargetMachine(machine);
    return failed ? fail(l, message, error) : true;
}
