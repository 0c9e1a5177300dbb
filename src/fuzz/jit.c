#include "fuzz/jit.h"

#include <stddef.h>
#include <stdlib.h>

#include "fuzz/jit_build.h"

typedef uint64_t compiled(const uint64_t *inputs, uint64_t *regs, uint8_t *undefined,
                          fuzz_machine *m);

struct fuzz_jit {
    const fuzz_program *p;
    fuzz_distance *d;
    compiled *run;
    LLVMOrcLLJITRef engine;
    llvm_api l;
};

static bool good(const llvm_api *l, LLVMErrorRef error)
{
    if (error)
        l->DisposeErrorMessage(l->GetErrorMessage(error));
    return !error;
}

static bool make_engine(const llvm_api *l, LLVMOrcLLJITRef *engine)
{
    LLVMOrcJITTargetMachineBuilderRef host;
    if (!good(l, l->OrcJITTargetMachineBuilderDetectHost(&host)))
        return false;
    LLVMOrcLLJITBuilderRef builder = l->OrcCreateLLJITBuilder();
    l->OrcLLJITBuilderSetJITTargetMachineBuilder(builder, host);
    return good(l, l->OrcCreateLLJIT(engine, builder)); /* both builders are consumed */
}

static void name_types(jit_build *j)
{
    j->word = j->l.Int64TypeInContext(j->context);
    j->half = j->l.Int32TypeInContext(j->context);
    j->byte = j->l.Int8TypeInContext(j->context);
    j->bit = j->l.Int1TypeInContext(j->context);
    j->real32 = j->l.FloatTypeInContext(j->context);
    j->real64 = j->l.DoubleTypeInContext(j->context);
    j->pointer = j->l.PointerTypeInContext(j->context, 0);
}

/* All registers in order; constants are in place already (fuzz_machine_init). */
static void build_registers(jit_build *j)
{
    for (uint32_t i = 0; i < j->p->code.n; i++) {
        j->values[i] = jit_value(j, i);
        if (j->p->code.at[i].op == FUZZ_CONST)
            continue;
        LLVMValueRef index = jit_word(j, i);
        j->l.BuildStore(j->at, j->values[i],
                        j->l.BuildGEP2(j->at, j->word, j->regs, &index, 1, ""));
    }
}

/* Ends the function early, with the flag set, when some instruction had no value. */
static void build_trap_exit(jit_build *j)
{
    if (!j->trapped && !j->helped)
        return;
    LLVMValueRef offset = jit_word(j, offsetof(fuzz_machine, trapped)), yes = j->trapped;
    LLVMValueRef flag = j->l.BuildGEP2(j->at, j->byte, j->machine, &offset, 1, "");
    if (j->helped) {
        LLVMValueRef set = j->l.BuildLoad2(j->at, j->byte, flag, "");
        set = j->l.BuildICmp(j->at, LLVMIntNE, set, j->l.ConstInt(j->byte, 0, 0), "");
        yes = yes ? j->l.BuildOr(j->at, yes, set, "") : set;
    }
    LLVMBasicBlockRef out = j->l.AppendBasicBlockInContext(j->context, j->function, "");
    LLVMBasicBlockRef on = j->l.AppendBasicBlockInContext(j->context, j->function, "");
    j->l.BuildCondBr(j->at, yes, out, on);
    j->l.PositionBuilderAtEnd(j->at, out);
    j->l.BuildStore(j->at, j->l.ConstInt(j->byte, 1, 0), flag);
    j->l.BuildRet(j->at, jit_word(j, 0));
    j->l.PositionBuilderAtEnd(j->at, on);
}

static void build_function(jit_build *j)
{
    LLVMTypeRef parameters[] = {j->pointer, j->pointer, j->pointer, j->pointer};
    LLVMTypeRef type = j->l.FunctionType(j->word, parameters, 4, 0);
    j->function = j->l.AddFunction(j->module, "run", type);
    j->inputs = j->l.GetParam(j->function, 0);
    j->regs = j->l.GetParam(j->function, 1);
    j->undefined = j->l.GetParam(j->function, 2);
    j->machine = j->l.GetParam(j->function, 3);
    j->at = j->l.CreateBuilderInContext(j->context);
    j->l.PositionBuilderAtEnd(j->at, j->l.AppendBasicBlockInContext(j->context, j->function, ""));
    j->values = base_alloc_zero(j->p->code.n, sizeof(LLVMValueRef));
    build_registers(j);
    build_trap_exit(j);
    j->l.BuildRet(j->at, jit_distance(j));
    j->l.DisposeBuilder(j->at);
    free(j->values);
}

static bool compile(fuzz_jit *jit)
{
    jit_build j = {.l = jit->l, .p = jit->p, .d = jit->d};
    LLVMOrcThreadSafeContextRef safe = j.l.OrcCreateNewThreadSafeContext();
    j.context = j.l.OrcThreadSafeContextGetContext(safe);
    j.module = j.l.ModuleCreateWithNameInContext("constraints", j.context);
    j.l.SetTarget(j.module, j.l.OrcLLJITGetTripleString(jit->engine));
    j.l.SetDataLayout(j.module, j.l.OrcLLJITGetDataLayoutStr(jit->engine));
    name_types(&j);
    build_function(&j);
    LLVMOrcThreadSafeModuleRef module = j.l.OrcCreateNewThreadSafeModule(j.module, safe);
    j.l.OrcDisposeThreadSafeContext(safe);
    LLVMOrcJITDylibRef library = j.l.OrcLLJITGetMainJITDylib(jit->engine);
    LLVMOrcExecutorAddress address = 0;
    if (!good(&j.l, j.l.OrcLLJITAddLLVMIRModule(jit->engine, library, module)) ||
        !good(&j.l, j.l.OrcLLJITLookup(jit->engine, &address, "run")))
        return false;
    jit->run = (compiled *)(uintptr_t)address;
    return true;
}

fuzz_jit *fuzz_jit_new(const fuzz_program *p, fuzz_distance *d)
{
    fuzz_jit *j = base_alloc_zero(1, sizeof *j);
    j->p = p;
    j->d = d;
    if (llvm_api_load(&j->l) && make_engine(&j->l, &j->engine) && compile(j))
        return j;
    fuzz_jit_free(j);
    return NULL;
}

void fuzz_jit_free(fuzz_jit *j)
{
    if (j && j->engine)
        good(&j->l, j->l.OrcDisposeLLJIT(j->engine));
    free(j);
}

uint64_t fuzz_jit_run(const fuzz_jit *j, const uint64_t *inputs, fuzz_machine *m)
{
    fuzz_clear_traps(j->p, m);
    uint64_t distance = j->run(inputs, m->regs, m->undefined, m);
    if (!m->trapped)
        return distance;
    fuzz_spread_traps(j->p, m);
    return fuzz_distance_measure(j->d, j->p, m);
}
