/* Machine code from a module: what is the same for all that is compiled. */
#include "fuzz/jit/jit_build.h"

bool jit_good(const llvm_api *l, LLVMErrorRef error)
{
    if (error)
        l->DisposeErrorMessage(l->GetErrorMessage(error));
    return !error;
}

bool jit_engine(const llvm_api *l, LLVMOrcLLJITRef *engine)
{
    LLVMOrcJITTargetMachineBuilderRef host;
    if (!jit_good(l, l->OrcJITTargetMachineBuilderDetectHost(&host)))
        return false;
    LLVMOrcLLJITBuilderRef builder = l->OrcCreateLLJITBuilder();
    l->OrcLLJITBuilderSetJITTargetMachineBuilder(builder, host);
    return jit_good(l, l->OrcCreateLLJIT(engine, builder)); /* both builders are consumed */
}

LLVMOrcThreadSafeContextRef jit_module(jit_build *j, LLVMOrcLLJITRef engine)
{
    LLVMOrcThreadSafeContextRef safe = j->l.OrcCreateNewThreadSafeContext();
    j->context = j->l.OrcThreadSafeContextGetContext(safe);
    j->module = j->l.ModuleCreateWithNameInContext("constraints", j->context);
    j->l.SetTarget(j->module, j->l.OrcLLJITGetTripleString(engine));
    j->l.SetDataLayout(j->module, j->l.OrcLLJITGetDataLayoutStr(engine));
    j->word = j->l.Int64TypeInContext(j->context);
    j->half = j->l.Int32TypeInContext(j->context);
    j->byte = j->l.Int8TypeInContext(j->context);
    j->bit = j->l.Int1TypeInContext(j->context);
    j->real32 = j->l.FloatTypeInContext(j->context);
    j->real64 = j->l.DoubleTypeInContext(j->context);
    j->pointer = j->l.PointerTypeInContext(j->context, 0);
    return safe;
}

bool jit_add_module(jit_build *j, LLVMOrcLLJITRef engine, LLVMOrcThreadSafeContextRef safe)
{
    LLVMOrcThreadSafeModuleRef module = j->l.OrcCreateNewThreadSafeModule(j->module, safe);
    j->l.OrcDisposeThreadSafeContext(safe);
    LLVMOrcJITDylibRef library = j->l.OrcLLJITGetMainJITDylib(engine);
    return jit_good(&j->l, j->l.OrcLLJITAddLLVMIRModule(engine, library, module));
}
