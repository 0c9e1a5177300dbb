#include "fuzz/jit/jit.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/jit/jit_build.h"

/* Instructions in one function: LLVM's time grows faster than a function does. */
enum { PART = 48 };
#define PART_NAME "part%u"

typedef uint64_t compiled(const uint64_t *inputs, uint64_t *regs, uint8_t *undefined,
                          fuzz_machine *m);

struct fuzz_jit {
    const fuzz_bytecode *p;
    fuzz_distance *d;
    compiled **parts; /* run one after the other */
    uint32_t n_parts;
    LLVMOrcLLJITRef engine;
    llvm_api l;
};

/* A new function; what the ones before it have computed is read from memory. */
static void begin_part(jit_build *j)
{
    LLVMTypeRef parameters[] = {j->pointer, j->pointer, j->pointer, j->pointer};
    LLVMTypeRef type = j->l.FunctionType(j->word, parameters, 4, 0);
    char name[32];
    snprintf(name, sizeof name, PART_NAME, j->part);
    LLVMValueRef function = j->l.AddFunction(j->module, name, type);
    j->inputs = j->l.GetParam(function, 0);
    j->regs = j->l.GetParam(function, 1);
    j->undefined = j->l.GetParam(function, 2);
    j->machine = j->l.GetParam(function, 3);
    j->trapped = NULL;
    j->l.PositionBuilderAtEnd(j->at, j->l.AppendBasicBlockInContext(j->context, function, ""));
}

/* machine->trapped |= trapped; returns the distances of the constraints that lie in the part. */
static void end_part(jit_build *j, uint32_t first, uint32_t end)
{
    if (j->trapped) {
        LLVMValueRef offset = jit_word(j, offsetof(fuzz_machine, trapped));
        LLVMValueRef flag = j->l.BuildGEP2(j->at, j->byte, j->machine, &offset, 1, "");
        LLVMValueRef before = j->l.BuildLoad2(j->at, j->byte, flag, "");
        LLVMValueRef bit = j->l.BuildZExt(j->at, j->trapped, j->byte, "");
        j->l.BuildStore(j->at, j->l.BuildOr(j->at, before, bit, ""), flag);
    }
    LLVMValueRef sum = jit_word(j, 0);
    for (size_t i = 0; j->d && i < j->p->roots.n; i++) {
        uint32_t root = j->p->roots.at[i];
        if (root < first || root >= end)
            continue;
        LLVMValueRef weight = jit_fixed(j, j->d->weights, i);
        LLVMValueRef weighted = j->l.BuildMul(j->at, jit_distances(j, root).yes, weight, "");
        sum = j->l.BuildAdd(j->at, sum, weighted, "");
    }
    j->l.BuildRet(j->at, sum);
}

/* All registers in order, each with its distances (which mean nothing after a trap, and do no
 * harm); constants are in place already (fuzz_machine_init). */
static void build_parts(jit_build *j)
{
    uint32_t n = (uint32_t)j->p->code.n;
    for (uint32_t first = 0; first < n; first += PART, j->part++) {
        uint32_t end = n - first < PART ? n : first + PART;
        begin_part(j);
        for (uint32_t i = first; i < end; i++) {
            jit_register(j, i);
            if (j->d)
                jit_measure(j, i);
        }
        end_part(j, first, end);
    }
}

static void build(jit_build *j)
{
    size_t n = j->p->code.n;
    j->values = base_alloc_zero(n, sizeof *j->values);
    j->pairs = base_alloc_zero(n, sizeof *j->pairs);
    j->value_part = base_alloc_zero(n, sizeof *j->value_part);
    j->pair_part = base_alloc_zero(n, sizeof *j->pair_part);
    j->at = j->l.CreateBuilderInContext(j->context);
    build_parts(j);
    j->l.DisposeBuilder(j->at);
    free(j->values);
    free(j->pairs);
    free(j->value_part);
    free(j->pair_part);
}

static bool find_parts(fuzz_jit *jit, uint32_t n)
{
    jit->parts = base_alloc_zero(n, sizeof *jit->parts);
    jit->n_parts = n;
    for (uint32_t i = 0; i < n; i++) {
        LLVMOrcExecutorAddress address = 0;
        char name[32];
        snprintf(name, sizeof name, PART_NAME, i);
        if (!jit_good(&jit->l, jit->l.OrcLLJITLookup(jit->engine, &address, name)))
            return false;
        jit->parts[i] = (compiled *)(uintptr_t)address;
    }
    return true;
}

static bool compile(fuzz_jit *jit)
{
    jit_build j = {.l = jit->l, .p = jit->p, .d = jit->d, .several = jit->p->code.n > PART};
    LLVMOrcThreadSafeContextRef safe = jit_module(&j, jit->engine);
    build(&j);
    return jit_add_module(&j, jit->engine, safe) && find_parts(jit, j.part);
}

fuzz_jit *fuzz_jit_new(const fuzz_bytecode *p, fuzz_distance *d)
{
    fuzz_jit *j = base_alloc_zero(1, sizeof *j);
    j->p = p;
    j->d = d;
    if (llvm_api_load_target(&j->l) && jit_engine(&j->l, &j->engine) && compile(j))
        return j;
    fuzz_jit_free(j);
    return NULL;
}

void fuzz_jit_free(fuzz_jit *j)
{
    if (j && j->engine)
        jit_good(&j->l, j->l.OrcDisposeLLJIT(j->engine));
    if (j)
        free(j->parts);
    free(j);
}

uint64_t fuzz_jit_run(const fuzz_jit *j, const uint64_t *inputs, fuzz_machine *m)
{
    fuzz_clear_traps(j->p, m);
    uint64_t distance = 0;
    for (uint32_t i = 0; i < j->n_parts; i++)
        distance += j->parts[i](inputs, m->regs, m->undefined, m);
    if (!m->trapped)
        return distance;
    fuzz_spread_traps(j->p, m);
    return j->d ? fuzz_distance_measure(j->d, j->p, m) : 0;
}
